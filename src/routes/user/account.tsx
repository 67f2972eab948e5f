import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/user/account')({ component: AccountsScreen })

function AccountsScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Accounts`} />
}
