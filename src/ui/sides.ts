import { makeStyles, tokens } from '@fluentui/react-components'

/** How a list and what is open of it stand side by side, whichever of them is the screen. */
export const useSides = makeStyles({
  /** Where only one of them is there. It stays as it is while the other one comes and goes. */
  alone: { display: 'contents' },
  sides: { display: 'flex', flexGrow: 1, alignItems: 'stretch' },
  screen: { display: 'flex', flexDirection: 'column', flexGrow: 1, minWidth: 0 },
  /** What is at the side of the screen; stays while the screen goes by. */
  pane: {
    boxSizing: 'border-box',
    display: 'flex',
    flexDirection: 'column',
    flexShrink: 0,
    position: 'sticky',
    top: 'calc(env(titlebar-area-height, 0px) + var(--bar-above, 0px))',
    alignSelf: 'flex-start',
    height: 'calc(100dvh - env(titlebar-area-height, 0px) - var(--bar-above, 0px))',
  },
  /** As high as the bar of the screen, so that both end at one line. */
  head: {
    display: 'flex',
    alignItems: 'center',
    boxSizing: 'border-box',
    minHeight: '64px',
    flexShrink: 0,
    padding: '4px 12px 4px 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  /** What scrolls in it by itself. */
  scroller: { flexGrow: 1, minHeight: 0, padding: '12px 16px', overflowY: 'auto' },
})
