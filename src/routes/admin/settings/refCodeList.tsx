import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/refCodeList')({ component: RefCodesScreen })

function RefCodesScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`All referral codes`} back="/admin/settings/ref" />
}
