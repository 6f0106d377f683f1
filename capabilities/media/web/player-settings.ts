import { preference, readPreference, writePreference } from '@drydock/web-kit'

export interface PlayerSettings {
	volume: number
	muted: boolean
	speed: number
}

const initial: PlayerSettings = { volume: 1, muted: false, speed: 1 }
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const between = (value: unknown, min: number, max: number, otherwise: number) => (typeof value === 'number' && value >= min && value <= max ? value : otherwise)

/** How loud and how fast every player of this device plays. */
export const playerSettings = preference<PlayerSettings>('media_player', 'Volume and speed of players', initial, (stored) =>
	isRecord(stored) ? { volume: between(stored['volume'], 0, 1, 1), muted: stored['muted'] === true, speed: between(stored['speed'], 0.25, 4, 1) } : initial,
)

/** A ref for a player: it takes over the settings, keeps them when they change, plays alone and lets go of its connection at the end. */
export function player(element: HTMLMediaElement | null) {
	if (!element) return
	const { volume, muted, speed } = readPreference(playerSettings)
	element.volume = volume
	element.muted = muted
	element.defaultPlaybackRate = speed
	element.playbackRate = speed
	const stop = new AbortController()
	const { signal } = stop
	const save = () => writePreference(playerSettings, { volume: element.volume, muted: element.muted, speed: element.playbackRate })
	element.addEventListener('volumechange', save, { signal })
	element.addEventListener('ratechange', save, { signal })
	element.addEventListener('play', () => pauseOthers(element), { signal })
	element.addEventListener('ended', () => playNext(element), { signal })
	return () => {
		stop.abort()
		element.pause()
		// Otherwise a browser keeps the file open until memory is tidied.
		element.removeAttribute('src')
		element.load()
	}
}

/** Sounds of a list go on with the next one. */
function playNext(ended: HTMLMediaElement) {
	const cell = ended.closest<HTMLElement>('[data-index]')
	const next = cell?.parentElement?.querySelector<HTMLAudioElement>(`[data-index="${Number(cell.dataset['index']) + 1}"] audio`)
	void next?.play().catch(() => {})
}

function pauseOthers(playing: HTMLMediaElement) {
	for (const other of playing.ownerDocument.querySelectorAll<HTMLMediaElement>('audio, video')) if (other !== playing) other.pause()
}
