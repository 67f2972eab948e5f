import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { CALLS, type Whose } from './calls.ts'
import { removeDeviceRefusals } from './messages.ts'

type Props = {
  accountId: number
  whose: Whose
  device: Schema<'WireGuardDevice'>
  onClose: () => void
}

/** Confirms before a device's key is deleted. */
export default function RemoveDeviceDialog({ accountId, whose, device, onClose }: Props) {
  const { t, i18n } = useLingui()
  const removal = useMutation(CALLS[whose].remove)
  const { id, name } = device
  return (
    <ConfirmDialog
      title={t`Remove ${name}?`}
      action={t`Remove`}
      destroys
      pending={removal.isPending}
      problem={removal.error && i18n._(explain(removal.error, removeDeviceRefusals))}
      onConfirm={() => removal.mutate({ accountId, deviceId: id }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        <Trans>
          It is cut off immediately, and what was set up on it stops working for good. The other
          devices keep working.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
