import { makeStyles, tokens } from '@fluentui/react-components'

const DESKTOP = '@media (min-width: 1024px)'
const CUT = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
} as const

/** How the rows of both referral lists are laid out: two lines on phones, columns on large screens. */
export const useRowStyles = makeStyles({
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '12px',
    rowGap: '2px',
    alignContent: 'center',
    alignItems: 'center',
    width: '100%',
    padding: '8px 16px',
    border: 'none',
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'start',
    textDecorationLine: 'none',
    ':is(a, button)': { cursor: 'pointer' },
    ':is(a, button):hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    [DESKTOP]: {
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 2fr) minmax(120px, 1fr) minmax(120px, 1fr)',
      columnGap: '16px',
      padding: '4px 20px',
    },
  },
  main: CUT,
  code: { ...CUT, fontFamily: tokens.fontFamilyMonospace },
  figure: { textAlign: 'right', fontVariantNumeric: 'tabular-nums', [DESKTOP]: { order: 3 } },
  second: {
    ...CUT,
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
    [DESKTOP]: { fontSize: tokens.fontSizeBase300 },
  },
  last: { textAlign: 'right', [DESKTOP]: { order: 4 } },
  quiet: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontVariantNumeric: 'tabular-nums',
    [DESKTOP]: { fontSize: tokens.fontSizeBase300 },
  },
  // A column's name says what the words of a phone's row say.
  phoneOnly: { [DESKTOP]: { display: 'none' } },
  desktopOnly: { display: 'none', [DESKTOP]: { display: 'inline' } },
  columns: {
    minHeight: '36px',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
  stale: { opacity: 0.6 },
  list: { transitionProperty: 'opacity', transitionDuration: '150ms', paddingBottom: '72px' },
})
