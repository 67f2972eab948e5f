import { Button } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CALLS, type Whose } from './calls.ts'
import { renameDeviceRefusals } from './messages.ts'

type Props = {
  accountId: number
  whose: Whose
  device: Schema<'WireGuardDevice'>
  onClose: () => void
}

/** Renames a device. */
export default function RenameDeviceSheet({ accountId, whose, device, onClose }: Props) {
  const { t, i18n } = useLingui()
  const change = useMutation(CALLS[whose].rename)
  const form = useDraft({ name: device.name }, ({ name }) =>
    name.trim() === '' ? { name: msg`Give the device a name.` } : {},
  )
  return (
    <Sheet
      title={t`Rename device`}
      onClose={onClose}
      onSubmit={form.submit(({ name }) =>
        change.mutate(
          { accountId, deviceId: device.id, name: name.trim() },
          { onSuccess: onClose },
        ),
      )}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={change.isPending}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <TextField label={t`Name of the device`} maxLength={40} required {...form.field('name')} />
      {change.error && <Problem>{i18n._(explain(change.error, renameDeviceRefusals))}</Problem>}
    </Sheet>
  )
}
