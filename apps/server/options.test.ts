import { expect, test } from 'vitest'
import { readOptions, UsageError } from './options.ts'

const env = { HOME: '/home/ada', INIT_CWD: '/home/ada', XDG_DATA_HOME: '/d', XDG_CONFIG_HOME: '/c' }

test('folders on the command line come first, relative ones count from where npm was called', () => {
	expect(readOptions(['prices', '--root', '/srv/b', '--port', '0'], { ...env, DRYDOCK_ROOTS: '/srv/c:/srv/b' }, '1')).toMatchObject({
		roots: ['/home/ada/prices', '/srv/b', '/srv/c'],
		port: 0,
		host: '127.0.0.1',
		dataDir: '/d/drydock',
		configDir: '/c/drydock',
		logLevel: 'warn',
		open: true,
	})
})

test('the environment fills what the command line leaves out', () => {
	expect(readOptions(['--no-open'], { ...env, DRYDOCK_PORT: '9000', DRYDOCK_DATA: '/x', DRYDOCK_TOKEN: 't', DRYDOCK_PROVIDER: 'openai' }, '1')).toMatchObject({ port: 9000, dataDir: '/x', token: 't', provider: { name: 'openai' }, open: false })
})

test.each([
	['an unknown option', ['--colour'], 'Unknown option'],
	['a port that is no number', ['--port', 'http'], '--port must be a number'],
	['a port out of range', ['--port', '70000'], '--port must be a number'],
	['an address that others could reach', ['--host', '0.0.0.0'], 'listens on 127.0.0.1 only'],
	['an unknown level', ['--log', 'loud'], '--log must be one of'],
])('%s is a usage error with a sentence', (_, argv, sentence) => {
	expect(() => readOptions(argv, env, '1')).toThrow(UsageError)
	expect(() => readOptions(argv, env, '1')).toThrow(sentence)
})
