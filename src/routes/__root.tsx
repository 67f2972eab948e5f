import { useLingui } from '@lingui/react'
import { createRootRoute, Navigate, Outlet } from '@tanstack/react-router'
import { useOutcomePending } from '#api/pendingOutcome.ts'
import { themeColour } from '#rules/theme.ts'
import { useChoices } from '#device/choices.ts'
import { useStatus } from '#device/status.ts'
import { useUpdate } from '#device/update.ts'
import { AppTheme } from '#ui/AppTheme.tsx'
import { OutcomePendingContext } from '#ui/OutcomePending.tsx'
import { lazy, type ReactNode, Suspense } from 'react'

const UpdatePrompt = lazy(() => import('#features/app/UpdatePrompt.tsx'))
const StartUpFailed = lazy(() => import('#features/session/StartUpFailed.tsx'))

export const Route = createRootRoute({
  component: Root,
  // The root path and any unknown path lead home. Spec 2.
  notFoundComponent: () => <Navigate to="/home/index" replace />,
  errorComponent: ({ error }) => (
    <Themed>
      <Suspense>
        <StartUpFailed error={error} />
      </Suspense>
    </Themed>
  ),
})

function Root() {
  const take = useUpdate()
  return (
    <Themed>
      <OutcomePendingContext value={useOutcomePending()}>
        <Outlet />
      </OutcomePendingContext>
      {take && (
        <Suspense>
          <UpdatePrompt take={take} />
        </Suspense>
      )}
    </Themed>
  )
}

function Themed({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  const { appearance = 'system' } = useChoices()
  const primary = useStatus()?.themePrimary
  return (
    <AppTheme colour={themeColour(primary)} appearance={appearance} lang={i18n.locale}>
      {children}
    </AppTheme>
  )
}
