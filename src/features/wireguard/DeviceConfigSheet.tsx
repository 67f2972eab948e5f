import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Sheet } from '#ui/Sheet.tsx'
import { DeviceConfig } from './DeviceConfig.tsx'
import type { TunnelServer } from './tunnelServer.ts'

type Props = {
  device: Schema<'WireGuardDevice'>
  servers: readonly TunnelServer[]
  onClose: () => void
}

/** The configuration of a device whose private key is known. */
export default function DeviceConfigSheet({ device, servers, onClose }: Props) {
  const { t } = useLingui()
  const name = device.id === 0 ? t`First device` : device.name
  return (
    <Sheet title={t`WireGuard on ${name}`} onClose={onClose}>
      <DeviceConfig device={device} servers={servers} />
    </Sheet>
  )
}
