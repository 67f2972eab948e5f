import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { formatFlow } from '#rules/flow.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { resetAccountFlowRefusals } from './messages.ts'
import { resetAccountFlow } from './operations.ts'
import { usageOf } from './accountStatus.ts'

type Props = { account: Schema<'Account'>; onClose: () => void; onReset: () => void }

/** Confirms before an account's traffic is reset to 0. */
export function ResetFlowDialog({ account, onClose, onReset }: Props) {
  const { t, i18n } = useLingui()
  const reset = useMutation(resetAccountFlow)
  const { id, port } = account
  const used = formatFlow(usageOf(account).used, i18n.locale)
  return (
    <ConfirmDialog
      title={t`Reset the traffic of account ${port}?`}
      action={t`Reset`}
      destroys
      pending={reset.isPending}
      problem={reset.error && i18n._(explain(reset.error, resetAccountFlowRefusals))}
      onConfirm={() => reset.mutate(id, { onSuccess: onReset })}
      onClose={onClose}
    >
      <Trans>
        Used traffic goes from {used} to 0 and the charts are cleared. Server totals stay. This
        cannot be undone.
      </Trans>
    </ConfirmDialog>
  )
}
