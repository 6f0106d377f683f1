import { Button, Dialog, Field, RadioGroup, TextArea } from '@drydock/ui'
import { focusOnOpen } from '@drydock/ui/Dialog.tsx'
import { asFault, closeOverlay, useSend } from '@drydock/web-kit'
import { useState } from 'react'
import { feedbackKinds, longestNote, sendFeedback } from '../contract.ts'
import { keepForLater } from './outbox.ts'

type Kind = (typeof feedbackKinds)[number]

const labels: Record<Kind, string> = { like: 'Like', dislike: 'Dislike', bug: 'Bug', idea: 'Idea', note: 'Note' }

const options = feedbackKinds.map((value): { value: Kind; label: string } => ({ value, label: labels[value] }))

/** spec/3 §2, feedback modal: the form starts anew each time. Without a connection the note is kept and sent later. */
export default function FeedbackOverlay() {
	const [kind, setKind] = useState<Kind>('note')
	const [note, setNote] = useState('')
	const [isKept, setKept] = useState(false)
	const { mutate, isPending, isSuccess, error } = useSend(sendFeedback)
	const close = () => closeOverlay('feedback')
	const text = note.trim()
	function submit() {
		const feedback = { kind, note: text, client_id: crypto.randomUUID() }
		mutate(feedback, {
			onError(cause) {
				if (asFault(cause).status !== 0) return
				keepForLater(feedback)
				setKept(true)
			},
		})
	}
	const isDone = isSuccess || isKept
	const footer = isDone ? (
		<Button variant="primary" onClick={close}>
			Close
		</Button>
	) : (
		<>
			<Button onClick={close}>Cancel</Button>
			<Button variant="primary" disabled={text === '' || isPending} onClick={submit}>
				Send
			</Button>
		</>
	)
	return (
		<Dialog title="Send Feedback" onClose={close} footer={footer}>
			{!isDone && (
				<>
					<RadioGroup<Kind> label="Kind" value={kind} options={options} onChange={setKind} />
					<Field label="Your note" hint="It is kept on this Drydock server for its admin. Sent are the kind and the note, nothing else.">
						<TextArea ref={focusOnOpen} rows={5} maxLength={longestNote} value={note} onChange={({ target }) => setNote(target.value)} />
					</Field>
				</>
			)}
			<p role="status">{statusOf({ isPending, isSuccess, isKept })}</p>
			{error && !isKept && <p className="Field-error" role="alert">{`Failed to submit: ${error.message || 'Unknown error'}`}</p>}
		</Dialog>
	)
}

function statusOf({ isPending, isSuccess, isKept }: { isPending: boolean; isSuccess: boolean; isKept: boolean }): string {
	if (isPending) return 'Sending...'
	if (isSuccess) return 'Thanks for your feedback!'
	return isKept ? 'The server cannot be reached. Your note is kept here and sent once it can.' : ''
}
