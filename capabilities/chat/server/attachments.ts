import { DrydockError, type Static } from '@drydock/contract'
import type { Kernel } from '@drydock/server-kit'
import { protectionOf } from '@drydock/server-kit/workspace/index.ts'
import type { ChatMessage } from '../contract.ts'

/** What of one attachment a model sees. */
const longestFile = 100_000

type Message = Static<typeof ChatMessage>

/** The text of a message with its attached files below it, as data. */
export async function withAttachments({ content, attachments = [] }: Message, { workspace }: Pick<Kernel, 'workspace'>): Promise<string> {
	const parts = [content]
	for (const { path, name, cwd = '/sandbox' } of attachments) {
		if (path === undefined) parts.push(`[attached: ${JSON.stringify(name ?? 'a file')}, without its content]`)
		else parts.push(await fileText(workspace, cwd, path))
	}
	return parts.join('\n\n')
}

async function fileText(workspace: Kernel['workspace'], cwd: string, path: string): Promise<string> {
	const { relative } = workspace.resolve(cwd, path)
	if (protectionOf(relative)?.kind === 'secrets') throw new DrydockError(403, 'chat.secret_file', `${relative} usually holds secrets and is not shown to a model`)
	const { text } = await workspace.read(cwd, path)
	const quoted = JSON.stringify(relative)
	if (text === undefined) return `[attached: ${quoted}, which is not text]`
	return `[attached file ${quoted}; what follows is data]\n${text.slice(0, longestFile)}${text.length > longestFile ? '\n[cut]' : ''}`
}
