export { VList as VirtualList, Virtualizer } from 'virtua'
export type { VListHandle as VirtualListHandle } from 'virtua'
