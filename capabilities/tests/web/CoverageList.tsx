import { EmptyState } from '@drydock/ui'
import { ListChecks } from '@drydock/ui/icons'
import type { Coverage } from '../contract.ts'

/** How much of each file ran, those with the most left out first. */
export function CoverageList({ coverage: { files, problem }, onOpen }: { coverage: Coverage; onOpen(file: string): void }) {
	if (files.length === 0) return <EmptyState icon={<ListChecks />} title="No coverage">{problem}</EmptyState>
	return (
		<div className="CoverageList" role="region" aria-label="Coverage" tabIndex={0}>
			<table>
				<thead>
					<tr>
						<th scope="col">File</th>
						<th scope="col">Lines</th>
						<th scope="col">Ran</th>
					</tr>
				</thead>
				<tbody>
					{files.map(({ file, lines, covered }) => (
						<tr key={file}>
							<td>
								<button type="button" className="LiveOutput-link" onClick={() => onOpen(file)}>
									{file}
								</button>
							</td>
							<td>{`${covered} of ${lines}`}</td>
							<td>{percent(covered, lines)}</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

/** Of all files together. */
export function totalOf({ files }: Coverage): string {
	const sum = (of: 'lines' | 'covered') => files.reduce((all, file) => all + file[of], 0)
	return files.length === 0 ? 'none' : percent(sum('covered'), sum('lines'))
}

/** Rounded down, so that 100 % means all of it. */
const percent = (covered: number, lines: number) => `${Math.floor((covered / lines) * 1000) / 10} %`
