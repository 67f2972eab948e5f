import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { LaterPage } from '#ui/LaterPage.tsx'

export const Route = createFileRoute('/user/changePassword')({ component: ChangePasswordScreen })

function ChangePasswordScreen() {
  const { t } = useLingui()
  return <LaterPage title={t`Change password`} />
}
