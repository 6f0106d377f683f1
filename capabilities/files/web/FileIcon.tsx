import { Braces, File, FileCode, FileText, Image, Lock, Music, Package, Settings, Video } from '@drydock/ui/icons'
import type { ComponentType } from 'react'

type Kind = 'code' | 'text' | 'data' | 'image' | 'video' | 'audio' | 'archive' | 'config' | 'lock' | 'file'

const extensions: Record<Kind, string> = {
	code: 'ts tsx js jsx mjs cjs py rs go java cs c h cpp hpp rb php swift kt sh bash zsh sql css scss html vue svelte lua zig',
	text: 'md mdx txt rst adoc log csv',
	data: 'json jsonc yaml yml toml xml',
	image: 'png jpg jpeg gif webp bmp svg avif ico',
	video: 'mp4 webm ogv mov mkv avi m4v',
	audio: 'mp3 wav ogg oga flac m4a aac',
	archive: 'zip gz tgz tar xz 7z rar whl jar',
	config: 'ini conf cfg env editorconfig gitignore gitattributes npmrc dockerignore',
	lock: 'lock pem key crt',
	file: '',
}
const kindOf = new Map(Object.entries(extensions).flatMap(([kind, list]) => list.split(' ').map((extension): [string, string] => [extension, kind])))
const icons: Record<string, ComponentType> = { code: FileCode, text: FileText, data: Braces, image: Image, video: Video, audio: Music, archive: Package, config: Settings, lock: Lock }

/** What a file is, at a glance: a shape for its kind, tinted. */
export function FileIcon({ name }: { name: string }) {
	const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
	const kind = kindOf.get(extension) ?? 'file'
	const Icon = icons[kind] ?? File
	return (
		<span className="FileIcon" data-kind={kind}>
			<Icon />
		</span>
	)
}
