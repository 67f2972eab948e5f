import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { formatMac } from '#rules/mac.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { deleteMacAccountRefusals } from './messages.ts'
import { deleteMacAccount } from './operations.ts'

type Props = { device: Pick<Schema<'MacAddress'>, 'id' | 'mac'>; onClose: () => void }

/** Confirms before a device is removed. */
export function DeleteMacDialog({ device, onClose }: Props) {
  const { t, i18n } = useLingui()
  const removal = useMutation(deleteMacAccount)
  const mac = formatMac(device.mac)
  return (
    <ConfirmDialog
      title={t`Remove ${mac}?`}
      action={t`Remove`}
      destroys
      pending={removal.isPending}
      problem={removal.error && i18n._(explain(removal.error, deleteMacAccountRefusals))}
      onConfirm={() => removal.mutate(device.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <Trans>
        The device can no longer log in or read its settings by this address. The account stays.
      </Trans>
    </ConfirmDialog>
  )
}
