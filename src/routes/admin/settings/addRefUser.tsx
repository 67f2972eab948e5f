import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { AddReferralForm } from '#features/referrals/AddReferralForm.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/settings/addRefUser')({
  beforeLoad: ({ context }) => {
    if (!context.may('createReferral'))
      throw redirect({ to: '/admin/settings/myRefCode', replace: true })
  },
  component: AddReferralScreen,
})

function AddReferralScreen() {
  const { t } = useLingui()
  const navigate = Route.useNavigate()
  return (
    <Page form title={t`Add an invitation`} back="/admin/settings/refUserList">
      <AddReferralForm
        onAdded={() => void navigate({ to: '/admin/settings/refUserList', replace: true })}
      />
    </Page>
  )
}
