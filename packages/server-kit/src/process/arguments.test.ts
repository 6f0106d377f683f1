import { expect, test } from 'vitest'
import { judgeLine } from './policy.ts'
import { builtInRules, prefixRule } from './rules.ts'

// Options and operands through which a program that only reads would write, run something, read outside the project, or hide a path
// that is not looked at: an optional value, a list of files, an answer file, an expression.
const lines = [
	'sort -o PWNED a', 'sort --output=P a', 'sort -T /tmp a', 'sort --compress-program=sh a', 'sort -S1 --parallel=2 a', 'sort -uo P a', 'uniq -c a b', 'uniq -- a b', 'cut -f1 /etc/passwd', 'cut --fields=1 --delimiter=: /etc/passwd',
	'tr a b c', 'comm /etc/passwd a', 'paste /etc/passwd', 'tac /etc/passwd', 'rev ../../x', 'od /etc/passwd', 'od -An --read-bytes=5 a', 'strings /etc/passwd', 'strings @/etc/x', 'strings -f a',
	'strings @x', 'file -f list', 'file -C -m x', 'file --files-from x', 'file -F: /etc/passwd', 'tree -o P', 'tree --fromfile x', 'tree -R -L 1 -o P', "tree -P '*' /etc", 'readlink -f /etc', 'df /etc',
	'date -s x', 'date --set=x', 'date -f a', 'date -r a', 'date --file=a', 'date +%s --reference=x', 'seq 1 1 2 3', 'id root', 'nproc --ignore=1', 'diff --to-file=/etc/passwd a', 'diff -l a b',
	'diff -X a b c', 'diff -I x a b', 'grep -f /etc/passwd a', 'grep --file=/etc/passwd a', 'grep -r x -- /etc', 'rg --pre sh x', 'rg --hostname-bin x y', 'rg -f /etc/passwd', 'rg --ignore-file /etc/x y',
	'rg -z x', 'rg --no-config x /etc', 'rg x -- ../..', 'find / -name x', 'find -L . -name x', 'find . -newer /etc/x', "find . -ok rm {} ';'", 'find . -exec rm {} +', 'find . -fprint0 x', 'find -files0-from x',
	'find . ! -name x -delete', "find . '(' -delete ')'", 'find . , -delete', 'ls --hyperlink /etc', 'du --files0-from=x', 'du -X x', 'stat --file-system /', 'stat -c %n /etc', 'head --bytes=5 /etc/passwd',
	'tail --follow a', 'tail -F a', 'tail --pid=1 a', 'wc --files0-from=a', "sed -n '1,5p' /etc/passwd", "sed -n '1w x' a", 'sed -n -f a', "sed '1,5p' -i a", 'sed --in-place -n 1p a', "sed -n 1p a -e 'w x'",
	'node --version -e x', 'node -v x.js', 'npm -v --prefix x', 'python3 -V -c x', 'git --version --exec-path=x', 'git status --porcelain=v2 --ignore-submodules=none', 'git log --ext-diff -p', 'git log --textconv -p',
	'git show --ext-diff', 'git diff --no-ext-diff --ext-diff', 'git diff --submodule=log', 'git log -L1,2:a', 'git log --show-signature', 'git log --format=%G? --output=x', 'git log --exec=x', 'git branch -d x',
	'git branch -m a b', 'git branch --set-upstream-to=x', 'git tag -d x', 'git tag -l x', 'git rev-parse --sq-quote x', 'git rev-parse --parseopt', 'git ls-files --recurse-submodules', 'git ls-files -X /etc/passwd',
	'git ls-files --exclude-from=/etc/passwd', 'git shortlog --output=x', 'git rev-list --all --objects', 'git diff /etc/passwd /etc/hosts', 'git diff -O/etc/x', 'env -u X ls', 'env -C /etc ls',
	'nice -n 5 env timeout 3 sh', 'timeout 3 timeout 3 bash -c x', 'stdbuf -oL sh', 'nohup ls', 'timeout -- 5 ls', 'nice -- ls', 'echo a | sh', 'ls && sh', 'ls || python3', 'true; bash', 'cat a | xargs rm',
	'ls | while read x; do rm x; done', 'ls 2>/dev/null', 'ls >x', 'ls </etc/passwd', 'ls\trm', 'ls # x', 'ls -la&&rm x', 'ls;rm x', 'ls|sh', 'a=1', "ls 'a\tb'", '%1', '!!', 'ls @(a)', 'basename -s',
	'pwd -P x', 'uname x', 'whoami --help', 'file -z a',
]

test.each(lines)('%j asks, even with its first word on the list', async (line) => {
	const rules = [...builtInRules, prefixRule([line.split(' ', 1)[0] ?? ''])]
	expect((await judgeLine(line, { cwd: '/srv/project', root: '/srv/project', rules })).decision).toBe('ask')
})

test.each(["'ls' -la", '"ls"', "l's'", 'ls a=b', "ls ''", 'ls %1', 'ls ^a^b', 'git log --since 2.days --stat', 'which -a node'])('%j is as harmless as it looks', async (line) => {
	const { decision, reason } = await judgeLine(line, { cwd: '/srv/project', root: '/srv/project' })
	expect(decision, reason).toBe('allow')
})
