import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/settings/mail')({ component: MailScreen })

function MailScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Mail templates`} back="/admin/settings" />
}
