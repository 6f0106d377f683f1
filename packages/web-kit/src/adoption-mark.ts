const name = 'dd-adoption-mark'

/** An invisible element that tells when it, and so what it stands in, was moved to another document. */
export function adoptionMark(onAdopted: () => void): HTMLElement {
	// Defined late: where this is only imported there may be no page.
	if (!customElements.get(name)) {
		class AdoptionMark extends HTMLElement {
			hear = () => {}
			adoptedCallback() {
				this.hear()
			}
		}
		customElements.define(name, AdoptionMark)
	}
	return Object.assign(document.createElement(name), { hidden: true, hear: onAdopted })
}
