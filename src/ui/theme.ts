import { createDarkTheme, createLightTheme, type Theme } from '@fluentui/react-components'
import { PALETTE, type ThemeColour } from '#rules/theme.ts'
import { luminanceOf, rampOf, shadeOf, TEXT_LUMINANCE } from './ramps.ts'

/** The colour of each state, the same everywhere; a word or an icon is beside it. */
export const stateColours = {
  green: 'var(--stateGreen)',
  amber: 'var(--stateAmber)',
  red: 'var(--stateRed)',
  blue: 'var(--stateBlue)',
  lime: 'var(--stateLime)',
  grey: 'var(--stateGrey)',
} as const

/** What our themes hold beyond Fluent's. */
export type StateTokens = Record<`state${Capitalize<keyof typeof stateColours>}`, string>

const LIGHT: Partial<Theme> & StateTokens = {
  colorNeutralStroke2: '#e3e3e3',
  stateGreen: '#1a8a3f',
  stateAmber: '#c26d00',
  stateRed: '#d13438',
  stateBlue: '#1a73d9',
  stateLime: '#7a9200',
  stateGrey: '#858585',
}

/** Two surfaces, the page and the cards on it; borders are lighter than both. */
const DARK: Partial<Theme> & StateTokens = {
  colorNeutralForeground1: '#f2f2f2',
  colorNeutralBackground1: '#1f1f1f',
  colorNeutralBackground1Hover: '#2b2b2b',
  colorNeutralBackground1Pressed: '#1a1a1a',
  colorNeutralBackground1Selected: '#292929',
  colorNeutralBackground2: '#141414',
  colorNeutralBackground2Hover: '#1f1f1f',
  colorNeutralBackground2Pressed: '#0f0f0f',
  colorNeutralBackground2Selected: '#242424',
  colorNeutralBackground3: '#0f0f0f',
  colorNeutralBackground3Hover: '#1a1a1a',
  colorNeutralBackground3Pressed: '#0a0a0a',
  colorNeutralBackground3Selected: '#1f1f1f',
  colorSubtleBackgroundHover: '#2b2b2b',
  colorSubtleBackgroundPressed: '#262626',
  colorSubtleBackgroundSelected: '#292929',
  colorNeutralStencil1: '#383838',
  colorNeutralStencil2: '#2b2b2b',
  colorNeutralStroke1: '#575757',
  colorNeutralStroke1Hover: '#666666',
  colorNeutralStroke1Pressed: '#616161',
  colorNeutralStroke2: '#363636',
  colorNeutralStroke3: '#2e2e2e',
  stateGreen: '#4cc26a',
  stateAmber: '#f0a531',
  stateRed: '#f0626a',
  stateBlue: '#5aa8f7',
  stateLime: '#bad432',
  stateGrey: '#949494',
}

/** QR codes look like print in every theme. */
export const PAPER = { ground: '#ffffff', ink: '#000000', word: '#424242' } as const

/** Lighter than this, a colour's brightness is not changed and its text is dark. */
const BRIGHT = 0.38

const CJK: Readonly<Record<string, string>> = {
  'zh-CN': "'PingFang SC', 'Microsoft YaHei UI', 'Noto Sans CJK SC', 'Noto Sans SC'",
  'ja-JP': "'Hiragino Sans', 'Yu Gothic UI', Meiryo, 'Noto Sans CJK JP', 'Noto Sans JP'",
}

/** The look of the site in one of its colours, its glyphs those of a language. Spec 9. */
export function themeOf(name: ThemeColour, dark: boolean, lang = 'zh-CN'): Theme {
  const hex = PALETTE[name]
  const brand = rampOf(hex)
  return {
    ...(dark ? { ...createDarkTheme(brand), ...DARK } : { ...createLightTheme(brand), ...LIGHT }),
    ...brandBackgrounds(hex, dark),
    ...fontsOf(lang),
    borderRadiusXLarge: '12px',
  }
}

/** The colour a browser's frame takes in the dark: that of the page. */
export const DARK_FRAME = '#141414'

function brandBackgrounds(hex: string, dark: boolean): Partial<Theme> {
  const own = luminanceOf(hex)
  const bright = own > BRIGHT
  // In the dark even the deep colours rise to where a button stands out from the page.
  const base = bright ? own : dark ? TEXT_LUMINANCE : Math.min(own, TEXT_LUMINANCE)
  return {
    colorBrandBackground: shadeOf(hex, base),
    colorBrandBackgroundHover: shadeOf(hex, base * 0.85),
    colorBrandBackgroundPressed: shadeOf(hex, base * 0.65),
    colorBrandBackgroundSelected: shadeOf(hex, base * 0.75),
    colorNeutralForegroundOnBrand: bright ? '#1a1a1a' : '#ffffff',
  }
}

function fontsOf(lang: string): Partial<Theme> {
  const base = `-apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, ${CJK[lang] ?? CJK['zh-CN']}, sans-serif`
  return {
    fontFamilyBase: base,
    fontFamilyNumeric: base,
    fontFamilyMonospace: `ui-monospace, 'SF Mono', 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', monospace`,
  }
}
