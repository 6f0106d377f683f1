// One file of the build: each part by itself would be a request of its own before the first prompt.
export { FitAddon } from '@xterm/addon-fit'
export { SearchAddon } from '@xterm/addon-search'
export { WebLinksAddon } from '@xterm/addon-web-links'
export { Terminal } from '@xterm/xterm'
