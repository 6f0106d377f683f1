import { Badge } from '@drydock/ui'
import { Key } from '@drydock/ui/icons'
import { useCall } from '@drydock/web-kit'
import { readProvider } from '../../settings/contract.ts'

/** Whether a model can be asked: the pane only says whether there is a key (spec/1 §6). */
export function KeyBadge() {
	const { data } = useCall(readProvider, {})
	if (!data) return undefined
	return (
		<Badge tone={data.current.has_key ? 'good' : 'neutral'} icon={<Key />} title={data.current.has_key ? 'A provider key is set' : 'No provider key is set'}>
			{data.current.has_key ? 'key' : 'no key'}
		</Badge>
	)
}
