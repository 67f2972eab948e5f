import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { CALLS, type Whose } from './calls.ts'
import { admitDeviceRefusals } from './messages.ts'

type Props = {
  accountId: number
  whose: Whose
  device: Schema<'WireGuardDevice'>
  onClose: () => void
}

/** Confirms before a device that waits is let in. */
export default function AdmitDeviceDialog({ accountId, whose, device, onClose }: Props) {
  const { t, i18n } = useLingui()
  const admission = useMutation(CALLS[whose].admit)
  const { id, name } = device
  return (
    <ConfirmDialog
      title={t`Let ${name} in?`}
      action={t`Let in`}
      pending={admission.isPending}
      problem={admission.error && i18n._(explain(admission.error, admitDeviceRefusals))}
      onConfirm={() => admission.mutate({ accountId, deviceId: id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>
          It gets a key of its own when its app updates next. Let in only a device that you know.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
