import { makeStyles } from '@fluentui/react-components'
import { useLingui } from '@lingui/react/macro'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { explainLoad } from '#api/refusals.ts'
import { useActionText } from '#features/jobs/actionText.ts'
import { JobActions } from '#features/jobs/JobActions.tsx'
import { JobFailures } from '#features/jobs/JobFailures.tsx'
import { JobProgress } from '#features/jobs/JobProgress.tsx'
import { getJob } from '#features/jobs/operations.ts'
import { useJob } from '#features/jobs/useJob.ts'
import { idIn } from '#rules/ids.ts'
import { Card } from '#ui/Card.tsx'
import { Fact, Facts } from '#ui/Facts.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Page } from '#ui/Page.tsx'

export const Route = createFileRoute('/admin/job/$jobId')({
  params: {
    parse: ({ jobId }) => ({ jobId: idIn(jobId) }),
    stringify: ({ jobId }) => ({ jobId: String(jobId) }),
  },
  beforeLoad: ({ context }) => {
    if (!context.may('getJob')) throw redirect({ to: '/admin/settings', replace: true })
  },
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(getJob(params.jobId)),
  component: JobScreen,
})

/** One job: its action, progress, failures, and undo. */
function JobScreen() {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const { jobId } = Route.useParams()
  const actionText = useActionText()
  const { data: job, error, refetch, dataUpdatedAt } = useJob(jobId)
  if (!job)
    return (
      <Page title={t`Bulk actions`} back="/admin/job">
        {error ? (
          <LoadFailed onRetry={() => void refetch()}>{i18n._(explainLoad(error))}</LoadFailed>
        ) : (
          <Loading shape="cards" count={2} />
        )}
      </Page>
    )
  return (
    <Page title={actionText(job)} back="/admin/job" asOf={dataUpdatedAt}>
      <Card>
        <JobProgress job={job} />
        <Facts>
          <Fact name={t`Applied to`}>
            {
              {
                account: t`Accounts`,
                user: t`Users`,
                plan: t`Plans`,
                notice: t`Announcements`,
                article: t`Articles`,
              }[job.of]
            }
          </Fact>
          <Fact name={t`Started`}>
            <Moment time={job.createTime} />
          </Fact>
          {job.endTime !== null && (
            <Fact name={t`Finished`}>
              <Moment time={job.endTime} />
            </Fact>
          )}
        </Facts>
        <div className={styles.actions}>
          <JobActions job={job} asks />
        </div>
      </Card>
      {job.failures.length > 0 && (
        <Card title={t`Skipped`}>
          <JobFailures job={job} />
        </Card>
      )}
    </Page>
  )
}

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px', ':empty': { display: 'none' } },
})
