import { readText, writeText } from '../storage.ts'

const key = 'vt_device_id'

/** A random id that this device keeps; `default` where nothing can be kept (spec/1 §3). */
export function deviceId(): string {
	const known = readText(key)
	if (known && /^[\w-]{1,64}$/.test(known)) return known
	const id = crypto.randomUUID()
	return writeText(key, id) === 'saved' ? id : 'default'
}
