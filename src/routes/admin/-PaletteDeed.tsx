import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { resetAccountFlowRefusals } from '#features/accounts/messages.ts'
import { resetAccountFlow } from '#features/accounts/operations.ts'
import { createJobRefusals } from '#features/jobs/messages.ts'
import { createJob } from '#features/jobs/operations.ts'
import type { Choice } from '#features/palette/choices.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'

type Props = {
  choice: Extract<Choice, { deed: object }>
  onClose: () => void
  /** It is done; with the job that did it where it can be taken back. */
  onDone: (jobId: number | null) => void
}

/** Asks before what was ordered in the palette is done. */
export default function PaletteDeed({ choice, onClose, onDone }: Props) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const job = useMutation(createJob)
  const reset = useMutation(resetAccountFlow)
  const { deed, target, label, about } = choice
  const run = () => {
    if (!online || job.isPending || reset.isPending) return
    if (deed.verb === 'reset') return reset.mutate(target.id, { onSuccess: () => onDone(null) })
    job.mutate(
      {
        selection: { of: 'account', ids: [target.id] },
        action: actionOf(deed),
        expected: 1,
      },
      { onSuccess: ({ id }) => onDone(id) },
    )
  }
  const problem =
    (job.error && explain(job.error, createJobRefusals)) ??
    (reset.error && explain(reset.error, resetAccountFlowRefusals))
  return (
    <ConfirmDialog
      title={label}
      action={t`Do it`}
      destroys={deed.verb === 'reset'}
      pending={job.isPending || reset.isPending}
      problem={
        online ? problem && i18n._(problem) : t`Without a connection nothing can be changed.`
      }
      onConfirm={run}
      onClose={onClose}
    >
      {about !== '' && (
        <p>
          <Trans>The account belongs to {about}.</Trans>
        </p>
      )}
      <p>
        {deed.verb === 'reset' ? (
          <Trans>Its charts become empty as well. This cannot be undone.</Trans>
        ) : (
          <Trans>You can undo it afterwards.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}

function actionOf(deed: Exclude<Props['choice']['deed'], { verb: 'reset' }>): Schema<'JobAction'> {
  if (deed.verb === 'extend') return { kind: 'extend', time: deed.time }
  return { kind: 'ban', time: deed.verb === 'ban' ? deed.time : 0 }
}
