import { expect, test } from 'vitest'
import { wantsValidators } from './validation.ts'

test.each(['Analyze the code', 'fix it', 'REPAIR this', 'validate', 'Lint all', 'add tests'])('%s calls for validators', (task) => expect(wantsValidators(task)).toBe(true))
test.each(['', 'Write a page', 'analyse'])('%j does not', (task) => expect(wantsValidators(task)).toBe(false))
