import { Button, makeStyles, mergeClasses, Title3, tokens } from '@fluentui/react-components'
import { ArrowLeft24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useDrawn } from './drawn.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { DESKTOP, ROOMY } from './desktop.ts'
import { useMedia } from './media.ts'
import { usePageMark } from './pageMark.ts'

type Props = {
  title: string
  /** Shown beside the title: a state, or that something was saved. */
  status?: ReactNode
  /** At most two on a phone. */
  actions?: ReactNode
  /** Where the arrow leads when there is no way back. */
  back?: string
  /** When the oldest answer on the page was given, in ms since 1970. */
  asOf?: number
  children: ReactNode
  /** Takes the place of everything in the bar while rows are chosen, on phones of the bar at the thumb. */
  instead?: ReactNode
  /** Uses the whole width, for lists. */
  wide?: boolean
  /** One column of cards or fields, no wider than they can be read. */
  form?: boolean
}

/** One screen: a bar with its name and actions, and the content below. */
export function Page(props: Props) {
  const { title, status, actions, back, asOf, children, instead, wide, form } = props
  const styles = useStyles()
  const { t } = useLingui()
  const isRoomy = useMedia(ROOMY)
  const router = useRouter()
  const navigate = useNavigate()
  const drawn = useDrawn()
  usePageMark('thumb-taken', !!instead && !isRoomy)
  useEffect(() => {
    document.title = title
  }, [title])
  const goBack = () => {
    if (router.history.canGoBack()) router.history.back()
    else void navigate({ to: back ?? '/' })
  }

  return (
    <>
      <header
        className={mergeClasses(
          styles.bar,
          wide && styles.barWide,
          form && styles.barForm,
          instead && isRoomy ? styles.chosen : undefined,
        )}
      >
        {(isRoomy && instead) || (
          <>
            {back !== undefined && (
              <Button
                appearance="subtle"
                icon={<ArrowLeft24Regular />}
                aria-label={t`Back`}
                onClick={goBack}
              />
            )}
            <div className={mergeClasses(styles.heading, back === undefined && styles.first)}>
              {/* What is chosen has a heading of its own. */}
              <Title3
                as={instead ? 'span' : 'h1'}
                className={mergeClasses(styles.title, title.length > LONG && styles.long)}
              >
                {title}
              </Title3>
              {status !== undefined && status !== false && (
                <span className={styles.status}>{status}</span>
              )}
            </div>
            {!instead && <div className={styles.actions}>{actions}</div>}
          </>
        )}
      </header>
      <OfflineBar asOf={asOf} />
      <div className={mergeClasses(styles.content, wide && styles.wide, form && styles.form)}>
        {drawn && children}
      </div>
      {instead && !isRoomy && (
        <div data-at-thumb className={styles.atThumb}>
          {instead}
        </div>
      )}
    </>
  )
}

/** How many letters of a title have room on a phone beside two buttons. */
const LONG = 20
const NARROW = '@media (max-width: 359px)'
const BROAD = '@media (min-width: 600px)'
/** How wide the content gets, with its padding, px. */
const COLUMN = { page: 1200, form: 768 }
/** Aligns the bar's name and buttons with the content's column, with `padding` px within it. */
const beside = (column: number, padding: number) =>
  `max(${padding}px, calc(50% - ${column / 2 - padding}px))`
const useStyles = makeStyles({
  bar: {
    position: 'sticky',
    top: 'calc(env(titlebar-area-height, 0px) + var(--bar-above, 0px))',
    zIndex: 4,
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    // 44 for a finger, 2 around it, and the line.
    minHeight: '49px',
    [NARROW]: { flexWrap: 'wrap' },
    paddingBlock: 'max(2px, env(safe-area-inset-top)) 2px',
    paddingInline: beside(COLUMN.page, 8),
    backgroundColor: tokens.colorNeutralBackground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    [DESKTOP]: {
      paddingBlock: '8px',
      paddingInline: beside(COLUMN.page, 24),
      minHeight: '64px',
    },
  },
  barWide: { paddingInline: '8px', [DESKTOP]: { paddingInline: '24px' } },
  barForm: {
    paddingInline: beside(COLUMN.form, 8),
    [DESKTOP]: { paddingInline: beside(COLUMN.form, 24) },
  },
  chosen: { backgroundColor: tokens.colorNeutralBackground1Selected },
  atThumb: {
    position: 'fixed',
    zIndex: 5,
    insetInline: 0,
    bottom: 0,
    display: 'flex',
    alignItems: 'center',
    columnGap: '8px',
    padding: '8px 8px max(8px, env(safe-area-inset-bottom))',
    backgroundColor: tokens.colorNeutralBackground1Selected,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  // An e-mail address is how people are recognised: on phones it takes two lines of the bar.
  long: {
    '@media (max-width: 599px)': {
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
      fontSize: tokens.fontSizeBase300,
      lineHeight: tokens.lineHeightBase300,
      maxHeight: '40px',
    },
  },
  // The state is under the name on phones, where both have to share the bar with the actions.
  heading: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    paddingInlineStart: '8px',
    [NARROW]: { flexBasis: '96px', flexGrow: 1 },
    [BROAD]: { flexDirection: 'row', alignItems: 'center', columnGap: '12px' },
  },
  // Without a button before it the name begins where the content does.
  first: { [DESKTOP]: { paddingInlineStart: 0 } },
  title: {
    minWidth: 0,
    flexShrink: 1,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
  },
  status: {
    display: 'inline-flex',
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    [BROAD]: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
    ':empty': { display: 'none' },
  },
  actions: {
    marginInlineStart: 'auto',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    // There the buttons are larger, and the title needs the room.
    '@media (pointer: coarse) and (max-width: 599px)': { gap: 0 },
  },
  content: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    gap: '16px',
    width: '100%',
    maxWidth: `${COLUMN.page}px`,
    marginInline: 'auto',
    padding: '16px',
    [DESKTOP]: { padding: '24px' },
  },
  wide: { maxWidth: 'none' },
  form: { maxWidth: `${COLUMN.form}px` },
})
