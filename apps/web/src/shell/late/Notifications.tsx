import { Button, Dialog, EmptyState } from '@drydock/ui'
import { Bell, CircleAlert, CircleCheck, Info, TriangleAlert } from '@drydock/ui/icons'
import { closeOverlay, forgetToasts, markToastsRead, useToasts } from '@drydock/web-kit'
import { useEffect } from 'react'
import './Notifications.css'

const icons = { info: <Info />, success: <CircleCheck />, warning: <TriangleAlert />, error: <CircleAlert /> }

/** What was told since the page was opened, newest first, with what can still be done about it. */
export default function Notifications() {
	const { history } = useToasts()
	useEffect(markToastsRead, [history])
	const close = () => closeOverlay('notifications')
	const footer = (
		<>
			<Button disabled={history.length === 0} onClick={forgetToasts}>
				Clear
			</Button>
			<Button variant="primary" onClick={close}>
				Close
			</Button>
		</>
	)
	return (
		<Dialog title="Notifications" size="medium" onClose={close} footer={footer}>
			{history.length === 0 && <EmptyState icon={<Bell />} title="Nothing was told yet" />}
			<ul className="Notifications">
				{history.map(({ id, kind, message, action, at }) => (
					<li key={id} className={`Notification Notification--${kind}`}>
						{icons[kind]}
						<span className="Notification-message">{message}</span>
						<time dateTime={new Date(at).toISOString()}>{new Date(at).toLocaleTimeString()}</time>
						{action && (
							<Button isSmall onClick={action.run}>
								{action.label}
							</Button>
						)}
					</li>
				))}
			</ul>
		</Dialog>
	)
}
