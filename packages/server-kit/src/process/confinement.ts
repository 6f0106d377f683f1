import { createBubblewrap } from './bubblewrap.ts'
import type { ControlGroup } from './control-group.ts'
import type { Contacts } from './host-proxy.ts'
import type { Overlay } from './overlay.ts'
import type { Profile } from './profile.ts'
import { createSeatbelt } from './seatbelt.ts'
import { unavailable } from './unavailable.ts'

/** A command made ready to be started inside a sandbox. */
export interface Confined {
	/** What is started: it is, or becomes, the sandbox with the command inside. */
	words: readonly string[]
	/** Where it is started, if that is where the command starts. */
	cwd?: string
	/** Added to the command's own variables. */
	env: Readonly<Record<string, string>>
	/** Handed to it on descriptor 4. */
	filter?: Buffer
	/** What it told on descriptor 3: whether the command was started inside, and its exit code where that is another than that of what was started. */
	read(told: string): { started: boolean; code?: number }
	/** Whether all that the command started ends with it. */
	endsWhole: boolean
	/** Counts memory and processes together. */
	group?: ControlGroup
	/** What it tried to reach, if it has a network. */
	contacts?: Contacts
	close(): Promise<void>
}

/** How a system keeps a command to its profile. */
export interface Confinement {
	/** Throws 503 `sandbox_unavailable` where it cannot. */
	confine(profile: Profile, command: readonly string[], overlay?: Overlay): Promise<Confined>
	/** Who counts memory and processes of a command together; undefined where nobody does. */
	counted(): Promise<'kernel' | 'watched' | undefined>
	/** Nothing runs before its probes came out as they have to: nobody of us could try it (0068). */
	isProvedFirst: boolean
	/** What it cannot do. */
	note?: string
}

export interface ConfinementOptions {
	platform: NodeJS.Platform
	/** Where its program is looked for; default: the system's folders. */
	searchPath?: readonly string[]
	useControlGroups: boolean
}

/** The one place where the system decides how commands are kept. */
export function confinementFor({ platform, ...options }: ConfinementOptions): Confinement {
	if (platform === 'linux') return createBubblewrap(options)
	if (platform === 'darwin') return createSeatbelt(options)
	const none = async () => {
		throw unavailable(`there is none for ${platform} yet`)
	}
	return { confine: none, counted: async () => undefined, isProvedFirst: false }
}
