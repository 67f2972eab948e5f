import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/account/$accountId/')({ component: AccountScreen })

function AccountScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Account`} />
}
