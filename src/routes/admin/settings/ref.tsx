import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/ref')({ component: ReferralSettingScreen })

function ReferralSettingScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Referral codes`} back="/admin/settings" />
}
