import { expect, test } from 'vitest'
import benign from './cases/shell-benign.json' with { type: 'json' }
import hostile from './cases/shell-bash.json' with { type: 'json' }
import { judgeLine } from './policy.ts'
import { visible } from './visible.ts'

const place = { cwd: '/srv/project', root: '/srv/project' }

test.each(hostile)('$id never runs unasked: $technique', async ({ cmd, allow }) => {
	expect((await judgeLine(cmd, place)).decision).not.toBe('allow')
	// Not even if a person put its first words on the list.
	expect((await judgeLine(cmd, { ...place, allow: [allow, cmd.split(' ')[0] ?? ''] })).decision).not.toBe('allow')
})

// These need a schema of their own, a sequence of commands, or a git that runs nothing of the repository.
const later = new Set(['SB-014', 'SB-019', 'SB-022', 'SB-026', 'SB-027', 'SB-028', 'SB-029', 'SB-033', 'SB-052', 'SB-053'])

test.each(benign.filter(({ id }) => !later.has(id)))('$id $cmd: $want', async ({ cmd, want }) => {
	const { decision, reason } = await judgeLine(cmd, place)
	expect(decision === 'ask' && / installed /.test(reason) ? want : decision).toBe(want)
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
	["sed -n '1,5p;w x' a", 'ask'],
	["sed -ni '1,5p' a", 'ask'],
	['./ls', 'ask'],
	['ls\u00a0-la', 'ask'],
	['ls\\ -la', 'ask'],
	['ls\u200b', 'ask'],
	['', 'deny'],
	['ls\0', 'deny'],
	[`ls ${'a'.repeat(4096)}`, 'deny'],
] as const)('%j: %s', async (line, decision) => {
	expect((await judgeLine(line, place)).decision).toBe(decision)
})

test('what may run is an absolute program with literal words', async () => {
	const verdict = await judgeLine(`grep -rn "a b" 'c d'e`, place)
	expect(verdict.argv?.[0]).toMatch(/^\/(usr\/)?bin\/grep$/)
	expect(verdict.argv?.slice(1)).toEqual(['-rn', 'a b', 'c de'])
})

test('an approval card shows what hides and is bound to line and folder', async () => {
	const line = 'rm -rf \u202edist\nls\u200b\t\u001b[2K'
	const { card } = await judgeLine(line, place)
	expect(card.text).toBe('rm -rf \\u{202e}dist\\n\nls\\u{200b}\\t\\e[2K')
	expect(card.hash).not.toBe((await judgeLine(line, { ...place, cwd: '/srv/project/sub' })).card.hash)
	expect(visible('plain text é 漢')).toBe('plain text é 漢')
})

test('deciding takes less than a millisecond on average', async () => {
	await judgeLine('ls', place)
	const started = performance.now()
	for (let turn = 0; turn < 500; turn++) await judgeLine(`grep -rn "TODO ${turn}" src`, place)
	expect((performance.now() - started) / 500).toBeLessThan(1)
})
