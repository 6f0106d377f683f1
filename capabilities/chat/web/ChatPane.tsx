import { Badge, Banner, Button, Dialog, EmptyState, FollowScroll, IconButton, Markdown, PaneBody, Select, Spacer, TextArea, TextInput, Toolbar } from '@drydock/ui'
import { MessageSquare, PanelTop, RotateCw, Send, SlidersHorizontal, Square, Trash2 } from '@drydock/ui/icons'
import { openPane, usePreference } from '@drydock/web-kit'
import { useState, type CSSProperties, type KeyboardEvent } from 'react'
import { modes, type ChatPreferences, type Turn } from './chat-preferences.ts'
import { ChatSettingsForm } from './ChatSettingsForm.tsx'
import { FrameForm } from './FrameForm.tsx'
import type { ChatProfile } from './profile.ts'
import { useChat } from './use-chat.ts'
import './ChatPane.css'

const longestMessage = 500_000

/** The one chat pane: every assistant's pane is this one with another profile. */
export function ChatPane({ profile, preferences }: { profile: ChatProfile; preferences: ChatPreferences }) {
	const [settings, setSettings] = usePreference(preferences.settings)
	const [frame, setFrame] = usePreference(preferences.frame)
	const [shown, setShown] = useState<'settings' | 'frame'>()
	const chat = useChat(profile, preferences)
	const isFramed = profile.hasFrame && frame.enabled
	const style: CSSProperties & Record<'--frame-opacity', string> = { '--frame-opacity': `${frame.opacity * 100}%` }

	const toolbar = (
		<Toolbar label={profile.title} className="ChatPane-toolbar">
			<Select aria-label="Mode" className="ChatPane-mode" value={settings.mode} onChange={({ target }) => setSettings({ ...settings, mode: modes.find((each) => each === target.value) ?? 'Chat' })}>
				{modes.map((mode) => (
					<option key={mode}>{mode}</option>
				))}
			</Select>
			<TextInput aria-label="Model" className="ChatPane-model" isMono placeholder={profile.model} maxLength={200} value={settings.model} onChange={({ target }) => setSettings({ ...settings, model: target.value })} />
			<Spacer />
			<IconButton label="Chat settings" icon={<SlidersHorizontal />} onClick={() => setShown('settings')} />
			{profile.hasFrame && <IconButton label="Frame" icon={<PanelTop />} onClick={() => setShown('frame')} />}
			<IconButton label="Clear" icon={<Trash2 />} disabled={chat.turns.length === 0} onClick={chat.clear} />
		</Toolbar>
	)
	return (
		<PaneBody label={profile.title} className="ChatPane" header={toolbar}>
			<div
				className="ChatFrame"
				data-framed={isFramed || undefined}
				data-density={isFramed ? frame.density : 'normal'}
				data-padding={isFramed ? frame.padding : 'md'}
				data-glass={(isFramed && frame.glass) || undefined}
				data-background={(isFramed && frame.background) || undefined}
				style={style}
			>
				{chat.turns.length === 0 && !chat.isAnswering ? (
					<EmptyState icon={<MessageSquare />} title={profile.title}>
						{profile.purpose}
					</EmptyState>
				) : (
					<Conversation {...chat} />
				)}
				<Ask isAnswering={chat.isAnswering} onSend={chat.send} onStop={chat.stop} />
			</div>
			{shown === 'settings' && (
				<Dialog title={`${profile.title} settings`} onClose={() => setShown(undefined)}>
					<ChatSettingsForm settings={settings} hasSearch={profile.hasSearch} onChange={setSettings} />
				</Dialog>
			)}
			{shown === 'frame' && (
				<Dialog title="Frame" onClose={() => setShown(undefined)}>
					<FrameForm frame={frame} onChange={setFrame} />
				</Dialog>
			)}
		</PaneBody>
	)
}

function Conversation({ turns, answer, isAnswering, error, retry }: Pick<ReturnType<typeof useChat>, 'turns' | 'answer' | 'isAnswering' | 'error' | 'retry'>) {
	const isUnanswered = turns.at(-1)?.role === 'user' && !isAnswering
	return (
		<FollowScroll label="Conversation">
			{turns.map((turn, index) => (
				<TurnView key={index} turn={turn} />
			))}
			{isAnswering && answer.text !== '' && <TurnView turn={{ role: 'assistant', content: answer.text, sources: answer.sources }} isStreaming />}
			{isAnswering && answer.text === '' && (
				<p className="ChatPane-waiting">
					<span className="Spinner" aria-hidden /> {answer.status || (answer.thought ? 'Thinking…' : 'Waiting for the answer…')}
				</p>
			)}
			{(error || isUnanswered) && (
				<div className="ChatTurn">
					<Banner
						tone={error ? 'bad' : 'neutral'}
						actions={
							<>
								<Button isSmall icon={<RotateCw />} onClick={retry}>
									Retry
								</Button>
								{error?.code.startsWith('models.') && (
									<Button isSmall onClick={() => openPane('settings')}>
										Settings
									</Button>
								)}
							</>
						}
					>
						{error ? `${error.message || 'Request failed'}${error.hint ? `. ${error.hint}` : ''}` : 'No answer came.'}
					</Banner>
				</div>
			)}
			<span role="status" className="visually-hidden">
				{isAnswering ? 'Answering' : turns.at(-1)?.role === 'assistant' ? 'Answered' : ''}
			</span>
		</FollowScroll>
	)
}

function TurnView({ turn: { role, content, sources = [], isPartial }, isStreaming = false }: { turn: Turn; isStreaming?: boolean }) {
	if (role === 'user')
		return (
			<article className="ChatTurn ChatTurn--user" aria-label="You">
				<p>{content}</p>
			</article>
		)
	return (
		<article className="ChatTurn" aria-label="Assistant">
			<Markdown text={content} isStreaming={isStreaming} />
			{sources.length > 0 && (
				<div className="ChatTurn-sources">
					<Markdown text={sources.map(({ url, title }, index) => `${index + 1}. [${(title || url).replaceAll(/[[\]\\]/g, '')}](<${url.replaceAll(/[<>\s]/g, encodeURIComponent)}>)`).join('\n')} />
				</div>
			)}
			{isPartial && <Badge>broken off</Badge>}
		</article>
	)
}

function Ask({ isAnswering, onSend, onStop }: { isAnswering: boolean; onSend(text: string): void; onStop(): void }) {
	const [text, setText] = useState('')
	function send() {
		if (text.trim() === '' || isAnswering) return
		onSend(text.trim())
		setText('')
	}
	function handleKey(event: KeyboardEvent) {
		if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
		event.preventDefault()
		send()
	}
	return (
		<form
			className="ChatAsk"
			onSubmit={(event) => {
				event.preventDefault()
				send()
			}}
		>
			<TextArea data-main aria-label="Message" placeholder="Message" rows={1} maxLength={longestMessage} value={text} onChange={(event) => setText(event.target.value)} onKeyDown={handleKey} />
			{isAnswering ? (
				<Button icon={<Square />} onClick={onStop}>
					Stop
				</Button>
			) : (
				<Button variant="primary" type="submit" icon={<Send />} disabled={text.trim() === ''}>
					Send
				</Button>
			)}
		</form>
	)
}
