import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { AccountSettingForm } from '#features/settings/AccountSettingForm.tsx'
import { getAccountSetting } from '#features/settings/operations.ts'
import { useAccountSetting } from '#features/settings/useAccountSetting.ts'
import { Page } from '#ui/Page.tsx'
import { SaveStatus } from '#ui/SaveStatus.tsx'

export const Route = createFileRoute('/admin/settings/account')({
  beforeLoad: ({ context }) => {
    if (!context.may('editAccountSetting')) throw redirect({ to: '/admin/settings', replace: true })
  },
  // A form over old answers would write them back.
  loader: ({ context }) => context.queryClient.fetchQuery(getAccountSetting()),
  component: AccountSettingScreen,
})

function AccountSettingScreen() {
  const { t } = useLingui()
  const form = useAccountSetting()
  return (
    <Page
      form
      title={t`Account settings`}
      back="/admin/settings"
      status={<SaveStatus state={form.state} onRetry={form.retry} />}
    >
      <AccountSettingForm form={form} />
    </Page>
  )
}
