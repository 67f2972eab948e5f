import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { VisitorLater } from '#features/session/VisitorLater.tsx'

export const Route = createFileRoute('/home/login/telegram/$token')({
  component: TelegramLoginScreen,
})

function TelegramLoginScreen() {
  const { t } = useLingui()
  return <VisitorLater title={t`Log in by Telegram`} />
}
