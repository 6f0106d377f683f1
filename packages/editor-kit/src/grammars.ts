import type { languages } from 'monaco-editor/editor'

export const jsonGrammar: languages.IMonarchLanguage = {
	tokenizer: {
		root: [
			[/"(?:[^"\\]|\\.)*"(?=\s*:)/, 'type'],
			[/"(?:[^"\\]|\\.)*"/, 'string'],
			[/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
			[/\b(?:true|false|null)\b/, 'keyword'],
			[/\/\/.*$/, 'comment'],
			[/\/\*/, 'comment', '@comment'],
			[/[{}[\]]/, '@brackets'],
			[/[,:]/, 'delimiter'],
		],
		comment: [
			[/\*\//, 'comment', '@pop'],
			[/./, 'comment'],
		],
	},
}

export const tomlGrammar: languages.IMonarchLanguage = {
	tokenizer: {
		root: [
			[/#.*$/, 'comment'],
			[/^\s*\[\[?[^\]]*\]\]?/, 'keyword'],
			[/[\w.-]+(?=\s*=)/, 'type'],
			[/"""/, 'string', '@text'],
			[/"(?:[^"\\]|\\.)*"|'[^']*'/, 'string'],
			[/\b(?:true|false)\b/, 'keyword'],
			[/\d{4}-\d\d-\d\d[\dT:.Z+-]*/, 'number'],
			[/[+-]?\d[\w.]*/, 'number'],
		],
		text: [
			[/"""/, 'string', '@pop'],
			[/./, 'string'],
		],
	},
}
