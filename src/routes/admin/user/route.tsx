import { useLingui } from '@lingui/react/macro'
import { createFileRoute, useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { BesideArea } from '#features/session/BesideArea.tsx'
import { activateArea } from '#locales/activate.ts'

const UsersBeside = lazy(() => import('./-UsersBeside.tsx'))

export const Route = createFileRoute('/admin/user')({
  beforeLoad: () => activateArea('users'),
  component: UsersArea,
})

function UsersArea() {
  const { t } = useLingui()
  const { userId } = useParams({ strict: false })
  return (
    <BesideArea
      label={t`Users`}
      list={userId !== undefined && <UsersBeside open={Number(userId)} />}
    />
  )
}
