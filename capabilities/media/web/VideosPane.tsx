import { MediaBrowser } from './MediaBrowser.tsx'

export default function VideosPane() {
	return <MediaBrowser label="Videos" kind="video" emptyText="No videos in this folder" />
}
