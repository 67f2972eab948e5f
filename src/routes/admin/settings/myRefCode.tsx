import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/myRefCode')({ component: MyRefCodeScreen })

function MyRefCodeScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`My referral codes`} back="/admin/settings" />
}
