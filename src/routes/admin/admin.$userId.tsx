import {
  Badge,
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components'
import { MoreVertical24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useGroupName } from '#features/groups/useGroupName.ts'
import { DeleteUserDialog } from '#features/users/DeleteUserDialog.tsx'
import { getAdmin } from '#features/users/operations.ts'
import { PermissionsCard } from '#features/users/PermissionsCard.tsx'
import { UserFactsCard } from '#features/users/UserFactsCard.tsx'
import { activateArea } from '#locales/activate.ts'
import { Loading } from '#ui/Loading.tsx'
import { Page } from '#ui/Page.tsx'
import { Problem } from '#ui/Problem.tsx'

const CommentSheet = lazy(() => import('#features/users/CommentSheet.tsx'))
const EndSessionsDialog = lazy(() => import('#features/factors/EndSessionsDialog.tsx'))
const GroupSheet = lazy(() => import('#features/users/GroupSheet.tsx'))
const PermissionsSheet = lazy(() => import('#features/users/PermissionsSheet.tsx'))
const RemoveFactorsDialog = lazy(() => import('#features/factors/RemoveFactorsDialog.tsx'))

export const Route = createFileRoute('/admin/admin/$userId')({
  beforeLoad: () => activateArea('users'),
  loader: ({ context, params }) =>
    context.queryClient
      .ensureQueryData({ ...getAdmin(Number(params.userId)), revalidateIfStale: true })
      .catch(() => {
        // Spec 4: what cannot be read leads back to the list.
        throw redirect({ to: '/admin/user', replace: true })
      }),
  component: AdminScreen,
  pendingComponent: () => <Loading shape="cards" count={1} />,
})

function AdminScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const userId = Number(Route.useParams().userId)
  const { isMain, may } = Route.useRouteContext()
  const navigate = Route.useNavigate()
  const { data: admin, dataUpdatedAt } = useSuspenseQuery(getAdmin(userId))
  const [dialog, setDialog] = useState<
    'comment' | 'group' | 'permissions' | 'sessions' | 'factors' | 'delete' | null
  >(null)
  const close = () => setDialog(null)
  const groupName = useGroupName(admin.group)
  const shownGroup = groupName ?? '…'

  return (
    <Page
      form
      title={admin.username}
      back="/admin/user"
      asOf={dataUpdatedAt}
      status={
        <Badge appearance="tint">
          <Trans>Admin</Trans>
        </Badge>
      }
      actions={
        isMain && (
          <Menu>
            <MenuTrigger disableButtonEnhancement>
              <Button appearance="subtle" icon={<MoreVertical24Regular />} aria-label={t`More`} />
            </MenuTrigger>
            <MenuPopover>
              <MenuList aria-label={t`More`}>
                <MenuItem onClick={() => setDialog('group')}>
                  <Trans>Change the group</Trans>
                </MenuItem>
                <MenuItem onClick={() => setDialog('comment')}>
                  <Trans>Edit the comment</Trans>
                </MenuItem>
                {may('endAdminSessions') && (
                  <MenuItem onClick={() => setDialog('sessions')}>
                    <Trans>Log out everywhere</Trans>
                  </MenuItem>
                )}
                {admin.secondFactor && (
                  <MenuItem onClick={() => setDialog('factors')}>
                    <Trans>Turn off two-step login</Trans>
                  </MenuItem>
                )}
                <MenuItem onClick={() => setDialog('delete')}>
                  <Trans>Delete admin</Trans>
                </MenuItem>
              </MenuList>
            </MenuPopover>
          </Menu>
        )
      }
    >
      <div className={styles.column}>
        <Problem intent="info">
          <Trans>This admin sees and changes only what belongs to the group {shownGroup}.</Trans>
        </Problem>
        {admin.permissions && (
          <PermissionsCard
            permissions={admin.permissions}
            onEdit={may('setPermissions') ? () => setDialog('permissions') : undefined}
          />
        )}
        <UserFactsCard
          user={admin}
          groupName={groupName}
          onComment={isMain ? () => setDialog('comment') : undefined}
          onGroup={isMain ? () => setDialog('group') : undefined}
        />
      </div>
      <Suspense>
        {dialog === 'comment' && <CommentSheet user={admin} onClose={close} />}
        {dialog === 'permissions' && <PermissionsSheet admin={admin} onClose={close} />}
        {dialog === 'group' && <GroupSheet user={admin} onClose={close} />}
        {dialog === 'sessions' && (
          <EndSessionsDialog person={admin} onClose={close} onEnded={close} />
        )}
        {dialog === 'factors' && <RemoveFactorsDialog person={admin} onClose={close} />}
        {dialog === 'delete' && (
          <DeleteUserDialog
            user={admin}
            accounts={0}
            onClose={close}
            onDeleted={async (startedJob) => {
              // Closed first: a dialog that is unmounted with its page leaves the next one hidden from screen readers.
              close()
              await navigate({ to: '/admin/user', replace: true, state: { startedJob } })
            }}
          />
        )}
      </Suspense>
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
