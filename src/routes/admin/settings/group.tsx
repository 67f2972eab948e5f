import { useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import type { Schema } from '#contract'
import { type GroupAction, GroupList } from '#features/groups/GroupList.tsx'
import { listGroups } from '#features/groups/operations.ts'
import AddButton from '#ui/AddButton.tsx'
import { Page } from '#ui/Page.tsx'

const DeleteGroupDialog = lazy(() => import('#features/groups/DeleteGroupDialog.tsx'))
const GroupPartDialog = lazy(() => import('#features/groups/GroupPartDialog.tsx'))

export const Route = createFileRoute('/admin/settings/group')({
  beforeLoad: ({ context }) => {
    if (!context.may('editGroup')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context }) =>
    context.queryClient.ensureQueryData({ ...listGroups(), revalidateIfStale: true }),
  component: GroupsScreen,
})

function GroupsScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: groups, dataUpdatedAt } = useSuspenseQuery(listGroups())
  const [open, setOpen] = useState<{ group: Schema<'Group'>; action: GroupAction } | null>(null)
  const close = () => setOpen(null)
  return (
    <Page
      title={t`Groups`}
      back="/admin/settings"
      asOf={dataUpdatedAt}
      actions={
        <AddButton
          label={t`Add group`}
          onClick={() => void navigate({ to: '/admin/settings/addGroup' })}
        />
      }
    >
      <GroupList groups={groups} onAction={(group, action) => setOpen({ group, action })} />
      <Suspense>
        {open?.action === 'delete' && (
          <DeleteGroupDialog group={open.group} onClose={close} onDeleted={close} />
        )}
        {open && open.action !== 'delete' && (
          <GroupPartDialog groupId={open.group.id} part={open.action} onClose={close} />
        )}
      </Suspense>
    </Page>
  )
}
