import { expect, test } from 'vitest'
import benign from './cases/shell-benign.json' with { type: 'json' }
import hostile from './cases/shell-bash.json' with { type: 'json' }
import windows from './cases/shell-windows.json' with { type: 'json' }
import { judgeLine } from './policy.ts'
import { builtInRules, prefixRefusal, prefixRule, type Rule } from './rules.ts'
import { visible } from './visible.ts'

const place = { cwd: '/srv/project', root: '/srv/project' }
const prefixes = (...texts: string[]): Rule[] => texts.map((text) => prefixRule(text.split(' ')))
const exactly = (text: string): Rule => ({ words: text.split(' '), kind: 'exact', scope: 'me' })

/** Innocent lines whose harm lies in the repository's configuration: they run, and that configuration does not (git-commands.test.ts). */
const harmlessByGuard = new Set(['SH-063', 'SH-064', 'SH-066'])

test.each(hostile)('$id never runs unasked: $technique', async ({ id, cmd, allow }) => {
	for (const rules of [builtInRules, [...builtInRules, ...prefixes(allow, cmd.split(' ')[0] ?? '')]]) {
		// Not even if a person put its first words on the list.
		const { decision, command } = await judgeLine(cmd, { ...place, rules })
		if (harmlessByGuard.has(id)) expect(command).toMatchObject({ usesGit: true, isReadOnly: true })
		else expect(decision).not.toBe('allow')
	}
})

test.each(benign)('$id $cmd: $want', async ({ cmd, want }) => {
	const { decision, reason } = await judgeLine(cmd, place)
	const expected = want === 'seq' ? 'allow' : want
	expect(decision === 'ask' && / installed /.test(reason) ? expected : decision).toBe(expected)
})

test.each(windows)('$id nothing runs unasked for $runner: $technique', async ({ cmd, runner }) => {
	const name = runner === 'cmd' ? 'cmd' : runner === 'wsl' ? 'wsl' : 'powershell'
	expect(await judgeLine(cmd, { ...place, runner: name, rules: [...builtInRules, ...prefixes(cmd.split(' ')[0] ?? '')] })).toMatchObject({ decision: 'ask', reason: /cannot read the language/ })
})

test.each([
	['grep -e /etc/passwd src', 'allow'],
	['grep -e x /etc/passwd', 'ask'],
	['cat ../other/file', 'ask'],
	['cat sub/../a.txt', 'allow'],
	['cat /srv/project/a.txt', 'allow'],
	['cat /srv/project-two/a.txt', 'ask'],
	['head -n50 a', 'allow'],
	['head --line=5 a', 'ask'],
	['tail -f a', 'ask'],
	['node', 'ask'],
	['node -v', 'allow'],
	['git --version', 'allow'],
	["sed -n '1,5p;w x' a", 'ask'],
	["sed -ni '1,5p' a", 'ask'],
	['./ls', 'ask'],
	['ls\u00a0-la', 'ask'],
	['ls\\ -la', 'ask'],
	['ls\u200b', 'ask'],
	['', 'deny'],
	['ls\0', 'deny'],
	[`ls ${'a'.repeat(4096)}`, 'deny'],
	// An expression has no end of options.
	['find -- . -delete', 'ask'],
	['find . -- -delete', 'ask'],
	// Optional values are joined: the next word is a path.
	['git diff --abbrev /etc/passwd --abbrev /etc/hosts', 'ask'],
	['git diff --no-index a b', 'ask'],
	['git status -u /etc', 'ask'],
	['git log --format=%H -5', 'allow'],
	['git -C /etc status', 'ask'],
	['git branch new', 'ask'],
	['git tag v1', 'ask'],
	['uniq a b', 'ask'],
	['sort -k2 a', 'allow'],
	['sort --files0-from=/etc/passwd', 'ask'],
	['date +%s', 'allow'],
	['date 010100002020', 'ask'],
	['od -w /etc/passwd', 'ask'],
	// Wrappers: what they start is judged.
	['timeout 5 ls -la', 'allow'],
	['timeout -k 1 5s nice -n 5 cat a.txt', 'allow'],
	['timeout 5 rm a', 'ask'],
	['timeout ls', 'ask'],
	['env ls', 'allow'],
	['env', 'ask'],
	['env A=1 ls', 'ask'],
	['env -S "ls"', 'ask'],
	['sudo ls', 'ask'],
	['xargs ls', 'ask'],
	['time ls', 'ask'],
	['command ls', 'ask'],
	// Sequences: each part is judged.
	['cat a.txt | sort | uniq -c', 'allow'],
	['ls && pwd; git status || true', 'allow'],
	['ls | tee x', 'ask'],
	['ls |& cat', 'ask'],
	['ls &', 'ask'],
	['ls;', 'ask'],
	['! ls', 'ask'],
	['(ls)', 'ask'],
	[Array.from({ length: 20 }, () => 'ls').join(' && '), 'allow'],
	[Array.from({ length: 51 }, () => 'ls').join(' && '), 'ask'],
] as const)('%j: %s', async (line, decision) => {
	const verdict = await judgeLine(line, place)
	expect(verdict.decision, verdict.reason).toBe(decision)
})

