import { setTimeout as pause } from 'node:timers/promises'
import type { Schema } from '#contract'
import { clientAddress6 } from '#rules/tunnelNet.ts'
import { CONNECTED_MS, deviceAddress, wireguardAddress } from '#rules/wireguard.ts'
import type { PeerSight } from '../../engine/plane.ts'
import type { World } from '../../http/world.ts'
import { withKeys } from '../keys.ts'
import type { StoredAccount } from '../store.ts'
import { serversOf } from '../servers/allowed.ts'
import { type ServerRow, selectServers } from '../servers/store.ts'
import { HIDDEN, selectTaggedServers } from '../servers/tags.ts'
import { isOwnTunnel, opened } from '../servers/tunnels.ts'
import { type DeviceRow, selectDeviceFlow, selectDevices } from './store.ts'

type Device = Schema<'WireGuardDevice'>
type Deps = Pick<World, 'db' | 'plane' | 'now'>
type Options = {
  /** Leaves out what the account's owner may not see. */
  isOwn: boolean
  /** Does not query the servers for who is connected. */
  isQuick?: boolean
}
type Sights = Map<number, Map<number, PeerSight>>
type Keys = Pick<
  Device,
  'id' | 'name' | 'publicKey' | 'privateKey' | 'isKept' | 'presharedKey' | 'createTime'
>

/** How long all servers together may take to report who is connected, ms. */
const TIMEOUT_MS = 2_000

/** The devices of an account with all their details, its own key first. */
export async function devicesOf(
  { db, plane, now }: Deps,
  account: StoredAccount,
  { isOwn, isQuick = false }: Options,
): Promise<Device[]> {
  const [keyed = account] = await withKeys(db, [account])
  const [rows, flow, servers, hidden] = await Promise.all([
    selectDevices(db, [account.id]),
    selectDeviceFlow(db, account.id),
    selectServers(db),
    isOwn ? selectTaggedServers(db, HIDDEN) : new Set<number>(),
  ])
  const allowed = serversOf(account)
  const tunnels = servers.filter(
    ({ type, id }) => type === 'WireGuard' && (allowed?.includes(id) ?? true) && !hidden.has(id),
  )
  const sights = isQuick ? new Map() : await lookAt(plane, account.id, tunnels)
  const carried = new Map(flow.map((one) => [one.deviceId, one]))
  const at = now()
  // By a clock that was set back since: it was now at the latest.
  const past = (time: number) => Math.min(time, at)
  const own = keyed.publicKey === '' ? [] : [show(ownKeys(keyed), (one) => placeOf(keyed, one))]
  const others = rows.map(async (row) =>
    show(await keysOf(db, row), (one) => devicePlace(row, one)),
  )
  return [...own, ...(await Promise.all(others))]

  function show(keys: Keys, placed: (server: ServerRow) => Place | undefined): Device {
    const { up = 0, down = 0, lastSeen = 0 } = carried.get(keys.id) ?? {}
    const places = tunnels.flatMap((server) => {
      const place = placed(server)
      const sight = sights.get(server.id)?.get(keys.id)
      return place ? [onServer(server, place, sight, { isOwn, past })] : []
    })
    const latest = Math.max(0, ...places.map(({ handshakeAt }) => handshakeAt ?? 0))
    return {
      ...keys,
      up,
      down,
      lastHandshake: past(latest || lastSeen) || null,
      isConnected: latest > at - CONNECTED_MS,
      servers: places,
    }
  }
}

type Place = Pick<Schema<'DeviceOnServer'>, 'address' | 'address6'>

function placeOf({ port }: StoredAccount, { net, net6 }: ServerRow): Place | undefined {
  const address = wireguardAddress(net ?? '', port)
  const address6 = (net6 && clientAddress6(net6, 'account', port)) || null
  return address === undefined ? undefined : { address, address6 }
}

/** Where a further device is; nowhere on a node agent's server, which takes one key per account. */
function devicePlace({ number }: DeviceRow, server: ServerRow): Place | undefined {
  const { net, net6 } = server
  const address = isOwnTunnel(server) ? deviceAddress(net ?? '', number) : undefined
  const address6 = (net6 && clientAddress6(net6, 'device', number)) || null
  return address === undefined ? undefined : { address, address6 }
}

function onServer(
  { id: serverId, name }: ServerRow,
  place: Place,
  { endpoint, handshakeAt }: Partial<PeerSight> = {},
  { isOwn, past }: { isOwn: boolean; past: (time: number) => number },
): Schema<'DeviceOnServer'> {
  return {
    serverId,
    name,
    ...place,
    handshakeAt: handshakeAt === undefined ? null : past(handshakeAt),
    endpoint: isOwn ? null : (endpoint ?? null),
  }
}

function ownKeys({ publicKey, privateKey, createTime }: StoredAccount): Keys {
  const isKept = privateKey !== ''
  const keys = { publicKey, privateKey: isKept ? privateKey : null, isKept, presharedKey: null }
  return { id: 0, name: '', ...keys, createTime }
}

/** The keys of a device; its secrets only where they were stored to be shown again. */
async function keysOf(
  db: Deps['db'],
  { id, name, publicKey, privateKey, presharedKey, createTime }: DeviceRow,
): Promise<Keys> {
  const isStored = privateKey !== ''
  return {
    id,
    name,
    publicKey,
    privateKey: isStored ? await opened(db, privateKey) : null,
    isKept: isStored,
    presharedKey: isStored && presharedKey !== '' ? await opened(db, presharedKey) : null,
    createTime,
  }
}

/** Who is connected where, as far as the servers report it in time. */
async function lookAt(
  plane: Deps['plane'],
  accountId: number,
  servers: readonly ServerRow[],
): Promise<Sights> {
  const sights: Sights = new Map()
  const pending = servers.filter(isOwnTunnel).map(async ({ id }) => {
    const peers = (await plane.peers?.(`${id}:${accountId}`)) ?? []
    sights.set(id, new Map(peers.map((peer) => [peer.deviceId, peer])))
  })
  const all = Promise.allSettled(pending)
  await Promise.race([all, pause(TIMEOUT_MS, undefined, { ref: false })])
  return sights
}
