/** What a run may use. */
export interface Budget {
	steps: number
	tokens: number
	/** Working time; waiting for a person does not count. */
	wallMs: number
	/** Bytes of tool output shown to the model. */
	outputBytes: number
}

export type Spent = Record<keyof Budget, number>

/** Share of a budget at which the user is warned. */
const warnAt = 0.8

const words: Record<keyof Budget, string> = { steps: 'steps', tokens: 'tokens', wallMs: 'working time', outputBytes: 'tool output' }

export interface BudgetState {
	/** Used up: the run stops. */
	over: (keyof Budget)[]
	/** Nearly used up and not warned of yet. */
	warn: (keyof Budget)[]
}

/** Compares what was spent with what may be. */
export function checkBudget(budget: Budget, spent: Spent, warned: ReadonlySet<string>): BudgetState {
	const names: (keyof Budget)[] = ['steps', 'tokens', 'wallMs', 'outputBytes']
	return {
		over: names.filter((name) => spent[name] >= budget[name]),
		warn: names.filter((name) => spent[name] >= budget[name] * warnAt && spent[name] < budget[name] && !warned.has(name)),
	}
}

/** The sentence a stopped run ends with. */
export function budgetSentence(name: keyof Budget, budget: Budget): string {
	const limit = name === 'wallMs' ? `${Math.round(budget.wallMs / 60_000)} minutes` : String(budget[name])
	return `Stopped: the budget of ${limit} ${name === 'wallMs' ? 'of ' : ''}${words[name]} is used up. Send a message to go on with a new budget.`
}
