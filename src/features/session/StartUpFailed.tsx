import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { ApiError } from '#api/client.ts'
import { isLeaving } from '#device/personalData.ts'
import { STARTUP_RELOAD_MS, STARTUP_RELOAD_REFUSED_MS } from '#rules/timing.ts'
import { Heading } from '#ui/Heading.tsx'

/**
 * The server could not be reached at the start: says so, and reloads the page. Spec 1.
 *
 * After a logout that is confirmed first: on this device it is done, even if the server does not know.
 */
export default function StartUpFailed({ error }: { error: unknown }) {
  const styles = useStyles()
  const [isOut] = useState(isLeaving)
  const refused = error instanceof ApiError && error.status === 403
  useEffect(() => {
    const wait = refused ? STARTUP_RELOAD_REFUSED_MS : STARTUP_RELOAD_MS
    const timer = setTimeout(() => location.reload(), wait)
    return () => clearTimeout(timer)
  }, [refused])
  return (
    <div className={styles.screen} role="alert">
      <Heading>
        {isOut ? (
          <Trans>You are logged out on this device</Trans>
        ) : (
          <Trans>The server does not answer</Trans>
        )}
      </Heading>
      <p className={styles.text}>
        {isOut ? (
          <Trans>
            None of your data is left here. The server cannot be reached right now; the session ends
            as soon as it can.
          </Trans>
        ) : (
          <Trans>Trying again in a few seconds. Nothing is lost.</Trans>
        )}
      </p>
      <Button onClick={() => location.reload()}>
        <Trans>Try again now</Trans>
      </Button>
    </div>
  )
}

const useStyles = makeStyles({
  screen: {
    minHeight: '100dvh',
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '16px',
    padding: '16px',
    textAlign: 'center',
  },
  text: { color: tokens.colorNeutralForeground2 },
})
