import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { NotificationsCard } from '#features/push/NotificationsCard.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/user/notifications')({
  beforeLoad: ({ context }) => {
    if (!context.may('getPushKey')) throw redirect({ to: '/user/settings', replace: true })
  },
  component: NotificationsScreen,
})

function NotificationsScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  return (
    <Page form title={t`Notifications`} back="/user/settings">
      <div className={styles.column}>
        {/* oxlint-disable-next-line jsx-a11y/aria-role -- whose screen it is, not what it is to a screen reader */}
        <NotificationsCard role="user" />
      </div>
    </Page>
  )
}

const useStyles = makeStyles({ column: { width: '100%' } })