test('what may run is an absolute program with literal words', async () => {
	const { command } = await judgeLine(`grep -rn "a b" 'c d'e`, place)
	expect(command?.argv[0]).toMatch(/^\/(usr\/)?bin\/grep$/)
	expect(command?.argv.slice(1)).toEqual(['-rn', 'a b', 'c de'])
	expect(command?.isReadOnly).toBe(true)
})

test('several commands run through a shell that has nothing left to read', async () => {
	const { command, parts } = await judgeLine(`cat "it's" | head -5`, place)
	expect(command?.argv.slice(0, 4)).toEqual(['/usr/bin/bash', '--norc', '--noprofile', '-c'])
	expect(command?.argv[4]).toMatch(/^'\/(usr\/)?bin\/cat' 'it'\\''s' \| '\/(usr\/)?bin\/head' '-5'$/)
	expect(parts).toMatchObject([{ words: ['cat', "it's"] }, { words: ['head', '-5'], operator: '|' }])
})

test('git runs with words that switch off what a repository could start', async () => {
	const { command } = await judgeLine('git diff HEAD^ -- src', place)
	expect(command?.argv.slice(1)).toEqual(['diff', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all', 'HEAD^', '--', 'src'])
})

test('a rule for exactly one command covers no other, and is not taken for harmless', async () => {
	const rules = [...builtInRules, exactly('ls --zero')]
	expect(await judgeLine('ls --zero', { ...place, rules })).toMatchObject({ decision: 'allow', command: { isReadOnly: false }, reason: '"ls --zero (exactly)" is on the list' })
	expect(await judgeLine('ls --zero src', { ...place, rules })).toMatchObject({ decision: 'ask', reason: /--zero/ })
	expect(await judgeLine('ls --zero && ls', { ...place, rules })).toMatchObject({ decision: 'allow', command: { isReadOnly: false } })
})

test.each([
	['bash', /shell, which runs whatever/],
	['python3 -c', /interpreter/],
	['python3', /interpreter/],
	['python3 --version', undefined],
	['perl', /interpreter/],
	['xargs ls', /wrapper/],
	['npm run', /what the project itself says/],
	['make', /what the project itself says/],
	['git', /say which, such as "git status"/],
	['git push', /more than its words/],
	['terraform plan', /options of terraform are not known/],
	['git status', undefined],
	['grep -rn', undefined],
	['find -delete', /never runs unasked/],
] as const)('the prefix %s: %s', (text, reason) => {
	const refusal = prefixRefusal(text.split(' '))
	if (reason) expect(refusal).toMatch(reason)
	else expect(refusal).toBeUndefined()
})

test('an approval card shows what hides and is bound to line and folder', async () => {
	const line = 'rm -rf \u202edist\nls\u200b\t\u001b[2K'
	const { card } = await judgeLine(line, place)
	expect(card.text).toBe('rm -rf \\u{202e}dist\\n\nls\\u{200b}\\t\\e[2K')
	expect(card.hash).not.toBe((await judgeLine(line, { ...place, cwd: '/srv/project/sub' })).card.hash)
	expect(visible('plain text é 漢')).toBe('plain text é 漢')
})
