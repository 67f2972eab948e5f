import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/giftcard/batch/$batchNumber')({
  component: GiftcardBatchScreen,
})

function GiftcardBatchScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Batch of recharge codes`} back="/admin/settings/giftcard" />
}
