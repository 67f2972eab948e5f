import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { VisitorLater } from '#features/session/VisitorLater.tsx'

export const Route = createFileRoute('/home/signup')({ component: SignUpScreen })

function SignUpScreen() {
  const { t } = useLingui()
  return <VisitorLater title={t`Sign up`} />
}
