import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/addRefUser')({ component: AddReferralScreen })

function AddReferralScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Add a referral`} back="/admin/settings/refUserList" />
}
