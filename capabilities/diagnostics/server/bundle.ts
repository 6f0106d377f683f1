import os from 'node:os'
import type { Kernel } from '@drydock/server-kit'
import type { ServerState } from '../contract.ts'

/** Runs that are named, newest first: how they ended, never what was said. */
const mostRuns = 50

/** What support needs to see, and nothing that people typed or that models answered. */
export async function supportBundle(kernel: Kernel, state: ServerState): Promise<string> {
	const [providers, runs] = await Promise.all([kernel.models.all(), kernel.tasks.list({ limit: mostRuns })])
	const { host, port, roots, logLevel } = kernel.options
	const bundle = {
		product: 'Drydock',
		made_at: new Date(kernel.clock.now()).toISOString(),
		state,
		options: { host, port, roots: roots.length, log_level: logLevel },
		providers: providers.map(({ provider, ready, reason, model, has_key }) => ({ provider, ready, reason, model, has_key, ...withoutModels(kernel.models.health(provider)) })),
		runs: runs.map(({ id, kind, status, created_at, updated_at }) => ({ id, kind, status, created_at, updated_at })),
		log: kernel.support.log(),
	}
	return withoutHome(withoutLikelySecrets(kernel.redact(JSON.stringify(bundle, undefined, 2))))
}

function withoutModels({ models, models_added, models_removed, ...rest }: ReturnType<Kernel['models']['health']>) {
	return { ...rest, models: models.length, models_added: models_added.length, models_removed: models_removed.length }
}

/** A second line behind the redactor: what looks like a key although nobody saved it here, such as one in a program's own error. */
const likelySecrets = [
	/\b(?:sk|pk|rk|xai|gsk|ghp|gho|ghs|github_pat|glpat|xox[abprs]|AKIA|AIza|hf|npm)[-_][\w-]{12,}/g,
	/\b(?:AKIA|AIza)[\w-]{12,}/g,
	/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g,
	/(?<=\b(?:bearer|basic) )[\w+/=.-]{8,}/gi,
	/(?<=\b(?:password|passwd|secret|token|api[-_]?key|authorization)(?:\\*["'])?\s*[=:]\s*(?:\\*["'])?)[^\s"'\\,;&]{4,}/gi,
	/(?<=:\/\/[^\s/:@"]{0,100}:)[^\s/@"]+(?=@)/g,
]

export function withoutLikelySecrets(text: string): string {
	return likelySecrets.reduce((clean, pattern) => clean.replaceAll(pattern, '[secret]'), text)
}

/** A home folder tells a person's name. */
function withoutHome(text: string): string {
	const home = os.homedir()
	return home.length > 1 ? text.replaceAll(home, '~') : text
}
