import { useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback } from 'react'
import { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import { knownStatus } from '#device/status.ts'
import { LoadFailed } from '#ui/LoadFailed.tsx'

const StartUpFailed = lazy(() => import('./StartUpFailed.tsx'))

/** A screen could not be loaded: why, and another try every 5 s. Spec 4. */
export function AreaError({ error, reset }: { error: unknown; reset?: () => void }) {
  const { i18n } = useLingui()
  const router = useRouter()
  const retry = useCallback(() => {
    reset?.()
    void router.invalidate()
  }, [reset, router])
  // Before the area is open it is the start that failed, which reloads the page. Spec 1.
  if (!knownStatus()?.status.status)
    return (
      <Suspense>
        <StartUpFailed error={error} />
      </Suspense>
    )
  const failure = error instanceof ApiError ? error : new ApiError(500, '')
  return <LoadFailed onRetry={retry}>{i18n._(explainLoad(failure))}</LoadFailed>
}
