import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useStatus } from '#device/status.ts'
import { CodesCard } from '#features/referrals/CodesCard.tsx'
import { InvitedCard } from '#features/referrals/InvitedCard.tsx'
import { InvitingOff } from '#features/referrals/InvitingOff.tsx'
import { listAdminRefCodes, listAdminRefUsers } from '#features/referrals/operations.ts'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/settings/myRefCode')({
  loader: ({ context: { queryClient } }) =>
    Promise.all([
      queryClient.ensureQueryData({ ...listAdminRefCodes(), revalidateIfStale: true }),
      queryClient.ensureQueryData({ ...listAdminRefUsers(), revalidateIfStale: true }),
    ]),
  component: MyRefCodeScreen,
})

function MyRefCodeScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { refCode, site = location.origin } = useStatus() ?? {}
  const codes = useSuspenseQuery(listAdminRefCodes())
  const { data: users } = useSuspenseQuery(listAdminRefUsers())
  return (
    <Page form title={t`My invitation codes`} back="/admin/settings" asOf={codes.dataUpdatedAt}>
      <div className={styles.column}>
        {refCode ? <CodesCard codes={codes.data} site={site} /> : <InvitingOff />}
        {(refCode || users.length > 0) && (
          <InvitedCard
            title={t`People you invited`}
            empty={t`No one yet. Share a link; people who sign up with it appear here.`}
            users={users}
          />
        )}
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
