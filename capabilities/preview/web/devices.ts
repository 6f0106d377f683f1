export interface Device {
	name: string
	/** CSS pixels, upright; none fills the pane. */
	size?: readonly [width: number, height: number]
}

export const devices: readonly Device[] = [
	{ name: 'Responsive' },
	{ name: 'Small phone', size: [360, 640] },
	{ name: 'Phone', size: [393, 852] },
	{ name: 'Tablet', size: [820, 1180] },
	{ name: 'Laptop', size: [1280, 800] },
	{ name: 'Desktop', size: [1920, 1080] },
]

/** How large a device is drawn in the room there is: never larger than it is. */
export function fit([width, height]: readonly [number, number], room: { width: number; height: number }): number {
	return Math.min(1, room.width / width, room.height / height)
}
