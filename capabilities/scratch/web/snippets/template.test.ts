import { expect, test } from 'vitest'
import { fillIn, placeholdersIn } from './template.ts'

test('asks for each name once, with its default', () => {
	expect(placeholdersIn('for (const ${item:x} of ${items}) { ${item} }')).toEqual([{ name: 'item', initial: 'x' }, { name: 'items', initial: '' }])
	expect(placeholdersIn('a ${b} ${b:later}')).toEqual([{ name: 'b', initial: 'later' }])
	expect(placeholdersIn('nothing')).toEqual([])
})

test('fills in what was answered, else the default; what is escaped stays', () => {
	expect(fillIn('Hello ${name:you}, ${name}!', { name: 'Ada' })).toBe('Hello Ada, Ada!')
	expect(fillIn('Hello ${name:you}!', {})).toBe('Hello you!')
	expect(fillIn('echo \\${HOME} ${dir}', { dir: '/tmp' })).toBe('echo ${HOME} /tmp')
	expect(fillIn('${a}', { a: '${b} $& $1' })).toBe('${b} $& $1')
})
