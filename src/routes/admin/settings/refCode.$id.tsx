import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/refCode/$id')({ component: RefCodeScreen })

function RefCodeScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Referral code`} back="/admin/settings/refCodeList" />
}
