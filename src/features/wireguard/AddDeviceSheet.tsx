import { Button } from '@fluentui/react-components'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import { useStatus } from '#device/status.ts'
import { useDraft } from '#ui/draft.ts'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { TextField } from '#ui/TextField.tsx'
import { CALLS, type Whose } from './calls.ts'
import { DeviceConfig } from './DeviceConfig.tsx'
import { DeviceLink } from './DeviceLink.tsx'
import type { TunnelServer } from './tunnelServer.ts'
import { addDeviceRefusals } from './messages.ts'

type Props = {
  accountId: number
  whose: Whose
  servers: readonly TunnelServer[]
  onClose: () => void
}

/** Names a new device, then shows what sets it up; its private key comes this once. */
export default function AddDeviceSheet({ accountId, whose, servers, onClose }: Props) {
  const { t, i18n } = useLingui()
  const storesKeys = useStatus()?.keepDeviceKeys === true
  const addition = useMutation(CALLS[whose].add)
  const form = useDraft({ name: '' }, ({ name }) =>
    name.trim() === '' ? { name: msg`Give the device a name.` } : {},
  )
  const made = addition.data
  const name = made?.name
  const hasTunnel = made?.privateKey != null
  if (made)
    return (
      <Sheet
        stays
        title={made.proxy ? t`Link of ${name}` : t`WireGuard on ${name}`}
        onClose={onClose}
        actions={
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        {made.proxy && <DeviceLink accountId={accountId} whose={whose} device={made} />}
        {hasTunnel && !storesKeys && (
          <Problem intent="warning">
            <Trans>This is shown once. Set up the device now, or save the file.</Trans>
          </Problem>
        )}
        {hasTunnel && (
          <DeviceConfig accountId={accountId} whose={whose} device={made} servers={servers} />
        )}
      </Sheet>
    )
  return (
    <Sheet
      title={t`Add device`}
      onClose={onClose}
      onSubmit={form.submit(({ name }) => addition.mutate({ accountId, name: name.trim() }))}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" appearance="primary" disabledFocusable={addition.isPending}>
            <Trans>Add device</Trans>
          </Button>
        </>
      }
    >
      <TextField
        label={t`Name of the device`}
        hint={t`For example “Anna’s phone”. It gets a key of its own and can be removed separately.`}
        maxLength={40}
        required
        {...form.field('name')}
      />
      {addition.error && <Problem>{i18n._(explain(addition.error, addDeviceRefusals))}</Problem>}
    </Sheet>
  )
}
