import { makeStyles, tokens } from '@fluentui/react-components'
import { DESKTOP } from '#ui/desktop.ts'

const CUT = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
} as const

/** How the rows of the order list are laid out; one place for rows and column names. */
export const useOrderRow = makeStyles({
  row: {
    // A share of 1 is a pixel at 1280: what the longest words of the four languages want. On narrower
    // screens all of them give way alike, so that nothing has to be scrolled sideways.
    [DESKTOP]: {
      gridTemplateColumns:
        'minmax(0, 196fr) minmax(0, 150fr) minmax(0, 176fr) minmax(0, 88fr) 44px minmax(0, 116fr) 96px',
      columnGap: '12px',
    },
  },
  /** The same beside an open order. */
  narrow: {
    [DESKTOP]: {
      gridTemplateColumns:
        'minmax(0, 216fr) minmax(0, 150fr) minmax(0, 100fr) minmax(0, 116fr) 96px',
    },
  },
  user: { ...CUT, fontWeight: tokens.fontWeightSemibold },
  figure: {
    textAlign: 'right',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    [DESKTOP]: { gridColumn: '-2', gridRow: '1' },
  },
  lower: {
    gridColumn: '1 / -1',
    display: 'flex',
    alignItems: 'baseline',
    columnGap: '4px',
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    [DESKTOP]: { display: 'contents' },
  },
  state: { flexShrink: 0, [DESKTOP]: { fontSize: tokens.fontSizeBase300 } },
  cell: {
    ...CUT,
    '::before': { content: '"· "' },
    [DESKTOP]: {
      fontSize: tokens.fontSizeBase300,
      lineHeight: tokens.lineHeightBase300,
      '::before': { content: 'none' },
    },
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  roomy: { display: 'none', fontVariantNumeric: 'tabular-nums', [DESKTOP]: { display: 'block' } },
})
