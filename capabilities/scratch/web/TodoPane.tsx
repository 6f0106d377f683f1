import { Badge, Button, EmptyState, ErrorState, PaneBody, Skeleton, Toolbar } from '@drydock/ui'
import { ListTodo } from '@drydock/ui/icons'
import { asFault, oneOf, preference, toast, useCall, usePreference, useSend } from '@drydock/web-kit'
import { addTodo, changeTodo, listTodos, removeTodo, type Todo } from '../contract.ts'
import { AddLine } from './AddLine.tsx'
import { undoMs } from './undo.ts'
import { TodoRow } from './todo/TodoRow.tsx'
import './TodoPane.css'

const filters = ['All', 'Open', 'Done'] as const
const filterChoice = preference<(typeof filters)[number]>('todo_filter', 'Todo filter', 'All', oneOf(...filters))

/** spec/1 §2, Todo. */
export default function TodoPane() {
	const { data, error, refetch } = useCall(listTodos, {}, { onFocus: true })
	const add = useSend(addTodo, { refresh: [listTodos] })
	const change = useSend(changeTodo, { refresh: [listTodos] })
	const remove = useSend(removeTodo, { refresh: [listTodos] })
	const [filter, setFilter] = usePreference(filterChoice)
	const fail = (cause: unknown) => toast({ kind: 'error', message: asFault(cause).message })
	// What was just changed is shown at once; the server's answer follows.
	const changed = change.isPending ? change.variables : undefined
	const todos = (data?.todos ?? []).map((todo) => (todo.id === changed?.id ? { ...todo, done: changed.done ?? todo.done, priority: changed.priority ?? todo.priority } : todo))
	const counts = { All: todos.length, Open: todos.filter(({ done }) => !done).length, Done: todos.filter(({ done }) => done).length }
	const shown = todos.filter(({ done }) => filter === 'All' || done === (filter === 'Done'))

	function handleRemove({ id, text, done, priority }: Todo) {
		const undo = () => add.mutate({ id, text, done, priority }, { onError: fail })
		remove.mutate({ id }, { onError: fail, onSuccess: () => toast({ message: `Deleted “${text}”`, ttlMs: undoMs, action: { label: 'Undo', run: undo } }) })
	}
	return (
		<PaneBody
			label="Todo"
			header={
				<>
					<AddLine label="New todo" button="Add" isBusy={add.isPending} onAdd={(text) => add.mutateAsync({ id: crypto.randomUUID(), text }).then(() => {}, fail)} />
					<Toolbar label="Filter" className="TodoPane-filter">
						{filters.map((each) => (
							<Button key={each} isSmall variant="quiet" aria-pressed={each === filter} onClick={() => setFilter(each)}>
								{each} <Badge>{counts[each]}</Badge>
							</Button>
						))}
					</Toolbar>
				</>
			}
		>
			{error && <ErrorState title="The todos could not be read" error={error} onRetry={() => void refetch()} />}
			{!data && !error && <Skeleton />}
			{data && shown.length === 0 && <EmptyState icon={<ListTodo />} title={todos.length === 0 ? 'Nothing to do' : filter === 'Open' ? 'All done' : 'Nothing here'} />}
			<ul className="TodoPane-list" aria-label="Todos">
				{shown.map((todo) => (
					<TodoRow
						key={todo.id}
						todo={todo}
						onChange={(wanted) => change.mutate({ id: todo.id, ...wanted }, { onError: fail })}
						onDelete={() => handleRemove(todo)}
					/>
				))}
			</ul>
		</PaneBody>
	)
}
