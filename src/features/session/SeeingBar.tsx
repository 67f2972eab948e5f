import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useReach } from '#api/reachability.ts'
import { explain, type Refusals } from '#api/refusals.ts'
import { useSubmit } from '#api/submit.ts'
import { useOnline } from '#device/online.ts'
import { knownStatus, seenIn, useStatus } from '#device/status.ts'
import { useHeightAs } from '#ui/useHeightAs.ts'
import { endSeeing } from './seeing.ts'
import { checkVisit } from './visit.ts'

/** Why the desk is not back. */
const REFUSALS: Refusals<'stopSeeing'> = { otherwise: msg`The view did not end. Try again.` }

/** How long after the end the server is asked, ms: clocks do not run quite alike. */
const GRACE_MS = 1_000

/** Says on every screen that an admin only sees what a customer sees, and leads back to the desk. */
export default function SeeingBar() {
  const styles = useStyles()
  const { i18n } = useLingui()
  const status = useStatus()
  const [bar, setBar] = useState<HTMLElement | null>(null)
  const isOnline = useOnline()
  const isReached = useReach() && isOnline
  const { pending, error, run } = useSubmit(endSeeing)
  useHeightAs('--bar-above', bar)
  const expiresIn = status?.seenBy?.expiresIn
  useEffect(() => {
    if (expiresIn === undefined) return undefined
    const left = (knownStatus()?.at ?? 0) + expiresIn - Date.now()
    const timer = setTimeout(() => void checkVisit(), Math.max(0, left) + GRACE_MS)
    return () => clearTimeout(timer)
  }, [status, expiresIn])
  const customer = seenIn(status)
  if (customer === undefined) return null
  const { email = '' } = status ?? {}
  return (
    <aside ref={setBar} className={styles.bar}>
      <span role="status" className={styles.words}>
        {error ? (
          i18n._(explain(error, REFUSALS))
        ) : isReached ? (
          <Trans>Viewing as {email}. Nothing can be changed.</Trans>
        ) : (
          <Trans>Viewing as {email}. This needs a connection to the server.</Trans>
        )}
      </span>
      <Button
        size="small"
        className={styles.back}
        disabledFocusable={pending}
        onClick={() => void run(customer, () => undefined)}
      >
        <Trans>Back to admin</Trans>
      </Button>
    </aside>
  )
}

const useStyles = makeStyles({
  bar: {
    position: 'sticky',
    top: 'env(titlebar-area-height, 0px)',
    zIndex: 6,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '4px 16px',
    padding: 'max(6px, env(safe-area-inset-top)) 12px 6px',
    backgroundColor: tokens.colorStatusWarningBackground2,
    color: tokens.colorNeutralForeground1,
    borderBottom: `1px solid ${tokens.colorStatusWarningBorder1}`,
  },
  words: { minWidth: 0, overflowWrap: 'anywhere' },
  back: { flexShrink: 0, minHeight: '36px' },
})
