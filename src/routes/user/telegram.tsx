import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/user/telegram')({ component: TelegramScreen })

function TelegramScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Telegram`} back="/user/settings" />
}
