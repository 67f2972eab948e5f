import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { Add20Regular } from '@fluentui/react-icons'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '#api/may.ts'
import { explainLoad } from '#api/refusals.ts'
import type { Schema } from '#contract'
import { useOnline } from '#device/online.ts'
import { useStatus } from '#device/status.ts'
import { Card } from '#ui/Card.tsx'
import { Loading } from '#ui/Loading.tsx'
import { LoadFailed } from '#ui/LoadFailed.tsx'
import { useDevices, type Whose } from './calls.ts'
import { type DeviceAction, DeviceRow } from './DeviceRow.tsx'
import { DeviceRule } from './DeviceRule.tsx'
import type { TunnelServer } from './tunnelServer.ts'

const AddDeviceSheet = lazy(() => import('./AddDeviceSheet.tsx'))
const DeviceConfigSheet = lazy(() => import('./DeviceConfigSheet.tsx'))
const DeviceLinkSheet = lazy(() => import('./DeviceLinkSheet.tsx'))
const AdmitDeviceDialog = lazy(() => import('./AdmitDeviceDialog.tsx'))
const RenameDeviceSheet = lazy(() => import('./RenameDeviceSheet.tsx'))
const RemoveDeviceDialog = lazy(() => import('./RemoveDeviceDialog.tsx'))
const RenewKeyDialog = lazy(() => import('./RenewKeyDialog.tsx'))

type Device = Schema<'WireGuardDevice'>
type Props = {
  accountId: number
  whose: Whose
  /** The WireGuard servers the account may use. */
  servers: readonly TunnelServer[]
  /** How many devices there may be besides the first; undefined where that is not known. */
  most: number | undefined
  /** How the account tells devices apart by their apps; absent where it does not. */
  apart?: Schema<'Account'>['devices']
}

/** The devices of an account, each with a key of its own. */
export default function DevicesCard({ accountId, whose, servers, apart, ...rest }: Props) {
  const styles = useStyles()
  const { t, i18n } = useLingui()
  const online = useOnline()
  const mayChange = useMay()('addDevice') || whose === 'mine'
  const isPlain = useStatus()?.simple === true && whose === 'mine'
  const { data: devices, error, refetch, dataUpdatedAt } = useDevices(whose, accountId)
  const [open, setOpen] = useState<{ action: DeviceAction | 'add'; device?: Device } | null>(null)
  const isApart = apart !== undefined && apart.most > 0
  const most = isApart ? apart.most : rest.most
  const further = devices?.filter(({ id, proxy }) => id !== 0 && !proxy?.isWaiting).length ?? 0
  const isFull = most !== undefined && further >= most
  const common = { accountId, whose, servers, onClose: () => setOpen(null) }
  const device = open?.device

  return (
    <Card
      title={isApart || devices?.some(({ proxy }) => proxy) ? t`Devices` : t`WireGuard devices`}
      actions={
        most !== 0 &&
        mayChange && (
          <Button
            icon={<Add20Regular />}
            disabledFocusable={!online || isFull}
            title={online ? undefined : t`There is no network.`}
            onClick={() => setOpen({ action: 'add' })}
          >
            <Trans>Add device</Trans>
          </Button>
        )
      }
    >
      {!devices && online && error && (
        <LoadFailed onRetry={() => void refetch()}>{i18n._(explainLoad(error))}</LoadFailed>
      )}
      {!devices && online && !error && <Loading shape="rows" count={2} />}
      {!devices && !online && (
        <p className={styles.quiet}>
          <Trans>You are offline. The devices are shown when the connection is back.</Trans>
        </p>
      )}
      {devices?.length === 0 && (
        <p className={styles.quiet}>
          <Trans>There is no device yet.</Trans>
        </p>
      )}
      {devices && devices.length > 0 && (
        <ul className={styles.list}>
          {devices.map((one) => (
            <li key={one.id} className={styles.item}>
              <DeviceRow
                device={one}
                online={online && mayChange}
                asOf={dataUpdatedAt}
                isPlain={isPlain}
                onOpen={(action) => setOpen({ action, device: one })}
              />
            </li>
          ))}
        </ul>
      )}
      {isApart && devices && (
        <p className={styles.quiet}>
          <Trans>
            {further} of {most} devices. Each has a key of its own, which can be removed alone. Apps
            that do not name their device share the account’s key.
          </Trans>
        </p>
      )}
      {isApart && whose === 'mine' && devices && (
        <DeviceRule accountId={accountId} asks={apart.asks} online={online && mayChange} />
      )}
      {isFull && most > 0 && (
        <p className={styles.quiet}>
          <Trans>Device limit reached. Remove one to add another.</Trans>
        </p>
      )}
      <Suspense>
        {open?.action === 'add' && <AddDeviceSheet {...common} />}
        {open?.action === 'config' && device && <DeviceConfigSheet device={device} {...common} />}
        {open?.action === 'link' && device && <DeviceLinkSheet device={device} {...common} />}
        {open?.action === 'admit' && device && <AdmitDeviceDialog device={device} {...common} />}
        {open?.action === 'rename' && device && <RenameDeviceSheet device={device} {...common} />}
        {open?.action === 'remove' && device && <RemoveDeviceDialog device={device} {...common} />}
        {open?.action === 'renew' && device && <RenewKeyDialog device={device} {...common} />}
      </Suspense>
    </Card>
  )
}

const useStyles = makeStyles({
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  item: {
    paddingBlock: '10px',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  },
  quiet: { margin: 0, color: tokens.colorNeutralForeground2 },
})
