/** spec/2 §2: words that call for validators. */
const words = /analyz|fix|repair|validate|lint|test/i

/** Whether a task would profit from validators. */
export function wantsValidators(task: string): boolean {
	return words.test(task)
}
