import { expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'

test.each([
	['8.8.8.8', true],
	['104.18.6.192', true],
	['2606:4700::6812:6c0', true],
	['127.0.0.1', false],
	['10.1.2.3', false],
	['169.254.169.254', false],
	['::1', false],
	['::ffff:8.8.8.8', false],
	['::ffff:127.0.0.1', false],
	['fd00::1', false],
	['not an address', false],
])('%s is of the open internet: %s', (address, isPublic) => {
	expect(isPublicAddress(address)).toBe(isPublic)
})
