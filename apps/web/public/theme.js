// Runs before the first paint, so that a light workspace never flashes dark. The page's own code takes over afterwards.
try {
	var theme = (localStorage.getItem('vt_theme') || '').replace(/"/g, '')
	if (theme === 'system') theme = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark'
	if (theme) document.documentElement.dataset.theme = theme
} catch {
	// No storage: the default theme stays.
}
