import { createFileRoute } from '@tanstack/react-router'
import { lazy } from 'react'
import { BesideArea } from '../-BesideArea.tsx'

const AccountsBeside = lazy(() => import('./-AccountsBeside.tsx'))

export const Route = createFileRoute('/admin/account')({
  component: () => <BesideArea of="account" List={AccountsBeside} />,
})
