import { contribute, openPane, project } from '@drydock/web-kit'
import { below, nameOf, parentOf } from '@drydock/web-kit/folders.ts'

export default contribute({
	panes: [
		{
			id: 'videos',
			title: 'Videos',
			category: 'Media',
			description: 'Watch the films of a folder, newest first.',
			tags: ['film', 'player', 'mp4', 'recording'],
			load: () => import('./VideosPane.tsx'),
		},
		{
			id: 'sounds',
			title: 'Sounds',
			category: 'Media',
			description: 'Listen to the sounds of a folder, newest first.',
			tags: ['audio', 'music', 'player', 'mp3'],
			load: () => import('./SoundsPane.tsx'),
		},
		{
			id: 'images',
			title: 'Images',
			category: 'Media',
			description: 'Look at the pictures of a folder; zoom in, compare two.',
			tags: ['pictures', 'photos', 'screenshots', 'thumbnails'],
			load: () => import('./ImagesPane.tsx'),
		},
		{
			id: 'media',
			title: 'Media',
			category: 'Media',
			description: 'Pictures, films and sounds of a folder in one place.',
			tags: ['images', 'videos', 'audio', 'gallery'],
			load: () => import('./MediaPane.tsx'),
		},
	],
	commands: [
		{
			id: 'media.open',
			title: 'Show in Media',
			category: 'Media',
			description: 'Shows a picture, a film or a sound large, among the others of its folder.',
			hidden: true,
			run({ cwd, path }) {
				const { cwd: current } = project()
				const file = below(typeof cwd === 'string' ? cwd : current, typeof path === 'string' ? path : '')
				openPane('media', { config: { cwd: current, folder: parentOf(file), show: nameOf(file), kind: 'all' } })
			},
		},
	],
})
