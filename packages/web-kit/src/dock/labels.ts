import { I18nLabel, I18nLabelDefaults } from 'flexlayout-react'

/** spec/1 §8: dock labels. */
const ours: Record<string, string> = {
	[I18nLabel.Close_Tab]: 'Close',
	[I18nLabel.Close_Tabset]: 'Close tab set',
	[I18nLabel.Maximize]: 'Maximize tab set',
	[I18nLabel.Restore]: 'Restore tab set',
	[I18nLabel.Popout_Tab]: 'Popout selected tab',
	[I18nLabel.Overflow_Menu_Tooltip]: 'Hidden tabs',
	[I18nLabel.Error_rendering_component]: 'Error rendering component',
	[I18nLabel.Error_rendering_component_retry]: 'Retry',
}

export function dockLabel(key: string): string {
	return ours[key] ?? I18nLabelDefaults[key] ?? key
}
