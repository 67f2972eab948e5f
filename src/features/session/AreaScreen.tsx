import { CatchBoundary, Outlet, useRouterState } from '@tanstack/react-router'
import { ScreenError } from './ScreenError.tsx'

/** The screen of an area. One that fails leaves the frame around it, and with it every other way. */
export function AreaScreen() {
  const shown = useRouterState({
    select: ({ matches }) => {
      const last = matches.at(-1)
      return `${last?.id} ${last?.status} ${last?.updatedAt}`
    },
  })
  return (
    <CatchBoundary getResetKey={() => shown} errorComponent={ScreenError}>
      <Outlet />
    </CatchBoundary>
  )
}
