import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/admin/message/$user')({ component: ConversationScreen })

function ConversationScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Messages`} back="/admin/index" />
}
