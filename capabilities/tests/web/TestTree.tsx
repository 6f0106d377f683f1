import { Badge, classNames, durationText, EmptyState } from '@drydock/ui'
import { ChevronDown, ChevronRight, CircleCheck, CircleX, Minus, SearchX } from '@drydock/ui/icons'
import { useRef, useState, type KeyboardEvent } from 'react'
import { keyOfGroup, type Row } from './test-rows.ts'

interface Props {
	rows: readonly Row[]
	selected: string | undefined
	onSelect(id: string): void
	onToggle(group: string): void
	/** Opens the test's file. */
	onOpen(id: string): void
}

/** Results by file and suite, one tab stop, arrows within. */
export function TestTree({ rows, selected, onSelect, onToggle, onOpen }: Props) {
	const list = useRef<HTMLUListElement>(null)
	const [focused, setFocused] = useState<string>()
	const current = rows.find(({ key }) => key === focused) ?? rows.find((row) => row.kind === 'test' && row.test.id === selected) ?? rows[0]

	function move(to: Row | undefined) {
		if (!to) return
		setFocused(to.key)
		if (to.kind === 'test') onSelect(to.test.id)
		list.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(to.key)}"]`)?.focus()
	}
	function handleKey(event: KeyboardEvent) {
		if (!current) return
		const at = rows.indexOf(current)
		const isOpen = current.kind === 'group' && current.isOpen
		const parent = rows.slice(0, at).findLast(({ level }) => level < current.level)
		const keys: Record<string, () => void> = {
			ArrowDown: () => move(rows[at + 1]),
			ArrowUp: () => move(rows[at - 1]),
			Home: () => move(rows[0]),
			End: () => move(rows.at(-1)),
			ArrowRight: () => (current.kind === 'group' && !isOpen ? onToggle(keyOfGroup(current)) : move(rows[at + 1])),
			ArrowLeft: () => (isOpen ? onToggle(keyOfGroup(current)) : move(parent)),
			Enter: () => (current.kind === 'group' ? onToggle(keyOfGroup(current)) : onOpen(current.test.id)),
			' ': () => (current.kind === 'group' ? onToggle(keyOfGroup(current)) : onSelect(current.test.id)),
		}
		const act = keys[event.key]
		if (!act || event.ctrlKey || event.altKey || event.metaKey) return
		event.preventDefault()
		act()
	}
	if (rows.length === 0) return <EmptyState icon={<SearchX />} title="No test is like this" />
	return (
		<ul ref={list} role="tree" aria-label="Test results" className="TestTree">
			{rows.map((row) => {
				const isSelected = row.kind === 'test' && row.test.id === selected
				return (
					<li
						key={row.key}
						data-key={row.key}
						role="treeitem"
						aria-level={row.level}
						aria-selected={isSelected}
						aria-expanded={row.kind === 'group' ? row.isOpen : undefined}
						tabIndex={row === current ? 0 : -1}
						className={classNames('TestRow', isSelected && 'TestRow--selected')}
						style={{ paddingInlineStart: `calc(var(--space-2) + ${row.level - 1} * var(--space-4))` }}
						onFocus={() => setFocused(row.key)}
						onKeyDown={handleKey}
						onClick={() => (row.kind === 'group' ? onToggle(keyOfGroup(row)) : onSelect(row.test.id))}
						onDoubleClick={() => row.kind === 'test' && onOpen(row.test.id)}
					>
						{row.kind === 'group' ? <Group row={row} /> : <Test row={row} />}
					</li>
				)
			})}
		</ul>
	)
}

function Group({ row: { title, isOpen, failed, total, ms } }: { row: Extract<Row, { kind: 'group' }> }) {
	return (
		<>
			{isOpen ? <ChevronDown /> : <ChevronRight />}
			<span className="TestRow-title">{title}</span>
			<span className={classNames('TestRow-note', failed > 0 && 'TestRow-note--failed')}>{failed > 0 ? `${failed} of ${total} failed` : `${total} passed or skipped`}</span>
			<span className="TestRow-time">{durationText(ms)}</span>
		</>
	)
}

const icons = { passed: <CircleCheck aria-label="Passed" />, failed: <CircleX aria-label="Failed" />, skipped: <Minus aria-label="Skipped" /> }

function Test({ row: { title, test } }: { row: Extract<Row, { kind: 'test' }> }) {
	return (
		<>
			<span className={`TestRow-icon TestRow-icon--${test.status}`}>{icons[test.status]}</span>
			<span className={classNames('TestRow-title', !test.latest && 'TestRow-title--earlier')}>{title}</span>
			{test.flaky && (
				<Badge tone="attention" title="It both passed and failed on the same files">
					flaky
				</Badge>
			)}
			{!test.latest && <span className="TestRow-note">earlier run</span>}
			<span className="TestRow-time">{test.ms === null ? '' : durationText(test.ms)}</span>
		</>
	)
}
