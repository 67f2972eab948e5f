import { useLingui } from '@lingui/react/macro'
import { createFileRoute, useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { BesideArea } from '#features/session/BesideArea.tsx'

const AccountsBeside = lazy(() => import('./-AccountsBeside.tsx'))

export const Route = createFileRoute('/admin/account')({ component: AccountsArea })

function AccountsArea() {
  const { t } = useLingui()
  const { accountId } = useParams({ strict: false })
  return (
    <BesideArea
      label={t`Accounts`}
      list={accountId !== undefined && <AccountsBeside open={Number(accountId)} />}
    />
  )
}
