import { createRegistry, type WebHalf } from '@drydock/web-kit'
import { shellHalf } from './shell/shell-half.ts'

const halves = import.meta.glob<WebHalf>('../../../capabilities/*/web/index.ts', { eager: true, import: 'default' })

/** Every capability that has a web half, found by its folder. */
export const registry = createRegistry([shellHalf, ...Object.values(halves)])
