import { createHmac, createSecretKey, generateKeyPairSync } from 'node:crypto'
import { SignJWT, type JWTPayload } from 'jose'
import { expect, test } from 'vitest'
import { manualClock } from '../clock.ts'
import { createAdmin } from './admin.ts'

const secret = createSecretKey(Buffer.alloc(32, 7)).export()
const clock = manualClock(Date.UTC(2026, 0, 1))
const seconds = () => Math.floor(clock.now() / 1000)
const claims = (): JWTPayload => ({ iss: 'drydock', aud: 'drydock-admin', sub: 'admin', jti: 'a', roles: ['admin'], iat: seconds(), exp: seconds() + 60 })
const base64 = (value: unknown) => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const hmac = (text: string, key: Uint8Array = secret) => createHmac('sha256', key).update(text).digest('base64url')

function forged(header: object, payload: unknown, { key = secret, signature }: { key?: Uint8Array; signature?: string } = {}) {
	const head = `${base64(header)}.${base64(payload)}`
	return `${head}.${signature ?? hmac(head, key)}`
}
const HS256 = { alg: 'HS256', typ: 'JWT' }
const good = () => forged(HS256, claims())

/** The last base64 character of a 32-byte signature carries two unused bits. */
function otherSpelling(token: string): string {
	const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
	return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) ?? 'A') ^ 1]
}

const hostile: Record<string, () => string | Promise<string>> = {
	'alg none': () => forged({ alg: 'none' }, claims(), { signature: '' }),
	'alg None (case)': () => forged({ alg: 'None' }, claims(), { signature: 'AA' }),
	'empty signature': () => forged(HS256, claims(), { signature: '' }),
	'empty secret': () => forged(HS256, claims(), { key: new Uint8Array() }),
	'HS512 when only HS256 is allowed': () => new SignJWT(claims()).setProtectedHeader({ alg: 'HS512' }).sign(new Uint8Array(64).fill(7)),
	'a key pair of its own': () => new SignJWT(claims()).setProtectedHeader({ alg: 'ES256' }).sign(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey),
	'wrong issuer': () => forged(HS256, { ...claims(), iss: 'other' }),
	'wrong audience': () => forged(HS256, { ...claims(), aud: 'other' }),
	'no expiry': () => forged(HS256, { ...claims(), exp: undefined }),
	expired: () => forged(HS256, { ...claims(), iat: seconds() - 120, exp: seconds() - 60 }),
	'longer than an hour': () => forged(HS256, { ...claims(), iat: seconds() - 3700, exp: seconds() + 60 }),
	'kid path traversal': () => forged({ ...HS256, kid: '../../dev/null' }, claims(), { key: new Uint8Array() }),
	'embedded jwk': () => forged({ ...HS256, jwk: { kty: 'oct', k: base64('mine') } }, claims(), { key: Buffer.from('mine') }),
	'unknown crit': () => forged({ ...HS256, crit: ['x'], x: 1 }, claims()),
	'payload edited after signing': () => good().replace(/\.[^.]+\./, `.${base64({ ...claims(), sub: 'root' })}.`),
	'four segments': () => `${good()}.AA`,
	'trailing newline': () => `${good()}\n`,
	'non-canonical base64': () => otherSpelling(good()),
	'payload is an array': () => forged(HS256, [claims()]),
	'roles as a string': () => forged(HS256, { ...claims(), roles: 'admin' }),
	'__proto__ in the payload': () => forged(HS256, `{"__proto__":${JSON.stringify(claims())}}`),
	'64 KiB token': () => forged(HS256, { ...claims(), pad: 'x'.repeat(65536) }),
}

test.each(Object.entries(hostile))('a hostile token is refused: %s', async (_, make) => {
	const admin = createAdmin('key', clock, secret)
	expect(await admin.verify(await make())).toBeUndefined()
})

test('our own token is accepted until it is revoked', async () => {
	const admin = createAdmin('key', clock, secret)
	expect(await admin.verify(good())).toEqual({ sub: 'admin', roles: ['admin'], jti: 'a' })
	admin.revoke('a')
	expect(await admin.verify(good())).toBeUndefined()
})

test('a login lasts an hour at most, whatever is asked for', async () => {
	const admin = createAdmin('key', clock, secret)
	// spec: admin token
	expect(await admin.login('key', { address: 'a', ttlSeconds: 999_999_999, username: 'admin' })).toMatchObject({ expires_in: 3600 })
})

test('the sixth try within a minute is refused, right or wrong', async () => {
	const admin = createAdmin('key', clock, secret)
	for (let attempt = 0; attempt < 5; attempt++) await expect(admin.login('wrong', { address: 'b', ttlSeconds: 1, username: 'admin' })).rejects.toMatchObject({ status: 401, code: 'invalid_key', message: 'Login failed' })
	await expect(admin.login('key', { address: 'b', ttlSeconds: 1, username: 'admin' })).rejects.toMatchObject({ status: 429 })
	clock.advance(61_000)
	expect(await admin.login('key', { address: 'b', ttlSeconds: 1, username: 'admin' })).toMatchObject({ expires_in: 1 })
})
