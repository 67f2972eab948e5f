import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { getRefSetting } from '#features/referrals/operations.ts'
import { RefSettingForm } from '#features/referrals/RefSettingForm.tsx'
import { useRefSetting } from '#features/referrals/useRefSetting.ts'
import { Card } from '#ui/Card.tsx'
import { EntryList } from '#ui/EntryList.tsx'
import { Page } from '#ui/Page.tsx'
import { SaveStatus } from '#ui/SaveStatus.tsx'

export const Route = createFileRoute('/admin/settings/ref')({
  beforeLoad: ({ context }) => {
    if (!context.may('editRefSetting'))
      throw redirect({ to: '/admin/settings/myRefCode', replace: true })
  },
  // A form over old answers would write them back.
  loader: ({ context }) => context.queryClient.fetchQuery(getRefSetting()),
  component: ReferralSettingScreen,
})

function ReferralSettingScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const form = useRefSetting()
  return (
    <Page
      form
      title={t`Invitation codes`}
      back="/admin/settings"
      status={<SaveStatus state={form.state} onRetry={form.retry} />}
    >
      <div className={styles.column}>
        <RefSettingForm form={form} />
        <Card flush title={t`Invitation codes and people`}>
          <EntryList
            label={t`Invitation codes and people`}
            entries={[
              { to: '/admin/settings/refCodeList', name: t`All invitation codes` },
              { to: '/admin/settings/refUserList', name: t`All invitations` },
              { to: '/admin/settings/myRefCode', name: t`My invitation codes` },
            ]}
          />
        </Card>
      </div>
    </Page>
  )
}

const useStyles = makeStyles({
  column: {
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    width: '100%',
  },
})
