import type { MenuItem } from '@drydock/ui'
import { Actions, TabNode, TabSetNode, type Action } from 'flexlayout-react'
import { findCommand, runCommand } from '../commands.ts'
import { shortcutLabel, shortcutOf } from '../shortcuts.ts'
import { dockLabel } from './labels.ts'
import { isInMain } from './nodes.ts'

/** What can be done with a tab; each closing goes through its guard. */
export function tabMenu(tab: TabNode, dispatch: (action: Action) => void): MenuItem[] {
	const set = tab.getParent()
	const tabs = set?.getChildren().filter((child) => child instanceof TabNode) ?? []
	const others = tabs.filter((other) => other !== tab)
	const after = tabs.slice(tabs.indexOf(tab) + 1)
	const close = (closing: readonly TabNode[]) => closing.forEach((each) => dispatch(Actions.deleteTab(each.getId())))
	/** The command acts on the tab in front. */
	const byCommand = (label: string, id: string): MenuItem => {
		const command = findCommand(id)
		const shortcut = command && shortcutOf(command)
		return {
			label,
			shortcut: shortcut === undefined ? undefined : shortcutLabel(shortcut),
			onSelect() {
				if (!tab.isVisible()) dispatch(Actions.selectTab(tab.getId()))
				else if (set instanceof TabSetNode) dispatch(Actions.setActiveTabset(set.getId(), set.getLayoutId()))
				void runCommand(id)
			},
		}
	}
	const items: MenuItem[] = [
		{ label: dockLabel('flexlayout.ui.close.tab'), onSelect: () => close([tab]) },
		{ label: 'Close others', disabled: others.length === 0, onSelect: () => close(others) },
		{ label: 'Close to the right', disabled: after.length === 0, onSelect: () => close(after) },
		byCommand('Reopen closed tab', 'dock.tab.reopen'),
		'separator',
		byCommand('Rename…', 'dock.tab.rename'),
	]
	if (!(set instanceof TabSetNode)) return items
	const splits: MenuItem[] = others.length === 0 ? [] : [byCommand('Split right', 'dock.split.right'), byCommand('Split down', 'dock.split.down')]
	return [
		...items,
		...splits,
		'separator',
		{ label: set.isMaximized() ? 'Restore tab set' : 'Maximize tab set', onSelect: () => dispatch(Actions.maximizeToggle(set.getId(), set.getLayoutId())) },
		isInMain(tab) ? { label: 'Popout tab', onSelect: () => dispatch(Actions.popoutTab(tab.getId())) } : { label: 'Dock window back', onSelect: () => dispatch(Actions.closePopout(tab.getLayoutId())) },
	]
}
