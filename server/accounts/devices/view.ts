import { setTimeout as pause } from 'node:timers/promises'
import type { Schema } from '#contract'
import { clientAddress6 } from '#rules/tunnelNet.ts'
import { CONNECTED_MS, deviceAddress, wireguardAddress } from '#rules/wireguard.ts'
import type { PeerSight } from '../../engine/plane.ts'
import type { World } from '../../http/world.ts'
import { networkOf } from '../../network/client.ts'
import { withKeys } from '../keys.ts'
import type { StoredAccount } from '../store.ts'
import { takesDevices } from '../servers/access.ts'
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
type Keys = Partial<Pick<Device, 'proxy'>> &
  Pick<
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
  const mayUse = ({ id }: ServerRow) => (allowed?.includes(id) ?? true) && !hidden.has(id)
  const tunnels = servers.filter((one) => one.type === 'WireGuard' && mayUse(one))
  const sights = isQuick ? new Map() : await lookAt(plane, account.id, tunnels)
  const carried = new Map(flow.map((one) => [one.deviceId, one]))
  const at = now()
  // By a clock that was set back since: it was now at the latest.
  const past = (time: number) => Math.min(time, at)
  const proxies = rows.some(({ subscribe }) => subscribe !== '')
    ? servers.filter((one) => takesDevices(one) && mayUse(one))
    : []
  const comesFrom = isQuick ? async () => [] : seenBy(plane, account.id, proxies)
  const proxyOf = async (row: Linked) => {
    if (row.id === 0 ? proxies.length === 0 : row.subscribe === '') return {}
    const lastSeen = carried.get(row.id)?.lastSeen ?? 0
    return { proxy: proxyKey(row, await comesFrom(row.id), { isOwn, lastSeen, past }) }
  }
  const ownRow = { ...ownKeys(keyed), ...(await proxyOf(OWN_KEY)) }
  const hasTunnel = keyed.publicKey !== ''
  const own = show(ownRow, (one) => (hasTunnel ? placeOf(keyed, one) : undefined))
  const others = rows.map(async (row) =>
    show({ ...(await keysOf(db, row)), ...(await proxyOf(row)) }, (one) => devicePlace(row, one)),
  )
  return [...(hasTunnel || own.proxy ? [own] : []), ...(await Promise.all(others))]

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

/**
 * Where a further device is; nowhere without WireGuard, nor on a node agent's server, which takes one
 * key per account.
 */
function devicePlace({ number }: DeviceRow, server: ServerRow): Place | undefined {
  const { net, net6 } = server
  if (number === null) return undefined
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
    publicKey: publicKey ?? '',
    privateKey: isStored ? await opened(db, privateKey) : null,
    isKept: isStored,
    presharedKey: isStored && presharedKey !== '' ? await opened(db, presharedKey) : null,
    createTime,
  }
}

type Linked = Pick<DeviceRow, 'id' | 'app' | 'isWaiting' | 'fetchTime' | 'subscribe'>

/** What the account's own key is on Trojan and Shadowsocks servers. */
const OWN_KEY: Linked = { id: 0, app: '', isWaiting: 0, fetchTime: null, subscribe: '' }

function proxyKey(
  { app, isWaiting, fetchTime }: Linked,
  addresses: string[],
  of: { isOwn: boolean; lastSeen: number; past: (time: number) => number },
): Schema<'DeviceProxyKey'> {
  return {
    app,
    isWaiting: isWaiting === 1,
    fetchTime: fetchTime === null ? null : of.past(fetchTime),
    lastSeen: of.past(of.lastSeen) || null,
    networks: new Set(addresses.map(networkOf)).size,
    addresses: of.isOwn ? [] : addresses,
  }
}

/** Tells from where the key of a device was used of late, as far as the servers report it in time. */
function seenBy(plane: Deps['plane'], accountId: number, servers: readonly ServerRow[]) {
  const end = pause(TIMEOUT_MS, [], { ref: false })
  return async (deviceId: number): Promise<string[]> => {
    const asked = servers.map(({ id }) =>
      Promise.race([plane.clients(`${id}:${accountId}:${deviceId}`).catch(() => []), end]),
    )
    return [...new Set((await Promise.all(asked)).flat())]
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
    const peers = await plane.peers(`${id}:${accountId}`)
    sights.set(id, new Map(peers.map((peer) => [peer.deviceId, peer])))
  })
  const all = Promise.allSettled(pending)
  await Promise.race([all, pause(TIMEOUT_MS, undefined, { ref: false })])
  return sights
}
