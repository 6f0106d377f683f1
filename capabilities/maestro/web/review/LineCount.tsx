/** Lines added and removed. */
export function LineCount({ added, removed }: { added: number; removed: number }) {
	return (
		<span className="LineCount" aria-label={`${added} lines added, ${removed} removed`}>
			<span className="LineCount-added">+{added}</span> <span className="LineCount-removed">−{removed}</span>
		</span>
	)
}
