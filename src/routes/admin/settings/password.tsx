import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { logOut } from '#features/session/logOut.ts'
import { ChangePasswordForm } from '#features/users/ChangePasswordForm.tsx'
import { changeAdminPassword } from '#features/users/operations.ts'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/settings/password')({
  component: ChangePasswordScreen,
})

// Outside the screen, so that it stays the same while the screen is drawn.
const toLogIn = () => void logOut()

function ChangePasswordScreen() {
  const { t } = useLingui()
  return (
    <Page form title={t`Change password`} back="/admin/settings">
      <ChangePasswordForm operation={changeAdminPassword} onLeave={toLogIn} />
    </Page>
  )
}
