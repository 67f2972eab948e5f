import { Button } from '@fluentui/react-components'
import { CloudOff24Regular } from '@fluentui/react-icons'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { Empty } from './Empty.tsx'

type Props = {
  /** Why, in a sentence. */
  children: string
  onRetry: () => void
  /** Milliseconds until it is retried by itself, while the screen stays open. Spec 4: 5 s. */
  retryAfter?: number
}

/** A failed load: shows the reason, retries by itself, and on request at once. */
export function LoadFailed({ children, onRetry, retryAfter = 5000 }: Props) {
  useEffect(() => {
    const timer = setInterval(onRetry, retryAfter)
    return () => clearInterval(timer)
  }, [onRetry, retryAfter])
  return (
    <div role="alert">
      <Empty
        icon={<CloudOff24Regular />}
        action={
          <Button onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {children}
      </Empty>
    </div>
  )
}
