import { clientAddress6 } from '#rules/tunnelNet.ts'
import { deviceAddress, wireguardAddress } from '#rules/wireguard.ts'
import type { DesiredPort, Peer, Tunnel } from '../../engine/plane.ts'
import type { Database } from '../../database/database.ts'
import { withKeys } from '../../accounts/keys.ts'
import { type DeviceRow, selectDevices } from '../../accounts/devices/store.ts'
import type { ServerRow } from '../../accounts/servers/store.ts'
import { isOwnTunnel, opened, tunnelOf } from '../../accounts/servers/tunnels.ts'
import type { Candidate } from './candidates.ts'

/** The WireGuard part of a port's order; undefined where an account can have none. */
export type Peers = (
  account: Candidate,
  server: ServerRow,
) => Pick<DesiredPort, 'tunnel' | 'peers'> | undefined

type Device = DeviceRow & { number: number; publicKey: string; shared: string }

/**
 * Looks up the WireGuard peers of all of these accounts at once: missing keys are generated, and
 * secrets opened. Queries nothing where there is no such server.
 */
export async function selectPeers(
  db: Database,
  candidates: Candidate[],
  servers: readonly ServerRow[],
): Promise<{ accounts: Candidate[]; peersOf: Peers }> {
  const own = servers.filter(isOwnTunnel)
  if (own.length === 0 || candidates.length === 0)
    return { accounts: candidates, peersOf: () => undefined }
  const accounts = await withKeys(db, candidates)
  const tunnels = new Map<number, Tunnel | undefined>()
  for (const server of own) tunnels.set(server.id, await tunnelOf(db, server))
  const devices = await selectOpened(
    db,
    accounts.map(({ id }) => id),
  )
  return { accounts, peersOf }

  function peersOf(account: Candidate, server: ServerRow) {
    const tunnel = tunnels.get(server.id)
    if (!tunnel) return undefined
    const own = peerOfAccount(account, server)
    if (!own) return undefined
    const others = (devices.get(account.id) ?? []).flatMap((one) => peerOf(one, server) ?? [])
    return { tunnel, peers: [own, ...others] }
  }
}

async function selectOpened(
  db: Database,
  accountIds: readonly number[],
): Promise<Map<number, Device[]>> {
  const all = await selectDevices(db, accountIds)
  const rows = all.flatMap((row) => {
    const { number, publicKey } = row
    return number === null || publicKey === null ? [] : [{ ...row, number, publicKey }]
  })
  const keyed = await Promise.all(
    rows.map(async (row) => ({ ...row, shared: await opened(db, row.presharedKey) })),
  )
  return Map.groupBy(keyed, ({ accountId }) => accountId)
}

/** The account's own key; none where its port maps to no address. */
function peerOfAccount({ port, publicKey }: Candidate, { net, net6 }: ServerRow): Peer | undefined {
  const address = wireguardAddress(net ?? '', port)
  if (address === undefined) return undefined
  const address6 = net6 && clientAddress6(net6, 'account', port)
  return { deviceId: 0, publicKey, addresses: address6 ? [address, address6] : [address] }
}

function peerOf({ id, number, publicKey, shared }: Device, server: ServerRow): Peer | undefined {
  const { net, net6 } = server
  const address = deviceAddress(net ?? '', number)
  if (address === undefined) return undefined
  const address6 = net6 && clientAddress6(net6, 'device', number)
  const addresses = address6 ? [address, address6] : [address]
  return { deviceId: id, publicKey, presharedKey: shared, addresses }
}
