import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Problem } from '#ui/Problem.tsx'
import { useActionText } from './actionText.ts'
import { cancelJobRefusals, undoJobRefusals } from './messages.ts'
import { cancelJob, undoJob } from './operations.ts'

type Props = {
  job: Schema<'Job'>
  /** Confirms before a large job is undone; a job that was just done is undone at once. */
  asks?: boolean
}

/** Stops a running job, or undoes one that ended. */
export function JobActions({ job, asks }: Props) {
  const { t, i18n } = useLingui()
  const online = useOnline()
  const [confirming, setConfirming] = useState(false)
  const cancel = useMutation(cancelJob)
  const undo = useMutation(undoJob)
  const actionText = useActionText()
  const what = actionText(job)
  const { id, status, mayUndo, done } = job
  const takeBack = () => undo.mutate(id, { onSettled: () => setConfirming(false) })
  const problem =
    (cancel.error && i18n._(explain(cancel.error, cancelJobRefusals))) ??
    (undo.error && i18n._(explain(undo.error, undoJobRefusals)))
  return (
    <>
      {status === 'running' && (
        <Button
          size="large"
          disabledFocusable={cancel.isPending || !online}
          onClick={() => cancel.mutate(id)}
        >
          <Trans>Stop</Trans>
        </Button>
      )}
      {mayUndo && (
        <Button
          size="large"
          disabledFocusable={undo.isPending || !online}
          onClick={() => (asks ? setConfirming(true) : takeBack())}
        >
          <Trans>Undo</Trans>
        </Button>
      )}
      {problem && <Problem>{problem}</Problem>}
      {confirming && (
        <ConfirmDialog
          title={t`Undo “${what}”?`}
          action={t`Undo`}
          pending={undo.isPending}
          onConfirm={takeBack}
          onClose={() => setConfirming(false)}
        >
          <Trans>{done} go back to how they were. Later changes and sent emails stay.</Trans>
        </ConfirmDialog>
      )}
    </>
  )
}
