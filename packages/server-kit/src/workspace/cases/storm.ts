// Makes and removes files as fast as the disk takes them, once it is told to.
import { unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const [folder = '', times = '0'] = process.argv.slice(2)
process.once('message', () => {
	for (let turn = 0; turn < Number(times); turn++) {
		const file = path.join(folder, `storm-${turn}`)
		writeFileSync(file, 'x')
		writeFileSync(file, 'y')
		if (turn % 2 === 0) unlinkSync(file)
	}
	process.disconnect()
})
