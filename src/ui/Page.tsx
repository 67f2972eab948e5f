import { Button, makeStyles, mergeClasses, Title3, tokens } from '@fluentui/react-components'
import { ArrowLeft24Regular, Navigation24Regular, Search24Regular } from '@fluentui/react-icons'
import { useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, use, useEffect } from 'react'
import { useDrawn } from './drawn.ts'
import { FrameContext } from './frame-context.ts'
import { OfflineBar } from './OfflineBar.tsx'
import { DESKTOP } from './desktop.ts'

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
  /** Takes the place of everything in the bar, while rows are chosen. */
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
  const { openMenu, openSearch } = use(FrameContext)
  const router = useRouter()
  const navigate = useNavigate()
  const drawn = useDrawn()
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
          instead ? styles.chosen : undefined,
        )}
      >
        {instead || (
          <>
            {back !== undefined && (
              <Button
                appearance="subtle"
                icon={<ArrowLeft24Regular />}
                aria-label={t`Back`}
                onClick={goBack}
              />
            )}
            {back === undefined && openMenu && (
              <Button
                appearance="subtle"
                className={styles.menu}
                icon={<Navigation24Regular />}
                aria-label={t`Open the menu`}
                onClick={openMenu}
              />
            )}
            <div className={mergeClasses(styles.heading, back === undefined && styles.first)}>
              <Title3 as="h1" className={styles.title}>
                {title}
              </Title3>
              {status !== undefined && status !== false && (
                <span className={styles.status}>{status}</span>
              )}
            </div>
            <div className={styles.actions}>
              {openSearch && (
                <Button
                  appearance="subtle"
                  className={styles.menu}
                  icon={<Search24Regular />}
                  aria-label={t`Search and commands`}
                  onClick={openSearch}
                />
              )}
              {actions}
            </div>
          </>
        )}
      </header>
      <OfflineBar asOf={asOf} />
      <div className={mergeClasses(styles.content, wide && styles.wide, form && styles.form)}>
        {drawn && children}
      </div>
    </>
  )
}

const NARROW = '@media (max-width: 359px)'
const ROOMY = '@media (min-width: 600px)'
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
    minHeight: '56px',
    [NARROW]: { flexWrap: 'wrap' },
    paddingBlock: 'max(4px, env(safe-area-inset-top)) 4px',
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
  menu: { [DESKTOP]: { display: 'none' } },
  // The state is under the name on phones, where both have to share the bar with the actions.
  heading: {
    display: 'flex',
    flexDirection: 'column',
    minWidth: 0,
    paddingInlineStart: '8px',
    [NARROW]: { flexBasis: '96px', flexGrow: 1 },
    [ROOMY]: { flexDirection: 'row', alignItems: 'center', columnGap: '12px' },
  },
  // Without a button before it the name begins where the content does.
  first: { [DESKTOP]: { paddingInlineStart: 0 } },
  title: {
    minWidth: 0,
    flexShrink: 1,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    [DESKTOP]: { fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  },
  status: {
    display: 'inline-flex',
    minWidth: 0,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
    [ROOMY]: { fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
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
