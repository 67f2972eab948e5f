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
  choice: Extract<Choice, { action: object }>
  onClose: () => void
  /** Called when it is done; with the job where it can be undone. */
  onDone: (jobId: number | null) => void
}

/** Confirms a command of the palette before it runs. */
export default function PaletteAction({ choice, onClose, onDone }: Props) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const job = useMutation(createJob)
  const reset = useMutation(resetAccountFlow)
  const { action, target, label, about } = choice
  const run = () => {
    if (!online || job.isPending || reset.isPending) return
    if (action.verb === 'reset') return reset.mutate(target.id, { onSuccess: () => onDone(null) })
    job.mutate(
      {
        selection: { of: 'account', ids: [target.id] },
        action: jobActionOf(action),
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
      action={t`Confirm`}
      destroys={action.verb === 'reset'}
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
        {action.verb === 'reset' ? (
          <Trans>Its charts are cleared too. This cannot be undone.</Trans>
        ) : (
          <Trans>You can undo it afterwards.</Trans>
        )}
      </p>
    </ConfirmDialog>
  )
}

function jobActionOf(
  action: Exclude<Props['choice']['action'], { verb: 'reset' }>,
): Schema<'JobAction'> {
  if (action.verb === 'extend') return { kind: 'extend', time: action.time }
  return { kind: 'ban', time: action.verb === 'ban' ? action.time : 0 }
}
