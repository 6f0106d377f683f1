// npm run spec-coverage: what of the specification is built and tested, built, or missing. The lists are data in docs/specification.
// A text counts as built when the sources contain it, as tested when a test does. A constant is tied to the code by naming its entry
// in a comment beside it ("spec: layout sync delay"), and counts as tested when a test names it the same way.
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isTied, namesKeys, patternOf } from './lib/coverage.ts'
import { sourceFiles } from './lib/source-files.ts'

type State = 'built and tested' | 'built' | 'missing'
interface Item {
	list: string
	name: string
	section: string
	state: State
}

const home = fileURLToPath(new URL('../', import.meta.url))
const isTest = (file: string) => /\.test\.tsx?$|^e2e\//.test(file)
const files = await sourceFiles(home, ['.ts', '.tsx', '.css'])
const read = async (wanted: string[]) => (await Promise.all(wanted.map((file) => readFile(path.join(home, file), 'utf8')))).join('\n')
const sources = await read(files.filter((file) => !isTest(file) && !file.startsWith('scripts/')))
const contracts = await read(files.filter((file) => file.endsWith('contract.ts')))
const webHalves = await read(files.filter((file) => file.endsWith('/web/index.ts')))
const tests = await read(files.filter(isTest))

const items = [...(await panes()), ...(await calls()), ...(await texts()), ...(await shortcuts()), ...(await constants())]
if (process.argv.includes('--check')) check()
else report()

async function data<T>(name: string): Promise<T[]> {
	return JSON.parse(await readFile(path.join(home, 'docs/specification', `${name}.json`), 'utf8')) as T[]
}

function stateOf(isBuilt: boolean, isTested: boolean): State {
	if (!isBuilt) return 'missing'
	return isTested ? 'built and tested' : 'built'
}

async function panes(): Promise<Item[]> {
	const list = await data<{ id: string; section: string }>('panes')
	return list.map(({ id, section }) => ({ list: 'panes', name: id, section, state: stateOf(new RegExp(`\\bid: '${id}'`).test(webHalves), new RegExp(`['"\`]${id}['"\`]`).test(tests)) }))
}

async function calls(): Promise<Item[]> {
	const list = await data<{ method: string; path: string; section: string }>('calls')
	return list.map(({ method, path: url, section }) => {
		const inContract = url.replace(/\{path\}/g, '*').replace(/\{\w+\}/g, ':\\w+').replaceAll('*', '\\*')
		const isBuilt = new RegExp(`'${inContract}'`).test(contracts)
		const inTest = url.replace(/\{\w+\}.*/, '').replace(/\./g, '\\.')
		return { list: 'calls', name: `${method} ${url}`, section, state: stateOf(isBuilt, new RegExp(`${inTest}(?![a-z_])`).test(tests)) }
	})
}

async function texts(): Promise<Item[]> {
	const list = await data<{ text: string; section: string }>('texts')
	return list.map(({ text, section }) => {
		const isIn = (source: string, where: 'code' | 'test') => patternOf(text, list, where).test(source)
		return { list: 'texts', name: text, section, state: stateOf(isIn(sources, 'code'), isIn(tests, 'test')) }
	})
}

async function shortcuts(): Promise<Item[]> {
	const list = await data<{ keys: string; use: string; section: string }>('shortcuts')
	return list.map(({ keys, use, section }) => ({ list: 'shortcuts', name: `${keys} (${use})`, section, state: stateOf(namesKeys(sources, keys), namesKeys(tests, keys)) }))
}

async function constants(): Promise<Item[]> {
	const list = await data<{ name: string; value: string; section: string }>('constants')
	return list.map(({ name, value, section }) => ({ list: 'constants', name: `${name} = ${value}`, section, state: stateOf(isTied(sources, name), isTied(tests, name)) }))
}

function report() {
	const onlyMissing = process.argv.includes('--missing')
	for (const list of new Set(items.map((item) => item.list))) {
		const own = items.filter((item) => item.list === list)
		const count = (state: State) => own.filter((item) => item.state === state).length
		console.log(`\n${list}: ${count('built and tested')} built and tested, ${count('built')} built, ${count('missing')} missing of ${own.length}`)
		for (const item of own) if (!onlyMissing || item.state !== 'built and tested') console.log(`  ${item.state.padEnd(17)} ${item.name}  (${item.section})`)
	}
}

/** The data itself: no entry twice, and no comment in the sources that names an entry which does not exist. */
function check() {
	const names = items.map(({ list, name }) => `${list}/${name}`)
	const doubled = names.filter((name, index) => names.indexOf(name) !== index)
	const known = new Set(items.map(({ name }) => name.replace(/ = .*| \(.*/, '')))
	const unknown = [...sources.matchAll(/(?:\/\/|\*) ?(?:[^\n]*\W)?spec: ([^\n"'`]+?)(?= \*\/|[.;,)]|$)/gm)].map(([, name]) => name ?? '').filter((name) => !known.has(name.trim()))
	for (const name of doubled) console.log(`listed twice: ${name}`)
	for (const name of unknown) console.log(`"spec: ${name}" names nothing in docs/specification`)
	process.exitCode = doubled.length + unknown.length === 0 ? 0 : 1
}
