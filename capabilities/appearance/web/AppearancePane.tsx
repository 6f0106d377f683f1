import { Checkbox, classNames, Field, PaneBody, SettingsForm, Slider } from '@drydock/ui'
import { Check } from '@drydock/ui/icons'
import { backgroundAnimation, backgroundFps, backgroundIntensity, dockGap, dyslexiaFont, fontSize, flag, logoSize, numberBetween, preference, reduceMotion, showFooter, showHeader, themeChoice, themes, usePreference, type Preference, type Theme } from '@drydock/web-kit'
import './AppearancePane.css'

// spec/1 §5 and §9: off, 500 ms.
const warmup = preference('fs_warmup', 'Filesystem warmup', false, flag)
/** spec: warm-up budget */
const warmupBudget = preference('fs_warmup_budget', 'Warmup budget', 500, numberBetween(100, 3000))

/** spec/1 §2, Appearance settings: everything takes effect at once. */
export default function AppearancePane() {
	const [theme, setTheme] = usePreference(themeChoice)
	const [isWarm] = usePreference(warmup)
	const [hasBackground] = usePreference(backgroundAnimation)
	return (
		<PaneBody label="Appearance settings">
			<SettingsForm>
				<h2>Theme</h2>
				<div className="ThemeGrid" role="group" aria-label="Theme">
					{themes.map((each) => (
						<ThemeButton key={each} theme={each} isChosen={each === theme} onChoose={() => setTheme(each)} />
					))}
				</div>
				<h2>Text</h2>
				<SliderSetting preference={fontSize} min={11} max={18} unit=" px" />
				<Toggle preference={dyslexiaFont} hint="OpenDyslexic, for everything but code." />
				<h2>Motion</h2>
				<Toggle preference={reduceMotion} hint="Also honoured when the system asks for it." />
				<Toggle preference={backgroundAnimation} hint="Glyphs that fall behind the frame of the workspace; none while motion is reduced or the page is hidden." />
				{hasBackground && (
					<>
						<SliderSetting preference={backgroundIntensity} min={0.2} max={1} step={0.05} />
						<SliderSetting preference={backgroundFps} min={10} max={60} />
					</>
				)}
				<h2>Frame</h2>
				<Toggle preference={showHeader} />
				<Toggle preference={showFooter} />
				<SliderSetting preference={logoSize} min={12} max={32} unit=" px" />
				<SliderSetting preference={dockGap} min={0} max={24} unit=" px" />
				<h2>Files</h2>
				<Toggle preference={warmup} hint="Reads ahead what a folder holds." />
				{isWarm && <SliderSetting preference={warmupBudget} min={100} max={3000} step={50} unit=" ms" />}
			</SettingsForm>
		</PaneBody>
	)
}

/** A button that shows its theme: the tokens of that theme hold inside it. */
function ThemeButton({ theme, isChosen, onChoose }: { theme: Theme; isChosen: boolean; onChoose(): void }) {
	return (
		<button type="button" className={classNames('ThemeButton', isChosen && 'ThemeButton--chosen')} aria-pressed={isChosen} onClick={onChoose}>
			<span className="ThemeButton-sample" data-theme={theme === 'system' ? undefined : theme} aria-hidden="true">
				<i />
				<b />
				<u />
			</span>
			<span className="ThemeButton-name">
				{theme}
				{isChosen && <Check />}
			</span>
		</button>
	)
}

function Toggle({ preference, hint }: { preference: Preference<boolean>; hint?: string }) {
	const [isOn, setOn] = usePreference(preference)
	return <Checkbox label={preference.title} hint={hint} isChecked={isOn} onChange={setOn} />
}

function SliderSetting({ preference, ...range }: { preference: Preference<number>; min: number; max: number; step?: number; unit?: string }) {
	const [value, setValue] = usePreference(preference)
	return (
		<Field label={preference.title} isInline>
			<Slider {...range} value={value} onChange={setValue} />
		</Field>
	)
}
