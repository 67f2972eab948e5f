import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { NotificationsCard } from '#features/push/NotificationsCard.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/settings/notifications')({
  beforeLoad: ({ context }) => {
    if (!context.may('getPushKey')) throw redirect({ to: '/admin/settings', replace: true })
  },
  component: NotificationsScreen,
})

function NotificationsScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { isMain } = Route.useRouteContext()
  return (
    <Page form title={t`Notifications`} back="/admin/settings">
      <div className={styles.column}>
        <NotificationsCard role={isMain ? 'mainAdmin' : 'admin'} />
      </div>
    </Page>
  )
}

const useStyles = makeStyles({
  column: { width: '100%' },
})
