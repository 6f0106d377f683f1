import type { MenuItem } from '@drydock/ui'
import { Actions, TabNode, TabSetNode, type Action } from 'flexlayout-react'
import { dockLabel } from './labels.ts'

/** What can be done with a tab; each closing goes through its guard. */
export function tabMenu(tab: TabNode, dispatch: (action: Action) => void): MenuItem[] {
	const set = tab.getParent()
	const tabs = set?.getChildren().filter((child) => child instanceof TabNode) ?? []
	const others = tabs.filter((other) => other !== tab)
	const after = tabs.slice(tabs.indexOf(tab) + 1)
	const close = (closing: readonly TabNode[]) => closing.forEach((each) => dispatch(Actions.deleteTab(each.getId())))
	const items: MenuItem[] = [
		{ label: dockLabel('flexlayout.ui.close.tab'), onSelect: () => close([tab]) },
		{ label: 'Close others', disabled: others.length === 0, onSelect: () => close(others) },
		{ label: 'Close to the right', disabled: after.length === 0, onSelect: () => close(after) },
	]
	if (!(set instanceof TabSetNode)) return items
	return [
		...items,
		'separator',
		{ label: set.isMaximized() ? 'Restore tab set' : 'Maximize tab set', onSelect: () => dispatch(Actions.maximizeToggle(set.getId())) },
		{ label: 'Popout tab', onSelect: () => dispatch(Actions.popoutTab(tab.getId())) },
	]
}
