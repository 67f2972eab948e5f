import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { explainLoad } from '#api/refusals.ts'
import { Loading } from '#ui/Loading.tsx'
import { Problem } from '#ui/Problem.tsx'
import { useActionText } from './actionText.ts'
import { JobActions } from './JobActions.tsx'
import { JobFailures } from './JobFailures.tsx'
import { JobProgress } from './JobProgress.tsx'
import { useJob } from './useJob.ts'

type Props = { jobId: number; onClose: () => void }

/** The job just started, above the list it was started from: progress, failures, and undo. */
export function JobBanner({ jobId, onClose }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const actionText = useActionText()
  const { data: job, error } = useJob(jobId)
  if (!job)
    return error ? (
      <Problem>{i18n._(explainLoad(error))}</Problem>
    ) : (
      <Loading shape="rows" count={1} />
    )
  return (
    <section className={styles.banner} aria-label={t`Bulk actions`}>
      <div className={styles.head}>
        <strong className={styles.name}>{actionText(job)}</strong>
        <Button
          appearance="subtle"
          size="large"
          icon={<Dismiss20Regular />}
          aria-label={t`Close`}
          onClick={onClose}
        />
      </div>
      <JobProgress job={job} />
      {job.failures.length > 0 && (
        <details>
          <summary className={styles.summary}>
            <Trans>What was skipped and why</Trans>
          </summary>
          <JobFailures job={job} />
        </details>
      )}
      <div className={styles.actions}>
        <JobActions job={job} />
        <Link to="/admin/job/$jobId" params={{ jobId }} className={styles.link}>
          <Trans>Details</Trans>
        </Link>
      </div>
    </section>
  )
}

const useStyles = makeStyles({
  banner: {
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '8px 8px 12px 16px',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusXLarge,
  },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '8px' },
  name: { minWidth: 0, overflowWrap: 'anywhere' },
  summary: { minHeight: '32px', cursor: 'pointer', color: tokens.colorNeutralForeground2 },
  actions: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' },
  link: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '44px',
    color: tokens.colorBrandForegroundLink,
  },
})
