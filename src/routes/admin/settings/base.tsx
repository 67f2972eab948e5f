import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { languageNames } from '#locales/languageNames.ts'
import { BaseSettingForm } from '#features/settings/BaseSettingForm.tsx'
import { getBaseSetting } from '#features/settings/operations.ts'
import { useBaseSetting } from '#features/settings/useBaseSetting.ts'
import { LANGUAGES } from '#locales/activate.ts'
import { Page } from '#ui/Page.tsx'
import { SaveStatus } from '#ui/SaveStatus.tsx'

export const Route = createFileRoute('/admin/settings/base')({
  beforeLoad: ({ context }) => {
    if (!context.may('editBaseSetting')) throw redirect({ to: '/admin/settings', replace: true })
  },
  // A form over old answers would write them back.
  loader: ({ context }) => context.queryClient.fetchQuery(getBaseSetting()),
  component: BaseSettingScreen,
})

const languages = LANGUAGES.map((value) => ({ value, label: languageNames[value] }))

function BaseSettingScreen() {
  const { t } = useLingui()
  const form = useBaseSetting()
  return (
    <Page
      form
      title={t`General settings`}
      back="/admin/settings"
      status={<SaveStatus state={form.state} onRetry={form.retry} />}
    >
      <BaseSettingForm form={form} languages={languages} />
    </Page>
  )
}
