import { Spinner } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { Problem } from '#ui/Problem.tsx'

const POLL_MS = 1_000
/** A start on a large database takes a while; a server that was not restored never gets there. */
const PATIENCE_MS = 180_000

type Props = {
  /** Whether the server is set up by now; rejects while it does not answer. */
  isSetUp: () => Promise<boolean>
  onUp: () => void
}

/** Waits until the server has come up on what was restored. */
export function Restarting({ isSetUp, onUp }: Props) {
  const { t } = useLingui()
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const late = setTimeout(() => setLate(true), PATIENCE_MS)
    let isGone = false
    const timer = setInterval(() => {
      isSetUp().then(
        (yes) => {
          if (!yes || isGone) return
          isGone = true
          onUp()
        },
        // It is starting.
        () => {},
      )
    }, POLL_MS)
    return () => {
      isGone = true
      clearTimeout(late)
      clearInterval(timer)
    }
  }, [isSetUp, onUp])
  return (
    <>
      <Spinner label={t`The server is starting with what was restored…`} />
      {isLate && (
        <Problem>
          <Trans>This takes longer than it should. The server’s log says why.</Trans>
        </Problem>
      )}
    </>
  )
}
