import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import type { ApiError } from '#api/client.ts'
import { explain } from '#api/refusals.ts'
import { LinkLogin } from '#features/session/LinkLogin.tsx'
import { logInByMacRefusals } from '#features/session/messages.ts'
import { logInByMac } from '#features/session/operations.ts'

export const Route = createFileRoute('/home/login/$mac')({ component: MacLoginScreen })

const explainRefusal = (error: ApiError) => explain(error, logInByMacRefusals)

function MacLoginScreen() {
  const { t } = useLingui()
  const { mac } = Route.useParams()
  return (
    <LinkLogin
      key={mac}
      title={t`Log in with MAC address`}
      secret={mac}
      logIn={logInByMac}
      explainRefusal={explainRefusal}
    />
  )
}
