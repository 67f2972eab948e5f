import { Button } from '@fluentui/react-components'
import { Add24Regular, Megaphone24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { listGroups } from '#features/groups/operations.ts'
import { DeletionToast } from '#features/jobs/DeletionToast.tsx'
import { NoticeList } from '#features/notices/NoticeList.tsx'
import { listNotices } from '#features/notices/operations.ts'
import { Empty } from '#ui/Empty.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/notice/')({
  beforeLoad: ({ context }) => {
    if (!context.may('listNotices')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchQuery(listGroups())
    return queryClient.ensureQueryData({ ...listNotices(), revalidateIfStale: true })
  },
  component: NoticesScreen,
})

function NoticesScreen() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { data: notices, dataUpdatedAt } = useSuspenseQuery(listNotices())
  const { data, isPending } = useQuery(listGroups())
  const groups = data ?? (isPending ? undefined : [])
  const add = (
    <Button
      appearance="primary"
      icon={<Add24Regular />}
      onClick={() => void navigate({ to: '/admin/notice/new' })}
    >
      <Trans>Announce</Trans>
    </Button>
  )
  return (
    <Page
      title={t`Announcements`}
      back="/admin/settings"
      actions={notices.length > 0 && add}
      asOf={dataUpdatedAt}
    >
      {notices.length === 0 ? (
        <Empty icon={<Megaphone24Regular />} action={add}>
          <Trans>Nothing is announced. What you announce is the first thing users read.</Trans>
        </Empty>
      ) : (
        <NoticeList notices={notices} groups={groups} />
      )}
      <DeletionToast />
    </Page>
  )
}
