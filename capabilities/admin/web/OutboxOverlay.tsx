import { asFault, useApi, useConnection, usePreference, type Api } from '@drydock/web-kit'
import { useEffect } from 'react'
import { feedbackKinds, sendEvent, sendFeedback } from '../contract.ts'
import { forget, outbox, type Waiting } from './outbox.ts'
import { telemetryOptIn } from './preferences.ts'

/** Sends what waits as soon as the server answers, and counts this visit for whoever agreed. Shows nothing. */
export default function OutboxOverlay() {
	const api = useApi()
	const connection = useConnection()
	const [waiting] = usePreference(outbox)
	const [isCounted] = usePreference(telemetryOptIn)
	useEffect(() => {
		if (connection === 'online') for (const feedback of waiting) void deliver(api, feedback)
	}, [api, connection, waiting])
	useEffect(() => {
		if (isCounted) void countVisit(api)
	}, [api, isCounted])
	return undefined
}

async function deliver(api: Api, { kind, note, client_id }: Waiting) {
	try {
		await api.send(sendFeedback, { kind: feedbackKinds.find((each) => each === kind) ?? 'note', note, client_id })
		forget(client_id)
	} catch (error) {
		const { status } = asFault(error)
		// What the server will never take must not wait for ever; what was only too much at once waits.
		if (status >= 400 && status < 500 && status !== 429) forget(client_id)
		console.debug('Feedback still waits', error)
	}
}

let isVisitCounted = false

/** spec/3 §7: the load of the page with user agent and language. */
async function countVisit(api: Api) {
	if (isVisitCounted) return
	isVisitCounted = true
	const { userAgent, language } = navigator
	await api.send(sendEvent, { event: 'app.load', props: { user_agent: userAgent, language }, ts: Date.now() / 1000 }).catch((error: unknown) => console.debug('The visit was not counted', error))
}
