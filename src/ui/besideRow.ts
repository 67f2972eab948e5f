import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { OPEN_ROW } from './openRowStyle.ts'

const CUT = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
} as const

/** What the rows of all lists have in common that stand beside what is open: two lines at every width. */
export const useBesideRow = makeStyles({
  /** The link of a row; the one that is open is the current page. */
  link: {
    display: 'block',
    color: 'inherit',
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
    '&[aria-current="page"]': OPEN_ROW,
  },
  lines: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    gap: '2px',
    minHeight: '64px',
    padding: '8px 16px',
    boxSizing: 'border-box',
  },
  line: { display: 'flex', alignItems: 'baseline', columnGap: '8px', minWidth: 0 },
  second: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  strong: { fontWeight: tokens.fontWeightSemibold },
  cut: CUT,
  kept: { flexShrink: 0 },
  quiet: { ...CUT, marginInlineStart: 'auto', color: tokens.colorNeutralForeground3 },
})
