import { createContext, useContext, useId, type InputHTMLAttributes, type ReactNode, type Ref, type SelectHTMLAttributes, type TextareaHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import './Field.css'

interface FieldLink {
	id: string
	note: string | undefined
	isInvalid: boolean
}

const FieldContext = createContext<FieldLink | undefined>(undefined)

/** A label, a control and what is to be said about it. */
export function Field({ label, hint, error, isInline, className, children }: { label: ReactNode; hint?: ReactNode; error?: ReactNode; isInline?: boolean; className?: string; children: ReactNode }) {
	const id = useId()
	const hasNote = Boolean(error ?? hint)
	return (
		<div className={classNames('Field', isInline && 'Field--inline', className)}>
			<label className="Field-label" htmlFor={id}>
				{label}
			</label>
			<FieldContext value={{ id, note: hasNote ? `${id}-note` : undefined, isInvalid: Boolean(error) }}>{children}</FieldContext>
			{hasNote && (
				<p id={`${id}-note`} className={error ? 'Field-error' : 'Field-hint'} role={error ? 'alert' : undefined}>
					{error ?? hint}
				</p>
			)}
		</div>
	)
}

/** What ties a control of one's own to the field around it. */
export function useFieldControl() {
	const field = useContext(FieldContext)
	return { id: field?.id, 'aria-describedby': field?.note, 'aria-invalid': field?.isInvalid || undefined }
}

export function TextInput({ className, isMono, ...rest }: InputHTMLAttributes<HTMLInputElement> & { isMono?: boolean; ref?: Ref<HTMLInputElement> }) {
	return <input type="text" autoComplete="off" spellCheck={false} {...useFieldControl()} {...rest} className={classNames('Input', isMono && 'Input--mono', className)} />
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }) {
	return <textarea {...useFieldControl()} {...rest} className={classNames('Input', 'Input--area', className)} />
}

export function Select({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement> & { ref?: Ref<HTMLSelectElement> }) {
	return (
		<select {...useFieldControl()} {...rest} className={classNames('Input', 'Input--select', className)}>
			{children}
		</select>
	)
}

/** A number that is clamped when it is left, so that typing is never fought. */
export function NumberInput({ value, min, max, onCommit, ...rest }: Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & { value: number; min: number; max: number; onCommit(value: number): void }) {
	const commit = (text: string) => {
		const typed = Number(text)
		onCommit(text.trim() === '' || Number.isNaN(typed) ? value : Math.min(Math.max(typed, min), max))
	}
	return (
		<TextInput
			{...rest}
			key={value}
			type="number"
			min={min}
			max={max}
			defaultValue={value}
			onBlur={(event) => commit(event.target.value)}
			onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
			className={classNames('Input--number', rest.className)}
		/>
	)
}

export function Slider({ value, onChange, unit = '', ...rest }: Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & { value: number; unit?: string; onChange(value: number): void }) {
	return (
		<div className="Slider">
			<input type="range" {...useFieldControl()} {...rest} value={value} onChange={(event) => onChange(event.target.valueAsNumber)} />
			<output className="Slider-value">
				{value}
				{unit}
			</output>
		</div>
	)
}

export function Checkbox({ label, hint, isChecked, onChange, ...rest }: Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'checked'> & { label: ReactNode; hint?: ReactNode; isChecked: boolean; onChange(isChecked: boolean): void }) {
	const id = useId()
	return (
		<div className="Checkbox">
			<input {...rest} id={id} type="checkbox" checked={isChecked} aria-describedby={hint ? `${id}-note` : undefined} onChange={(event) => onChange(event.target.checked)} />
			<label htmlFor={id}>{label}</label>
			{hint && (
				<p id={`${id}-note`} className="Field-hint">
					{hint}
				</p>
			)}
		</div>
	)
}

export function RadioGroup<V extends string>({ label, value, options, onChange }: { label: string; value: V; options: readonly { value: V; label: ReactNode; hint?: ReactNode }[]; onChange(value: V): void }) {
	const name = useId()
	return (
		<fieldset className="RadioGroup">
			<legend className="Field-label">{label}</legend>
			{options.map((option) => (
				<label key={option.value} className="Radio">
					<input type="radio" name={name} checked={option.value === value} onChange={() => onChange(option.value)} />
					<span>
						{option.label}
						{option.hint && <span className="Field-hint">{option.hint}</span>}
					</span>
				</label>
			))}
		</fieldset>
	)
}
