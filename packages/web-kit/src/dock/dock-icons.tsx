import { ChevronDown, ExternalLink, Maximize2, Minimize2, X } from '@drydock/ui/icons'

export const Close = () => <X className="lucide Dock-icon" />
export const Maximize = () => <Maximize2 className="lucide Dock-icon" />
export const Minimize = () => <Minimize2 className="lucide Dock-icon" />
export const PopoutIcon = () => <ExternalLink className="lucide Dock-icon" />

/** How many tabs are hidden, and that there is a menu of them. */
export function TabsIcon({ count }: { count: number }) {
	return (
		<span className="Dock-hidden-tabs" data-count={count}>
			<ChevronDown className="lucide Dock-icon" />
		</span>
	)
}
