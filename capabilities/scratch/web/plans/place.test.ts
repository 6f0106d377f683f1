import { expect, test } from 'vitest'
import type { Plan } from '../../contract.ts'
import { inColumn, moveBy, positionAt } from './place.ts'

const plan = (id: string, status: Plan['status'], position: number): Plan => ({ id, etag: '', title: id, status, position })
const board = [plan('a', 'todo', 1), plan('b', 'todo', 2), plan('c', 'todo', 3), plan('x', 'in_progress', 5)]

function after(id: string, to: { status: Plan['status']; position: number } | undefined) {
	const next = board.map((each) => (each.id === id && to ? { ...each, ...to } : each)).toSorted((p, q) => p.position - q.position)
	return (['todo', 'in_progress', 'done'] as const).map((status) => inColumn(next, status).map((each) => each.id).join(''))
}

test.each([
	['a', 'ArrowDown', ['bac', 'x', '']],
	['c', 'ArrowUp', ['acb', 'x', '']],
	['a', 'ArrowUp', ['abc', 'x', '']],
	['c', 'ArrowDown', ['abc', 'x', '']],
	['a', 'ArrowRight', ['bc', 'ax', '']],
	['b', 'ArrowRight', ['ac', 'xb', '']],
	['x', 'ArrowRight', ['abc', '', 'x']],
	['x', 'ArrowLeft', ['xabc', '', '']],
	['a', 'ArrowLeft', ['abc', 'x', '']],
])('%s with %s', (id, key, expected) => {
	expect(after(id, moveBy(board, id, key))).toEqual(expected)
})

test('a place between two neighbours is between their numbers', () => {
	expect(positionAt(board, 'x', 'todo', 1)).toBe(1.5)
	expect(positionAt(board, 'a', 'done', 0)).toBe(1)
})
