import { makeStyles, tokens } from '@fluentui/react-components'
import { TaskListSquareLtr24Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { useActionText } from '#features/jobs/actionText.ts'
import { JobProgress } from '#features/jobs/JobProgress.tsx'
import { listJobs } from '#features/jobs/operations.ts'
import { Card } from '#ui/Card.tsx'
import { Empty } from '#ui/Empty.tsx'
import { Loading } from '#ui/Loading.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/job/')({
  beforeLoad: ({ context }) => {
    if (!context.may('listJobs')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context }) =>
    context.queryClient.ensureQueryData({ ...listJobs(), revalidateIfStale: true }),
  component: JobsScreen,
  pendingComponent: () => <Loading shape="rows" count={6} />,
})

/** The jobs, newest first. */
function JobsScreen() {
  const styles = useStyles()
  const { t } = useLingui()
  const { isMain } = Route.useRouteContext()
  const actionText = useActionText()
  const { data: jobs, dataUpdatedAt } = useSuspenseQuery(listJobs())
  return (
    <Page title={t`Bulk actions`} back="/admin/settings" asOf={dataUpdatedAt}>
      {jobs.length === 0 ? (
        <Empty
          icon={<TaskListSquareLtr24Regular />}
          action={
            isMain ? (
              <Link to="/admin/account" className={styles.link}>
                <Trans>Go to the accounts</Trans>
              </Link>
            ) : (
              <Link to="/admin/settings/import" className={styles.link}>
                <Trans>Import</Trans>
              </Link>
            )
          }
        >
          {isMain ? (
            <Trans>
              Select accounts or users in their lists to extend, ban or email them all together.
              What was done appears here.
            </Trans>
          ) : (
            <Trans>What you import from a table appears here, and can be undone.</Trans>
          )}
        </Empty>
      ) : (
        <Card flush>
          <ul className={styles.list} aria-label={t`Bulk actions`}>
            {jobs.map((job) => (
              <li key={job.id} className={styles.item}>
                <Link to="/admin/job/$jobId" params={{ jobId: job.id }} className={styles.row}>
                  <span className={styles.head}>
                    <span className={styles.name}>{actionText(job)}</span>
                    <span className={styles.time}>
                      <Moment time={job.createTime} relative />
                    </span>
                  </span>
                  <JobProgress job={job} />
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { borderTop: 'none' },
  },
  row: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    minHeight: '64px',
    padding: '10px 16px',
    color: tokens.colorNeutralForeground1,
    textDecorationLine: 'none',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  head: { display: 'flex', justifyContent: 'space-between', gap: '12px' },
  name: { fontWeight: tokens.fontWeightSemibold, minWidth: 0, overflowWrap: 'anywhere' },
  time: { flexShrink: 0, color: tokens.colorNeutralForeground3 },
  link: { color: tokens.colorBrandForegroundLink },
})
