import { Button } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { explain } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { Problem } from '#ui/Problem.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { CALLS, type Whose } from './calls.ts'
import { DeviceConfig } from './DeviceConfig.tsx'
import { DeviceLink } from './DeviceLink.tsx'
import { useDeviceName } from './useDeviceName.ts'
import type { TunnelServer } from './tunnelServer.ts'
import { renewKeyRefusals } from './messages.ts'

type Props = {
  accountId: number
  whose: Whose
  device: Schema<'WireGuardDevice'>
  servers: readonly TunnelServer[]
  onClose: () => void
}

/** Confirms before a device gets a new key, then shows its new configuration. */
export default function RenewKeyDialog({ accountId, whose, device, servers, onClose }: Props) {
  const { t, i18n } = useLingui()
  const renewal = useMutation(CALLS[whose].renew)
  const name = useDeviceName()(device)
  const made = renewal.data
  const hasTunnel = made?.privateKey != null
  const hasLink = made !== undefined && made.id !== 0 && made.proxy?.isWaiting === false
  if (made)
    return (
      <Sheet
        stays
        title={hasLink ? t`Link of ${name}` : t`WireGuard on ${name}`}
        onClose={onClose}
        actions={
          <Button onClick={onClose}>
            <Trans>Done</Trans>
          </Button>
        }
      >
        {hasLink && <DeviceLink accountId={accountId} whose={whose} device={made} />}
        {hasTunnel && made.isKept === false && (
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
    <ConfirmDialog
      title={t`A new key for ${name}?`}
      action={t`New key`}
      destroys
      pending={renewal.isPending}
      problem={renewal.error && i18n._(explain(renewal.error, renewKeyRefusals))}
      onConfirm={() => renewal.mutate({ accountId, deviceId: device.id })}
      onClose={onClose}
    >
      <p>
        <Trans>
          Whatever was set up with the old key is cut off immediately and has to be set up again.
          The other devices keep working.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}
