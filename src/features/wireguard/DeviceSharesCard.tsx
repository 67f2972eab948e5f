import { Caption1 } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ACCOUNT_FLOW_REFRESH_MS } from '#rules/timing.ts'
import { Card } from '#ui/Card.tsx'
import { RankedBars } from '#ui/RankedBars.tsx'
import { listMyDevices } from './operations.ts'
import { useDeviceName } from './useDeviceName.ts'

type Props = {
  accountId: number
  /** Names the account where there are several. */
  port?: number | undefined
}

/** Which device of an account carried how much; nothing while there is only one. */
export default function DeviceSharesCard({ accountId, port }: Props) {
  const { t } = useLingui()
  const { data = [] } = useQuery({
    ...listMyDevices(accountId),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
  })
  const nameOf = useDeviceName()
  const slices = data.map((device) => ({
    key: device.id,
    name: nameOf(device),
    bytes: device.up + device.down,
  }))
  if (slices.length < 2 || slices.every(({ bytes }) => bytes === 0)) return null
  const title = port === undefined ? t`Traffic by device` : t`Traffic by device, account ${port}`
  return (
    <Card title={title}>
      <RankedBars title={title} slices={slices} />
      <Caption1>
        <Trans>As transferred, since each device was added</Trans>
      </Caption1>
    </Card>
  )
}
