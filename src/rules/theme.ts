/** The colours of a site, by their names in the settings. Spec 9. */
export const PALETTE = {
  red: '#F44336',
  pink: '#E91E63',
  purple: '#9C27B0',
  'deep-purple': '#673AB7',
  indigo: '#3F51B5',
  blue: '#2196F3',
  'light-blue': '#03A9F4',
  cyan: '#00BCD4',
  teal: '#009688',
  green: '#4CAF50',
  'light-green': '#8BC34A',
  lime: '#CDDC39',
  yellow: '#FFEB3B',
  amber: '#FFC107',
  orange: '#FF9800',
  'deep-orange': '#FF5722',
  brown: '#795548',
  grey: '#9E9E9E',
  'blue-grey': '#607D8B',
} as const

/** The name of one of the colours. */
export type ThemeColour = keyof typeof PALETTE

/** The colour of a site that chose none. */
export const DEFAULT_COLOUR = 'blue'

/** Whether a name is one of the colours; any other is ignored. Spec 5. */
export function isThemeColour(name: unknown): name is ThemeColour {
  return typeof name === 'string' && Object.hasOwn(PALETTE, name)
}

/** The colour of that name, or that of a site that chose none. */
export function themeColour(name: unknown): ThemeColour {
  return isThemeColour(name) ? name : DEFAULT_COLOUR
}

/** The colour a browser gives its frame: the named one, or indigo. */
export function browserColour(name: unknown): string {
  return PALETTE[isThemeColour(name) ? name : 'indigo']
}
