import { useLingui } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute, Outlet, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { ApiError } from '#api/client.ts'
import { explainLoad } from '#api/refusals.ts'
import { HelpFrame } from '#features/articles/HelpFrame.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'

export const Route = createFileRoute('/help')({
  // Loaded when somebody comes here, out of the first screen's way.
  beforeLoad: async () => (await import('#features/session/guard.ts')).openToAll(),
  component: HelpArea,
  pendingComponent: Loading,
  errorComponent: HelpFailed,
})

function HelpArea() {
  const { queryClient } = Route.useRouteContext()
  return (
    <QueryClientProvider client={queryClient}>
      <HelpFrame>
        <Outlet />
      </HelpFrame>
    </QueryClientProvider>
  )
}

/** What was looked for is not there, or not for whoever asks. */
function HelpFailed({ error }: { error: unknown }) {
  const { i18n } = useLingui()
  const router = useRouter()
  const retry = useCallback(() => void router.invalidate(), [router])
  const failure = error instanceof ApiError ? error : new ApiError(500, '')
  return <LoadFailed onRetry={retry}>{i18n._(explainLoad(failure))}</LoadFailed>
}
