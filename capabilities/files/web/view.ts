import { oneOf, preference } from '@drydock/web-kit'

/** How the Files pane shows a folder. */
export const filesView = preference<'tree' | 'lists'>('files_view', 'Files as a tree or as lists', 'tree', oneOf('tree', 'lists'))
