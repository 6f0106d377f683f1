import { DrydockError, faultFrom, renewMessage, renewSession, startSession, type Static } from '@drydock/contract'
import { serverNow, setServerTime } from '@drydock/ui/clock.ts'
import { create } from 'zustand'
import type { Credentials } from './api.ts'
import type { KeyStore, SavedSession } from './key-store.ts'
import { setSurroundings } from './project.ts'

type Grant = Static<typeof startSession.reply>

interface SessionState {
	status: 'unknown' | 'signed-in' | 'signed-out'
	/** Why the last sign-in failed. */
	problem: string | undefined
}

/** What the shell shows: the workspace, the sign-in screen, or nothing yet. */
export const useSession = create<SessionState>(() => ({ status: 'unknown', problem: undefined }))

const curve = { name: 'ECDSA', namedCurve: 'P-256' }
const signing = { name: 'ECDSA', hash: 'SHA-256' }
/** Renewed this long before its end, so that no call meets a dead bearer. */
const marginMs = 30_000

export interface Session extends Credentials {
	/** Trades the one-time code of a sign-in link for a session. */
	signIn(code: string): Promise<void>
}

/** The page's session: bearer in memory, key in the browser's own store. */
export function createSession(base: string, keys: KeyStore, fetch: typeof globalThis.fetch = (...args) => globalThis.fetch(...args)): Session {
	let bearer: string | undefined
	let until = 0
	let renewing: Promise<string | undefined> | undefined

	function keep(grant: Grant) {
		bearer = grant.bearer
		until = Date.now() + grant.expires_in * 1000
		setServerTime(grant.now)
		setSurroundings(grant.about)
		useSession.setState({ status: 'signed-in', problem: undefined })
		return grant.bearer
	}
	async function post(path: string, body: unknown): Promise<Grant> {
		const reply = await fetch(base + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
		const answer: unknown = await reply.json().catch(() => undefined)
		if (!reply.ok) throw faultFrom(reply.status, answer)
		return answer as Grant
	}
	/** A proof is dated; a device whose clock is wrong is told the right time once. */
	async function prove(saved: SavedSession): Promise<Grant> {
		try {
			return await post(renewSession.path, await proofOf(saved))
		} catch (error) {
			if (!(error instanceof DrydockError) || error.code !== 'proof_expired' || !hasTime(error.details)) throw error
			setServerTime(error.details.now)
			return post(renewSession.path, await proofOf(saved))
		}
	}
	async function renewOnce(): Promise<string | undefined> {
		bearer = undefined
		const saved = await keys.load()
		if (!saved) return signedOut(undefined)
		try {
			return keep(await prove(saved))
		} catch (error) {
			if (error instanceof DrydockError && error.status === 401) return signedOut(error.code === 'proof_expired' ? error.message : undefined)
			throw error
		}
	}
	function signedOut(problem: string | undefined): undefined {
		useSession.setState({ status: 'signed-out', problem })
	}

	return {
		async bearer() {
			if (bearer !== undefined && Date.now() < until - marginMs) return bearer
			return this.renew()
		},
		renew() {
			renewing ??= renewOnce().finally(() => (renewing = undefined))
			return renewing
		},
		async signIn(code) {
			const pair = await crypto.subtle.generateKey(curve, false, ['sign', 'verify'])
			const public_key = await crypto.subtle.exportKey('jwk', pair.publicKey)
			try {
				const grant = await post(startSession.path, { code, public_key })
				keep(grant)
				// Nobody waits for it: it is kept before the first frame is drawn, and only a reload before that would miss it.
				void keys.save({ session: grant.session, key: pair.privateKey })
			} catch (error) {
				// A link that was opened before must not end a session that still lives.
				if ((await this.renew().catch(() => undefined)) === undefined) signedOut(error instanceof Error ? error.message : undefined)
			}
		},
	}
}

function hasTime(details: unknown): details is { now: number } {
	return typeof details === 'object' && details !== null && 'now' in details && typeof details.now === 'number'
}

async function proofOf({ session, key }: SavedSession) {
	const at = Math.round(serverNow())
	const nonce = crypto.randomUUID()
	const bytes = new Uint8Array(await crypto.subtle.sign(signing, key, new TextEncoder().encode(renewMessage(session, at, nonce))))
	return { session, at, nonce, signature: base64url(bytes) }
}

function base64url(bytes: Uint8Array): string {
	return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Takes the one-time code out of the address, so that it is neither kept in history nor shared; what else the address names stays. */
export function takeCode(): string | undefined {
	const named = new URLSearchParams(location.hash.slice(1))
	const code = named.get('code') ?? undefined
	named.delete('code')
	if (code !== undefined) history.replaceState(undefined, '', location.pathname + location.search + (named.size > 0 ? `#${named}` : ''))
	return code
}
