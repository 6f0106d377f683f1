import { borderPlaces, mendTree, type DockTree } from './tree.ts'

type Stand = (component: string) => unknown

/** spec/1 §4: Files 20 %; Maestro beside Grok Chat 70 % high; Matrix and Terminal 30 %. The shell is what people look for below. */
export function defaultTree(titleOf: (component: string) => string): DockTree {
	const tab: Stand = (component) => ({ type: 'tab', id: component, component, name: titleOf(component), config: {} })
	const tree = mendTree({
		borders: borderPlaces.map((location) => ({ location, children: [] })),
		layout: {
			type: 'row',
			weight: 100,
			children: [
				{ type: 'tabset', id: 'set-left', weight: 20, children: [tab('files')] },
				{
					type: 'row',
					weight: 80,
					children: [
						{
							type: 'row',
							weight: 70,
							children: [
								{ type: 'tabset', id: 'set-main', weight: 50, active: true, children: [tab('maestro')] },
								{ type: 'tabset', id: 'set-right', weight: 50, children: [tab('grokChat')] },
							],
						},
						{ type: 'tabset', id: 'set-below', weight: 30, selected: 1, children: [tab('matrix'), tab('terminal')] },
					],
				},
			],
		},
	})
	if (!tree) throw new Error('The default layout is broken')
	return tree
}
