import { useLingui } from '@lingui/react'
import { createRootRoute, Navigate, Outlet } from '@tanstack/react-router'
import { isThemeColour } from '#rules/theme.ts'
import { useChoices } from '#device/choices.ts'
import { useStatus } from '#device/status.ts'
import { AppTheme } from '#ui/AppTheme.tsx'
import { Fragment, lazy, type ReactNode, Suspense } from 'react'

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
  return (
    <Themed>
      <Outlet />
    </Themed>
  )
}

function Themed({ children }: { children: ReactNode }) {
  const { i18n } = useLingui()
  const { appearance = 'system' } = useChoices()
  const primary = useStatus()?.themePrimary
  return (
    <AppTheme
      colour={isThemeColour(primary) ? primary : 'blue'}
      appearance={appearance}
      lang={i18n.locale}
    >
      {/* Words already on screen may be remembered by their component: a new language starts it anew. */}
      <Fragment key={i18n.locale}>{children}</Fragment>
    </AppTheme>
  )
}
