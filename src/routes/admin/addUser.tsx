import { useLingui } from '@lingui/react/macro'
import { createFileRoute } from '@tanstack/react-router'
import { AddUserForm } from '#features/users/AddUserForm.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/addUser')({ component: AddUserScreen })

function AddUserScreen() {
  const { t } = useLingui()
  const { isMain } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  return (
    <Page form title={t`Add user`} back="/admin/user">
      <AddUserForm
        mayAddAdmins={isMain}
        onAdded={(id, type) =>
          void navigate({
            to: type === 'admin' && isMain ? '/admin/admin/$userId' : '/admin/user/$userId',
            params: { userId: String(id) },
            replace: true,
            ignoreBlocker: true,
          })
        }
      />
    </Page>
  )
}
