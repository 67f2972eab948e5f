import { QueryClientProvider } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { HelpFrame } from '#features/articles/HelpFrame.tsx'
import { AreaError } from '#features/session/AreaError.tsx'
import { AreaScreen } from '#features/session/AreaScreen.tsx'
import { Loading } from '#ui/Loading.tsx'
import { lazy, Suspense } from 'react'

const SeeingBar = lazy(() => import('#features/session/SeeingBar.tsx'))

export const Route = createFileRoute('/help')({
  // Loaded on the first visit here, not with the first screen.
  beforeLoad: async () => (await import('#features/session/guard.ts')).openToAll(),
  component: HelpArea,
  pendingComponent: Loading,
  errorComponent: AreaError,
})

function HelpArea() {
  const { queryClient } = Route.useRouteContext()
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense>
        <SeeingBar />
      </Suspense>
      <HelpFrame>
        <AreaScreen />
      </HelpFrame>
    </QueryClientProvider>
  )
}
