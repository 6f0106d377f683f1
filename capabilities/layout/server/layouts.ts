import type { Kernel } from '@drydock/server-kit'

/** Devices remembered; the one that saved longest ago is forgotten first. */
const mostDevices = 50
const listKey = 'layout.devices'

/** Layouts by device. The page mends what it reads, so records are kept as they come. */
export function createLayouts(settings: Kernel['settings']) {
	const keyOf = (device: string) => `layout.device.${device}`
	// One at a time: the list of devices is read, changed and written.
	let saving = Promise.resolve()

	async function saveNow(device: string, value: unknown) {
		const stored = await settings.get(listKey)
		const known = Array.isArray(stored) ? stored.filter((entry) => typeof entry === 'string' && entry !== device) : []
		const devices = [device, ...known]
		for (const forgotten of devices.slice(mostDevices)) await settings.set(keyOf(forgotten), undefined)
		await settings.set(keyOf(device), value)
		await settings.set(listKey, devices.slice(0, mostDevices))
	}
	return {
		read: (device: string) => settings.get(keyOf(device)),
		save(device: string, value: unknown): Promise<void> {
			const done = saving.then(() => saveNow(device, value))
			saving = done.catch(() => {})
			return done
		},
	}
}
