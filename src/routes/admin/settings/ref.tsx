import { makeStyles } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { getRefSetting } from '#features/referrals/operations.ts'
import { RefSettingForm } from '#features/referrals/RefSettingForm.tsx'
import { useRefSetting } from '#features/referrals/useRefSetting.ts'
import { Card } from '#ui/Card.tsx'
import { MoreLink } from '#ui/MoreLink.tsx'
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
      title={t`Referral codes`}
      back="/admin/settings"
      status={<SaveStatus state={form.state} onRetry={form.retry} />}
    >
      <div className={styles.column}>
        <RefSettingForm form={form} />
        <Card title={t`Codes and people`}>
          <div className={styles.links}>
            <MoreLink to="/admin/settings/refCodeList">
              <Trans>All referral codes</Trans>
            </MoreLink>
            <MoreLink to="/admin/settings/refUserList">
              <Trans>Who invited whom</Trans>
            </MoreLink>
            <MoreLink to="/admin/settings/myRefCode">
              <Trans>My referral codes</Trans>
            </MoreLink>
          </div>
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
    maxWidth: '640px',
    marginInline: 'auto',
  },
  links: { display: 'flex', flexDirection: 'column', '& > a': { minHeight: '44px' } },
})
