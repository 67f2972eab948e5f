import { Button } from '@fluentui/react-components'
import { SearchInfo24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import { Empty } from '#ui/Empty.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Page } from '#ui/Page.tsx'

/** A screen that could not be loaded, within its frame: what does not exist is not requested again. */
export function ScreenError({ error, reset }: { error: unknown; reset: () => void }) {
  const { t, i18n } = useLingui()
  const router = useRouter()
  const navigate = useNavigate()
  const retry = useCallback(() => {
    reset()
    void router.invalidate()
  }, [reset, router])
  const parent = useParent()
  const failure = error instanceof ApiError ? error : new ApiError(500, '')
  const why = i18n._(explainLoad(failure))
  const isGone = [400, 401, 403, 404].includes(failure.status)
  return (
    <Page title={isGone ? t`Not found` : t`Not loaded`} back={parent}>
      {isGone ? (
        <div role="alert">
          <Empty
            icon={<SearchInfo24Regular />}
            action={
              <Button onClick={() => void navigate({ to: '/' })}>
                <Trans>Go to home</Trans>
              </Button>
            }
          >
            {why}
          </Empty>
        </div>
      ) : (
        <LoadFailed onRetry={retry}>{why}</LoadFailed>
      )}
    </Page>
  )
}

/** The screen above this one in the address, such as the list a page belongs to; else the start. */
function useParent(): string {
  const router = useRouter()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const parent = path.replace(/\/[^/]+\/?$/, '')
  const [, , foundRoute] = router.getMatchedRoutes(parent)
  return foundRoute && parent !== '' ? parent : '/'
}
