import { Checkbox, Field, Select, Slider } from '@drydock/ui'
import { densities, paddings, type Frame } from './chat-preferences.ts'

/** How the conversation is framed. */
export function FrameForm({ frame, onChange }: { frame: Frame; onChange(frame: Frame): void }) {
	const change = (part: Partial<Frame>) => onChange({ ...frame, ...part })
	return (
		<div className="ChatForm">
			<Checkbox label="Frame" isChecked={frame.enabled} onChange={(enabled) => change({ enabled })} />
			<Field label="Density">
				<Select disabled={!frame.enabled} value={frame.density} onChange={({ target }) => change({ density: densities.find((each) => each === target.value) ?? 'normal' })}>
					{densities.map((density) => (
						<option key={density}>{density}</option>
					))}
				</Select>
			</Field>
			<Field label="Padding">
				<Select disabled={!frame.enabled} value={frame.padding} onChange={({ target }) => change({ padding: paddings.find((each) => each === target.value) ?? 'md' })}>
					{paddings.map((padding) => (
						<option key={padding}>{padding}</option>
					))}
				</Select>
			</Field>
			<Field label="Opacity">
				<Slider min={0.5} max={1} step={0.01} disabled={!frame.enabled} value={frame.opacity} onChange={(opacity) => change({ opacity })} />
			</Field>
			<Checkbox label="Glass" isChecked={frame.glass} disabled={!frame.enabled} onChange={(glass) => change({ glass })} />
			<Checkbox label="Background" isChecked={frame.background} disabled={!frame.enabled} onChange={(background) => change({ background })} />
		</div>
	)
}
