import { makeStyles, tokens } from '@fluentui/react-components'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ACCOUNT_FLOW_REFRESH_MS } from '#rules/timing.ts'
import { Handshake } from './Handshake.tsx'
import { listDevices } from './operations.ts'

type Props = {
  serverId: number
  account: { accountId: number; userName?: string | null; port: number }
}

/** An account with the devices that came in through one server, and how long ago. */
export function ServerDevicesRow({ serverId, account }: Props) {
  const styles = useStyles()
  const { t } = useLingui()
  const { accountId, userName, port } = account
  const { data, error, dataUpdatedAt } = useQuery({
    ...listDevices(accountId),
    refetchInterval: ACCOUNT_FLOW_REFRESH_MS,
  })
  const seen = (data ?? []).flatMap((device) => {
    const place = device.servers.find((one) => one.serverId === serverId)
    if (!place || place.handshakeAt === null) return []
    const { handshakeAt, endpoint } = place
    // `isConnected` covers all servers: the device is connected where its latest handshake is.
    const isConnected = device.isConnected && handshakeAt === device.lastHandshake
    const name = device.id === 0 ? t`First device` : device.name
    return [{ id: device.id, name, handshakeAt, endpoint, isConnected }]
  })
  const latestFirst = seen.toSorted((a, b) => b.handshakeAt - a.handshakeAt)
  return (
    <>
      <div className={styles.account}>
        <Link to="/admin/account/$accountId" params={{ accountId }} className={styles.link}>
          {userName ?? <Trans>Account without owner</Trans>}
        </Link>
        <span className={styles.port}>{port}</span>
      </div>
      <ul className={styles.devices}>
        {latestFirst.map(({ id, name, handshakeAt, endpoint, isConnected }) => (
          <li key={id} className={styles.device}>
            <span className={styles.name}>
              {name}
              {endpoint && <span className={styles.quiet}> {endpoint}</span>}
            </span>
            <Handshake at={handshakeAt} isConnected={isConnected} asOf={dataUpdatedAt} />
          </li>
        ))}
        {latestFirst.length === 0 && (
          <li className={styles.quiet}>
            {data ? (
              <Trans>No handshake since the server came up.</Trans>
            ) : error ? (
              <Trans>Not known</Trans>
            ) : (
              '…'
            )}
          </li>
        )}
      </ul>
    </>
  )
}

const useStyles = makeStyles({
  account: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: '12px' },
  link: {
    lineHeight: '44px',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorBrandForegroundLink,
  },
  port: { fontFamily: tokens.fontFamilyMonospace, color: tokens.colorNeutralForeground3 },
  devices: { margin: 0, padding: 0, listStyleType: 'none' },
  device: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: '12px',
    fontVariantNumeric: 'tabular-nums',
  },
  name: { minWidth: 0, overflowWrap: 'anywhere' },
  quiet: { color: tokens.colorNeutralForeground3 },
})
