import { scanServerHalves, type ServerHalf } from '@drydock/server-kit'

/** The server halves of all capabilities. The build replaces this module by a static list of the same folders. */
export function loadServerHalves(): Promise<ServerHalf[]> {
	return scanServerHalves(new URL('../../capabilities/', import.meta.url))
}
