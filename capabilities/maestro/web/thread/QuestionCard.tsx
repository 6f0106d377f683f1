import { Button, Countdown, TextInput } from '@drydock/ui'
import { MessageSquare } from '@drydock/ui/icons'
import { useId, useState } from 'react'
import type { AskCardProps } from './AskCard.tsx'
import { useCardFocus } from './use-card-focus.ts'

/** A question of the agent, with its options and room for another answer. */
export function QuestionCard({ ask, problem, busy, onDecide }: AskCardProps) {
	const [answer, setAnswer] = useState('')
	const id = useId()
	const card = useCardFocus<HTMLFormElement>(busy !== undefined)
	const { options } = ask.metadata
	const choices = Array.isArray(options) ? options.filter((option): option is string => typeof option === 'string') : []
	return (
		<form
			ref={card}
			tabIndex={-1}
			className="AskCard"
			aria-labelledby={id}
			data-ask={ask.id}
			onSubmit={(event) => {
				event.preventDefault()
				if (answer.trim() !== '') onDecide(true, answer)
			}}
		>
			<p className="AskCard-title" id={id}>
				<MessageSquare />
				<span>{ask.message}</span>
				<span className="AskCard-expiry">
					<Countdown until={ask.expiresAt} />
				</span>
			</p>
			{choices.length > 0 && (
				<div className="AskCard-options">
					{choices.map((choice) => (
						<Button key={choice} isSmall disabled={busy !== undefined} onClick={() => onDecide(true, choice)}>
							{choice}
						</Button>
					))}
				</div>
			)}
			{problem && <p role="alert" className="AskCard-problem">{problem}</p>}
			<div className="AskCard-actions">
				<TextInput className="AskCard-reason" aria-label="Your answer" placeholder="Your answer" maxLength={10_000} value={answer} onChange={(event) => setAnswer(event.target.value)} />
				<Button variant="primary" isSmall type="submit" isBusy={busy === 'allow'} disabled={busy !== undefined || answer.trim() === ''}>
					Answer
				</Button>
				<Button isSmall variant="quiet" isBusy={busy === 'reject'} disabled={busy !== undefined} onClick={() => onDecide(false, answer)}>
					Decline
				</Button>
			</div>
		</form>
	)
}
