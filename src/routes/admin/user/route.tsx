import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { BesideArea } from '../-BesideArea.tsx'
import { activateArea } from '#locales/activate.ts'

const UsersBeside = lazy(() => import('./-UsersBeside.tsx'))

export const Route = createFileRoute('/admin/user')({
  beforeLoad: () => activateArea('users'),
  component: () => <BesideArea of="user" List={UsersBeside} />,
})
