import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { VisitorLater } from '#features/session/VisitorLater.tsx'

export const Route = createFileRoute('/home/password/reset/$token')({
  component: ResetPasswordScreen,
})

function ResetPasswordScreen() {
  const { t } = useLingui()
  return <VisitorLater title={t`Set a new password`} />
}
