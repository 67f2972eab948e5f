import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { BesideArea } from '../-BesideArea.tsx'
import { activateArea } from '#locales/activate.ts'

const ServersBeside = lazy(() => import('./-ServersBeside.tsx'))

// Who looks after accounts loads no words of servers and machines.
export const Route = createFileRoute('/admin/server')({
  beforeLoad: () => activateArea('servers'),
  component: () => <BesideArea of="server" List={ServersBeside} />,
})
