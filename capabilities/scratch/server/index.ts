import { serve, type Collection, type Kept } from '@drydock/server-kit'
import * as contract from '../contract.ts'
import type { Plan, Snippet, Todo } from '../contract.ts'

type Stored<T> = Omit<T, 'id' | 'etag'>

export default serve(contract, (kernel) => {
	const plans = kernel.records.of<Stored<Plan>>('plan', 'plan')
	const todos = kernel.records.of<Stored<Todo>>('todo', 'todo')
	const snippets = kernel.records.of<Stored<Snippet>>('snippet', 'snippet')
	return {
		listPlans: async () => ({ plans: (await plans.list()).map(flat).toSorted((a, b) => a.position - b.position) }),
		async addPlan({ id, title, status, position }) {
			return made(await plans.add({ title, status, position: position ?? (await lastPosition(plans)) + 1 }, id))
		},
		changePlan: async ({ id, ...change }) => made(await plans.change(id, change)),
		removePlan: ({ id }) => gone(plans, id),
		listTodos: async () => ({ todos: (await todos.list()).map(flat) }),
		addTodo: async ({ id, ...todo }) => made(await todos.add(todo, id)),
		changeTodo: async ({ id, ...change }) => made(await todos.change(id, change)),
		removeTodo: ({ id }) => gone(todos, id),
		listSnippets: async () => ({ snippets: (await snippets.list()).map(flat).toSorted((a, b) => a.title.localeCompare(b.title)) }),
		addSnippet: async ({ id, ...snippet }) => made(await snippets.add(snippet, id)),
		changeSnippet: async ({ id, expected, ...change }) => made(await snippets.change(id, change, expected)),
		removeSnippet: ({ id }) => gone(snippets, id),
		async listMemory({ cwd }) {
			const [notes, agents_read] = await Promise.all([kernel.memory.list(cwd), kernel.memory.switches(cwd)])
			return { notes, agents_read }
		},
		addMemory: ({ text, ...place }) => kernel.memory.add(place, text),
		changeMemory: ({ id, text, expected, ...place }) => kernel.memory.change(place, id, text, expected),
		async removeMemory({ id, ...place }) {
			await kernel.memory.remove(place, id)
			return { ok: true }
		},
		acceptMemory: ({ id, etag, ...place }) => kernel.memory.accept(place, id, etag),
		async switchMemory({ on, ...place }) {
			await kernel.memory.setSwitch(place, on)
			return { ok: true }
		},
	}
})

function flat<T extends object>({ id, etag, value }: Kept<T>) {
	return { id, etag, ...value }
}

function made({ id, etag }: Kept<unknown>) {
	return { id, etag }
}

async function gone<T extends object>(records: Collection<T>, id: string) {
	await records.remove(id)
	return { ok: true }
}

async function lastPosition(plans: Collection<Stored<Plan>>): Promise<number> {
	return Math.max(0, ...(await plans.list()).map(({ value }) => value.position))
}
