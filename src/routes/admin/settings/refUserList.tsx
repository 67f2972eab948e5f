import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/refUserList')({ component: ReferralsScreen })

function ReferralsScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Who invited whom`} back="/admin/settings/ref" />
}
