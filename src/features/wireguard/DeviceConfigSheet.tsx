import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Sheet } from '#ui/Sheet.tsx'
import type { Whose } from './calls.ts'
import { DeviceConfig } from './DeviceConfig.tsx'
import { useDeviceName } from './useDeviceName.ts'
import type { TunnelServer } from './tunnelServer.ts'

type Props = {
  accountId: number
  whose: Whose
  device: Schema<'WireGuardDevice'>
  servers: readonly TunnelServer[]
  onClose: () => void
}

/** The configuration of a device whose private key is known. */
export default function DeviceConfigSheet({ onClose, ...config }: Props) {
  const { device } = config
  const { t } = useLingui()
  const name = useDeviceName()(device)
  return (
    <Sheet title={t`WireGuard on ${name}`} onClose={onClose}>
      <DeviceConfig {...config} />
    </Sheet>
  )
}
