import { randomBytes, timingSafeEqual, createHash } from 'node:crypto'
import { DrydockError } from '@drydock/contract'
import { jwtVerify, SignJWT } from 'jose'
import type { Clock } from '../clock.ts'
import { createRate } from '../rate.ts'

/** One hour. spec: admin token */
export const adminSeconds = 3600
const issuer = 'drydock'
const audience = 'drydock-admin'
const triesPerMinute = 5
const longestToken = 4096

/** The admin's step-up: a key becomes a signed token of at most an hour. Tokens die with the process. */
export function createAdmin(adminKey: string, clock: Clock, secret: Uint8Array = randomBytes(32)) {
	const revoked = new Set<string>()
	const limit = createRate(clock, triesPerMinute)

	return {
		async login(key: string, options: { address: string; ttlSeconds: number; username: string }) {
			limit(options.address)
			if (!sameText(key, adminKey)) throw new DrydockError(401, 'invalid_key', 'Login failed')
			const seconds = Math.min(Math.max(Math.trunc(options.ttlSeconds), 1), adminSeconds)
			const now = Math.floor(clock.now() / 1000)
			const token = await new SignJWT({ roles: ['admin'] })
				.setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
				.setIssuer(issuer)
				.setAudience(audience)
				.setSubject(options.username)
				.setJti(randomBytes(12).toString('base64url'))
				.setIssuedAt(now)
				.setExpirationTime(now + seconds)
				.sign(secret)
			return { token, expires_in: seconds }
		},
		/** The admin behind a token, or undefined for anything that is not exactly one of ours. */
		async verify(token: string): Promise<{ sub: string; roles: string[]; jti: string } | undefined> {
			if (!isCanonical(token)) return undefined
			try {
				const { payload } = await jwtVerify(token, secret, {
					algorithms: ['HS256'],
					issuer,
					audience,
					requiredClaims: ['exp', 'iat', 'sub', 'jti', 'roles'],
					maxTokenAge: adminSeconds,
					currentDate: new Date(clock.now()),
				})
				const { sub, jti, roles } = payload
				if (!sub || !jti || revoked.has(jti) || !Array.isArray(roles) || !roles.every((role) => typeof role === 'string') || !roles.includes('admin')) return undefined
				return { sub, roles, jti }
			} catch {
				return undefined
			}
		},
		revoke: (jti: string) => void revoked.add(jti),
	}
}
export type Admin = ReturnType<typeof createAdmin>

/** jose accepts a trailing newline and bits beyond the last byte, so one token would have many spellings: only the canonical one counts. */
function isCanonical(token: string): boolean {
	const parts = token.split('.')
	return token.length <= longestToken && parts.length === 3 && parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
}

/** Constant-time comparison of texts of any length. */
export function sameText(a: string, b: string): boolean {
	const hash = (text: string) => createHash('sha256').update(text).digest()
	return timingSafeEqual(hash(a), hash(b))
}
