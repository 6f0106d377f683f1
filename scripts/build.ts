// npm run build: the web app and the server bundle.
import { build } from './lib/build.ts'

await build(new URL('../', import.meta.url))
