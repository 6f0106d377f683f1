import type { Static } from '@drydock/contract'
import { Badge, CopyButton } from '@drydock/ui'
import type { Tool } from '../contract.ts'

/** The tools of one category; the missing ones with a command to get them, to be copied. */
export function ToolTable({ name, tools }: { name: string; tools: Readonly<Record<string, Static<typeof Tool>>> }) {
	return (
		<table className="ToolTable">
			<caption>{name}</caption>
			<thead>
				<tr>
					<th scope="col">Tool</th>
					<th scope="col">Available</th>
					<th scope="col">Path</th>
					<th scope="col">Version</th>
					<th scope="col">Error</th>
				</tr>
			</thead>
			<tbody>
				{Object.entries(tools).map(([tool, { available, path, version, error, fix }]) => (
					<tr key={tool}>
						<th scope="row">{tool}</th>
						<td>
							<Badge tone={available ? 'good' : 'neutral'}>{available ? 'yes' : 'no'}</Badge>
						</td>
						<td>
							<code>{path}</code>
						</td>
						<td>{version}</td>
						<td>
							{error}
							{fix !== undefined && (
								<span className="ToolTable-fix">
									<code>{fix}</code>
									<CopyButton text={fix} label={`Copy the command that installs ${tool}`} />
								</span>
							)}
						</td>
					</tr>
				))}
			</tbody>
		</table>
	)
}
