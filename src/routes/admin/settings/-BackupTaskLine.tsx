import { ProgressBar } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Moment } from '#ui/Moment.tsx'
import { Problem } from '#ui/Problem.tsx'

/** How far a copy has come that was asked for; the server knows it, whatever this page does. */
export function TaskLine({ task }: { task: Schema<'BackupTask'> }) {
  const { t } = useLingui()
  const { state, since, problem } = task
  if (state === 'working')
    return (
      <div role="status">
        <Trans>
          A copy is being made and tried, since <Moment time={since} relative />. It goes on when
          you leave this page.
        </Trans>
        <ProgressBar aria-label={t`A copy is being made`} />
      </div>
    )
  if (state === 'done')
    return (
      <Problem intent="success">
        <Trans>
          The copy you asked for <Moment time={since} relative /> was made, and restored as a test.
        </Trans>
      </Problem>
    )
  return (
    <Problem>
      <Trans>The copy you asked for failed.</Trans> {problem}
    </Problem>
  )
}
