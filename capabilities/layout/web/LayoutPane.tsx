import { Button, Checkbox, Field, NumberInput, PaneBody, Select, SettingsButtons, SettingsForm, Slider } from '@drydock/ui'
import { dockBarSize, dockPlaces, showFooter, showHeader, usePreference } from '@drydock/web-kit'
import { changeLayout, useLayoutRecord } from '@drydock/web-kit/dock/layout-store.ts'
import { ranges, type Range } from '@drydock/web-kit/dock/limits.ts'
import { alignments, defaultRecord, type LayoutRecord } from '@drydock/web-kit/dock/record.ts'
import { borderPlaces } from '@drydock/web-kit/dock/tree.ts'
import { useState } from 'react'
import { SavedLayouts } from './saved/SavedLayouts.tsx'

type Sizes = LayoutRecord['layout']

/** spec/1 §2, Layout settings. */
export default function LayoutPane() {
	const record = useLayoutRecord((state) => state.record)
	const [draft, setDraft] = useState(record.layout)
	const [hasHeader, setHeader] = usePreference(showHeader)
	const [hasFooter, setFooter] = usePreference(showFooter)
	const [barSize, setBarSize] = usePreference(dockBarSize)
	const { prefs } = record.global
	const setPrefs = (change: Partial<typeof prefs>) => changeLayout((old) => ({ ...old, global: { prefs: { ...old.global.prefs, ...change } } }))
	function handleReset() {
		const { layout, global } = defaultRecord()
		setDraft(layout)
		changeLayout((old) => ({ ...old, layout, global: { prefs: { ...old.global.prefs, ...global.prefs } } }))
	}
	return (
		<PaneBody label="Layout settings">
			<SettingsForm>
				<h2>Sizes</h2>
				<SizeField label="Minimum tab set width" range={ranges.minWidth} value={draft.minSize.width} onCommit={(width) => setDraft({ ...draft, minSize: { ...draft.minSize, width } })} />
				<SizeField label="Minimum tab set height" range={ranges.minHeight} value={draft.minSize.height} onCommit={(height) => setDraft({ ...draft, minSize: { ...draft.minSize, height } })} />
				<SizeField label="Maximum grid columns" range={ranges.columns} value={draft.maxGrid.columns} onCommit={(columns) => setDraft({ ...draft, maxGrid: { ...draft.maxGrid, columns } })} />
				<SizeField label="Maximum grid rows" range={ranges.rows} value={draft.maxGrid.rows} onCommit={(rows) => setDraft({ ...draft, maxGrid: { ...draft.maxGrid, rows } })} />
				<SizeField label="Default left width" range={ranges.left} value={draft.defaults.left} onCommit={(left) => setDraft({ ...draft, defaults: { ...draft.defaults, left } })} />
				<SizeField label="Default right width" range={ranges.right} value={draft.defaults.right} onCommit={(right) => setDraft({ ...draft, defaults: { ...draft.defaults, right } })} />
				<SizeField label="Default bottom height" range={ranges.bottom} value={draft.defaults.bottom} onCommit={(bottom) => setDraft({ ...draft, defaults: { ...draft.defaults, bottom } })} />
				<SettingsButtons>
					<Button variant="primary" disabled={isSame(draft, record.layout)} onClick={() => changeLayout((old) => ({ ...old, layout: draft }))}>
						Apply
					</Button>
					<Button onClick={handleReset}>Reset defaults</Button>
				</SettingsButtons>
				<p className="Field-hint">
					Splits that violate the hard minimum (200 by 140) are rejected. Below the configured minimum the dock rebalances its neighbours; if that is not enough, the tab goes into the nearest tab set.
				</p>
				<h2>Saved layouts</h2>
				<SavedLayouts />
				<h2>Places</h2>
				<Field label="Default open location" isInline>
					<Select value={prefs.defaultOpenLocation} onChange={({ target }) => setPrefs({ defaultOpenLocation: dockPlaces.find((place) => place === target.value) })}>
						{dockPlaces.map((place) => (
							<option key={place}>{place}</option>
						))}
					</Select>
				</Field>
				<Field label="Footer alignment" isInline>
					<Select value={prefs.footerAlign} onChange={({ target }) => setPrefs({ footerAlign: alignments.find((side) => side === target.value) })}>
						{alignments.map((side) => (
							<option key={side}>{side}</option>
						))}
					</Select>
				</Field>
				<Checkbox label="Show header" isChecked={hasHeader} onChange={setHeader} />
				<Checkbox label="Show footer" isChecked={hasFooter} onChange={setFooter} />
				<h2>Dock bars</h2>
				<Field label={dockBarSize.title} isInline>
					<Slider min={24} max={48} unit=" px" value={barSize} onChange={setBarSize} />
				</Field>
				{borderPlaces.map((place) => (
					<Checkbox key={place} label={`Show ${place} dock bar`} isChecked={isShown(record, place)} onChange={(show) => showBorder(place, show)} />
				))}
			</SettingsForm>
		</PaneBody>
	)
}

function SizeField({ label, range, value, onCommit }: { label: string; range: Range; value: number; onCommit(value: number): void }) {
	return (
		<Field label={label} isInline>
			<NumberInput min={range.least} max={range.most} value={value} onCommit={onCommit} />
		</Field>
	)
}

function isSame(a: Sizes, b: Sizes): boolean {
	return JSON.stringify(a) === JSON.stringify(b)
}

function isShown(record: LayoutRecord, place: string): boolean {
	return record.dock.model?.borders.find((border) => border.location === place)?.show ?? true
}

function showBorder(place: string, show: boolean) {
	changeLayout(
		(record) => {
			const { model } = record.dock
			if (!model) return record
			return { ...record, dock: { ...record.dock, model: { ...model, borders: model.borders.map((border) => (border.location === place ? { ...border, show } : border)) } } }
		},
		{ isNewTree: true },
	)
}
