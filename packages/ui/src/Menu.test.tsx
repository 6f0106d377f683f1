// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'
import { ContextMenu, Menu, Menubar } from './Menu.tsx'
import type { MenuItem } from './menu-items.ts'

afterEach(cleanup)

const chosen: string[] = []
const line = (label: string, more: object = {}): MenuItem => ({ label, onSelect: () => void chosen.push(label), ...more })
const items: MenuItem[] = [line('Rename'), line('Copy'), 'separator', line('Close', { disabled: 'It is the only one' }), line('Delete')]
const focused = () => document.activeElement?.textContent

test('a menu is walked by arrows and letters, and gives the focus back', async () => {
	chosen.length = 0
	render(<Menu trigger={<Button>More</Button>} items={items} />)
	await userEvent.click(screen.getByText('More'))
	expect(focused()).toBe('Rename')
	await userEvent.keyboard('{ArrowDown}{ArrowDown}')
	expect(focused()).toBe('Close')
	await userEvent.keyboard('{Enter}')
	expect(chosen).toEqual([])
	await userEvent.keyboard('d{Enter}')
	expect(chosen).toEqual(['Delete'])
	expect(screen.queryByRole('menu')).toBeNull()
	expect(focused()).toBe('More')
})

test('Escape and a click elsewhere close it without choosing', async () => {
	chosen.length = 0
	render(
		<>
			<Menu trigger={<Button>More</Button>} items={items} />
			<p>elsewhere</p>
		</>,
	)
	await userEvent.click(screen.getByText('More'))
	await userEvent.keyboard('{Escape}')
	expect(screen.queryByRole('menu')).toBeNull()
	await userEvent.click(screen.getByText('More'))
	await userEvent.click(screen.getByText('elsewhere'))
	expect(screen.queryByRole('menu')).toBeNull()
	expect(chosen).toEqual([])
})

test('a context menu opens on what was pointed at', async () => {
	const opened = vi.fn()
	render(
		<ContextMenu items={items} onOpen={(target) => opened(target.textContent)}>
			<span>file.ts</span>
		</ContextMenu>,
	)
	fireEvent.contextMenu(screen.getByText('file.ts'), { clientX: 10, clientY: 10 })
	expect(opened).toHaveBeenCalledWith('file.ts')
	expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Rename', 'Copy', 'Close', 'Delete'])
})

test('along a menu bar the arrows change the open menu', async () => {
	render(<Menubar label="Editor" menus={[{ label: 'File', items: [line('Save')] }, { label: 'View', items: [line('Wrap', { isChecked: true })] }]} />)
	await userEvent.click(screen.getByText('File'))
	expect(focused()).toBe('Save')
	await userEvent.keyboard('{ArrowRight}')
	expect(screen.getByRole('menuitemcheckbox', { name: /Wrap/, checked: true })).toBeTruthy()
	await userEvent.keyboard('{ArrowLeft}')
	expect(focused()).toBe('Save')
})
