import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/giftcard/')({ component: GiftcardsScreen })

function GiftcardsScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Recharge codes`} back="/admin/settings" />
}
