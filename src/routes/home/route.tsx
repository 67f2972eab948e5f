import { createFileRoute, Outlet } from '@tanstack/react-router'
import { VisitorFrame } from '#features/session/VisitorFrame.tsx'
import { Teaser } from './-Teaser.tsx'

export const Route = createFileRoute('/home')({ component: HomeArea })

function HomeArea() {
  return (
    <VisitorFrame offer={<Teaser />}>
      <Outlet />
    </VisitorFrame>
  )
}
