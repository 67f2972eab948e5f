import { makeStyles, tokens } from '@fluentui/react-components'
import { DESKTOP, TIGHT } from '#ui/desktop.ts'

const CUT = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  minWidth: 0,
} as const
const SMALL = { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 } as const
const USUAL = { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 } as const

/** How the rows of the user list are laid out; one place for rows and column names. */
export const useUserRow = makeStyles({
  row: {
    gridTemplateColumns: 'minmax(0, 1fr)',
    // A share of 1 is a pixel at 1280.
    [DESKTOP]: {
      gridTemplateColumns:
        'minmax(0, 200fr) minmax(0, 140fr) minmax(0, 124fr) minmax(0, 88fr) 84px minmax(0, 120fr) minmax(0, 124fr)',
      columnGap: '20px',
    },
    // An address is worth more than the plan and the sign-up.
    [TIGHT]: {
      gridTemplateColumns:
        'minmax(0, 240fr) minmax(0, 140fr) minmax(0, 124fr) 88px minmax(0, 124fr)',
    },
  },
  who: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  name: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minWidth: 0,
    fontWeight: tokens.fontWeightSemibold,
  },
  badge: { flexShrink: 0 },
  cut: CUT,
  comment: { ...CUT, ...SMALL, color: tokens.colorNeutralForeground3 },
  lower: {
    ...SMALL,
    display: 'flex',
    alignItems: 'baseline',
    columnGap: '8px',
    minWidth: 0,
    color: tokens.colorNeutralForeground2,
    [DESKTOP]: { display: 'contents' },
  },
  state: { ...CUT, flexShrink: 0, [DESKTOP]: USUAL },
  cell: { ...CUT, [DESKTOP]: USUAL },
  paid: {
    order: 1,
    marginInlineStart: 'auto',
    flexShrink: 0,
    textAlign: 'end',
    whiteSpace: 'pre-line',
    fontVariantNumeric: 'tabular-nums',
    [DESKTOP]: { ...USUAL, order: 0 },
  },
  /** The name above figures: as small as the others. */
  figures: { textAlign: 'end' },
  quiet: { color: tokens.colorNeutralForeground3 },
  /** Left out on phones, and where room is short. */
  roomy: { display: 'none', [DESKTOP]: { display: 'block' }, [TIGHT]: { display: 'none' } },
})
