import { classNames, IconButton, Select } from '@drydock/ui'
import { Trash2 } from '@drydock/ui/icons'
import { priorities, type Todo } from '../../contract.ts'

const names: Record<Todo['priority'], string> = { low: 'Low', medium: 'Medium', high: 'High' }

export function TodoRow({ todo, onChange, onDelete }: { todo: Todo; onChange(change: { done?: boolean; priority?: Todo['priority'] }): void; onDelete(): void }) {
	const { text, done, priority } = todo
	return (
		<li className={classNames('TodoRow', done && 'TodoRow--done', `TodoRow--${priority}`)}>
			<label className="TodoRow-text">
				<input type="checkbox" checked={done} onChange={(event) => onChange({ done: event.target.checked })} />
				<span>{text}</span>
			</label>
			<Select aria-label={`Priority of ${text}`} value={priority} onChange={(event) => onChange({ priority: priorities.find((each) => each === event.target.value) })}>
				{priorities.map((each) => (
					<option key={each} value={each}>
						{names[each]}
					</option>
				))}
			</Select>
			<IconButton label={`Delete ${text}`} icon={<Trash2 />} onClick={onDelete} />
		</li>
	)
}
