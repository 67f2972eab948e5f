import { makeStyles, tokens } from '@fluentui/react-components'
import { DESKTOP, TIGHT } from '#ui/desktop.ts'

const CUT = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
} as const

/**
 * How the rows of the account list are laid out: two lines on phones, columns on large screens.
 *
 * One place for rows and column names, since they have to be aligned.
 */
export const useRowStyles = makeStyles({
  row: {
    gridTemplateColumns: 'minmax(0, 1fr) 116px',
    gridTemplateRows: 'auto auto',
    // A share of 1 is a pixel at 1280: what the longest words of the four languages want. On narrower
    // screens all of them give way alike, so that nothing has to be scrolled sideways.
    [DESKTOP]: {
      gridTemplateColumns:
        '44px minmax(0, 184fr) minmax(0, 148fr) minmax(0, 124fr) minmax(0, 88fr) minmax(0, 116fr) 120px',
      gridTemplateRows: 'auto',
      columnGap: '12px',
    },
    // An address is worth more than the plan.
    [TIGHT]: {
      gridTemplateColumns:
        '44px minmax(0, 224fr) minmax(0, 140fr) minmax(0, 124fr) minmax(0, 116fr) 120px',
    },
  },
  // The two lines of a phone's row; on large screens their parts are columns.
  line: {
    gridColumnStart: 1,
    display: 'flex',
    alignItems: 'baseline',
    columnGap: '8px',
    minWidth: 0,
    [DESKTOP]: { display: 'contents' },
  },
  lower: {
    columnGap: '4px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground2,
  },
  port: {
    flexShrink: 0,
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
  },
  mac: {
    fontFamily: tokens.fontFamilyMonospace,
    whiteSpace: 'nowrap',
    [DESKTOP]: { gridColumn: 'span 2' },
  },
  owner: CUT,
  state: {
    ...CUT,
    flexShrink: 0,
    [DESKTOP]: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  },
  /** The words about the end say it already. */
  said: { display: 'none', [DESKTOP]: { display: 'block' } },
  expiry: {
    ...CUT,
    [DESKTOP]: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  },
  plan: {
    ...CUT,
    // It gives way before the end does: a tenth of a pixel less would take two letters of that.
    flexShrink: 9999,
    color: tokens.colorNeutralForeground3,
    '::before': { content: '"· "' },
    [DESKTOP]: {
      fontSize: tokens.fontSizeBase300,
      lineHeight: tokens.lineHeightBase300,
      '::before': { content: 'none' },
    },
    [TIGHT]: { display: 'none' },
  },
  last: {
    ...CUT,
    display: 'none',
    color: tokens.colorNeutralForeground3,
    [DESKTOP]: {
      display: 'block',
      fontSize: tokens.fontSizeBase300,
      lineHeight: tokens.lineHeightBase300,
    },
  },
  usage: {
    gridColumnStart: 2,
    gridRow: '1 / span 2',
    alignSelf: 'center',
    minWidth: 0,
    [DESKTOP]: { gridColumnStart: 'auto', gridRow: 'auto' },
  },
  /** The name of a column that is left out where room is short. */
  roomy: { [TIGHT]: { display: 'none' } },
  none: { color: tokens.colorNeutralForeground3 },
})
