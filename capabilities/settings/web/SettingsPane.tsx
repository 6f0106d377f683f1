import { ErrorState, PaneBody, RadioGroup, SettingsForm, Skeleton } from '@drydock/ui'
import { oneOf, preference, useCall, usePreference } from '@drydock/web-kit'
import { readProvider } from '../contract.ts'
import { ProviderForm } from './ProviderForm.tsx'

const modes = ['local', 'connected'] as const
const mode = preference<(typeof modes)[number]>('mode', 'Mode', 'connected', oneOf(...modes))

/** spec/3 §2, Settings. */
export default function SettingsPane() {
	const { data, error, refetch } = useCall(readProvider, {})
	const [chosen, setChosen] = usePreference(mode)
	return (
		<PaneBody label="Settings">
			<SettingsForm>
				<h2>Mode</h2>
				<RadioGroup
					label="Where models run"
					value={chosen}
					onChange={setChosen}
					options={[
						{ value: 'local', label: 'Local', hint: 'A model server on this machine. Nothing leaves it.' },
						{ value: 'connected', label: 'Connected', hint: 'A provider of your choice.' },
					]}
				/>
				{data && <ProviderForm key={chosen} isLocal={chosen === 'local'} current={data.current} providers={data.providers} />}
				{!data && !error && <Skeleton />}
				{error && <ErrorState title="The settings could not be read" error={error} onRetry={() => void refetch()} />}
			</SettingsForm>
		</PaneBody>
	)
}
