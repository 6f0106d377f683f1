import { flag, oneOf, preference } from '@drydock/web-kit'

/** How the Files pane shows a folder. */
export const filesView = preference<'tree' | 'lists'>('files_view', 'Files as a tree or as lists', 'tree', oneOf('tree', 'lists'))
/** The switch of the appearance settings, by its name: whether the project is read ahead. */
export const warmUp = preference('fs_warmup', 'Filesystem warmup', false, flag)
