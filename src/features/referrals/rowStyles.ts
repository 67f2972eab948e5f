import { makeStyles, tokens } from '@fluentui/react-components'
import { DESKTOP } from '#ui/desktop.ts'

const CUT = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
} as const

/** How the rows of both referral lists are laid out: two lines on phones, columns on large screens. */
export const useRowStyles = makeStyles({
  row: {
    alignItems: 'center',
    width: '100%',
    border: 'none',
    backgroundColor: 'transparent',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    textAlign: 'start',
    ':is(a, button)': { cursor: 'pointer' },
    [DESKTOP]: {
      gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 2fr) minmax(120px, 1fr) minmax(120px, 1fr)',
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
  // The column's name replaces the label in a phone's row.
  phoneOnly: { [DESKTOP]: { display: 'none' } },
  desktopOnly: { display: 'none', [DESKTOP]: { display: 'inline' } },
})
