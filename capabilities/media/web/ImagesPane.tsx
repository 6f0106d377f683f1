import { MediaBrowser } from './MediaBrowser.tsx'

export default function ImagesPane() {
	return <MediaBrowser label="Images" kind="image" emptyText="No images in this folder" />
}
