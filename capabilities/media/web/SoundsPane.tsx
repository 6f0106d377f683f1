import { MediaBrowser } from './MediaBrowser.tsx'

export default function SoundsPane() {
	return <MediaBrowser label="Sounds" kind="audio" emptyText="No audio files in this folder" />
}
