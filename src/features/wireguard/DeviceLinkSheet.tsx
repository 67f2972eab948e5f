import { useLingui } from '@lingui/react/macro'
import type { Schema } from '#contract'
import { Sheet } from '#ui/Sheet.tsx'
import type { Whose } from './calls.ts'
import { DeviceLink } from './DeviceLink.tsx'

type Props = {
  accountId: number
  whose: Whose
  device: Schema<'WireGuardDevice'>
  onClose: () => void
}

/** The link by which an app gets the servers with the key of one device. */
export default function DeviceLinkSheet({ onClose, ...props }: Props) {
  const { t } = useLingui()
  const { name } = props.device
  return (
    <Sheet title={t`Link of ${name}`} onClose={onClose}>
      <DeviceLink {...props} />
    </Sheet>
  )
}
