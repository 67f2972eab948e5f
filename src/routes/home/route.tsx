import { createFileRoute, Outlet } from '@tanstack/react-router'
import { VisitorFrame } from '#features/session/VisitorFrame.tsx'

export const Route = createFileRoute('/home')({ component: HomeArea })

function HomeArea() {
  return (
    <VisitorFrame>
      <Outlet />
    </VisitorFrame>
  )
}
