import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import type { ApiError } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import { LinkLogin } from '#features/session/LinkLogin.tsx'
import { logInByTelegramRefusals } from '#features/session/messages.ts'
import { logInByTelegram } from '#features/session/operations.ts'

export const Route = createFileRoute('/home/login/telegram/$token')({
  component: TelegramLoginScreen,
})

const explainRefusal = (error: ApiError) => explain(error, logInByTelegramRefusals)

function TelegramLoginScreen() {
  const { t } = useLingui()
  const { token } = Route.useParams()
  return (
    <LinkLogin
      key={token}
      title={t`Log in with Telegram`}
      secret={token}
      logIn={logInByTelegram}
      explainRefusal={explainRefusal}
    />
  )
}
