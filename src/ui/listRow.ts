import { makeStyles, tokens } from '@fluentui/react-components'
import { DESKTOP } from './desktop.ts'
import { OPEN_ROW } from './openRowStyle.ts'

/** How high a row is that holds no more than its two lines, px, its border included. */
export const usualHeight = (_row: unknown, inColumns: boolean): number => (inColumns ? 44 : 64)

/**
 * What the rows of all long lists have in common: two lines on phones, columns on large screens.
 * The columns themselves are each list's own `gridTemplateColumns`.
 */
export const useListRow = makeStyles({
  row: {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '12px',
    rowGap: '2px',
    alignContent: 'center',
    padding: '8px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':is(a, button):hover:not([aria-current])': {
      backgroundColor: tokens.colorNeutralBackground1Hover,
    },
    ':is(a, button):active': { backgroundColor: tokens.colorNeutralBackground1Pressed },
    ':focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-2px',
      borderRadius: tokens.borderRadiusMedium,
    },
    // The state's colour is at that edge, and what is open is beside it.
    '&[aria-current="page"]': OPEN_ROW,
    [DESKTOP]: { columnGap: '16px', alignItems: 'center', padding: '4px 20px' },
  },
  /** The colour of a row's state, along its edge. */
  bar: {
    position: 'absolute',
    top: '6px',
    bottom: '6px',
    left: '4px',
    width: '3px',
    borderRadius: tokens.borderRadiusCircular,
    forcedColorAdjust: 'none',
  },
  /** The names of the columns. */
  columns: {
    minHeight: '36px',
    color: tokens.colorNeutralForeground3,
    '& *': { fontSize: tokens.fontSizeBase200, fontWeight: tokens.fontWeightRegular },
  },
})
