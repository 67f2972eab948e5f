import { expireOf, isUnlimited } from '#rules/account.ts'
import { safeLink } from '#rules/links.ts'
import { wireguardTunnel } from '#rules/wireguard.ts'
import type { Schema } from '#contract'
import { timedOf } from '../facts.ts'
import type { LightBoard } from '../../base/lights.ts'
import type { Database } from '../../database/database.ts'
import { type Access, isReached, openAccesses } from '../servers/access.ts'
import { serversOf } from '../servers/allowed.ts'
import type { StoredAccount } from '../store.ts'
import type { Traffic } from '../quota/traffic.ts'
import { quotaOf, usedOn } from '../quota/quota.ts'
import { handedOf } from '../servers/names.ts'
import type { ServerRow } from '../servers/store.ts'

type Options = {
  lights: Pick<LightBoard, 'of'>
  servers: ServerRow[]
  traffic: Traffic
  /** Leaves out the usage. */
  noFlow: boolean
  now: number
}

/** The servers of one kind that an account may use, as a router or another program reads them. */
export async function configServers(
  db: Database,
  account: StoredAccount,
  type: 'Shadowsocks' | 'WireGuard',
  options: Options,
): Promise<Schema<'MacConfigServer'>[]> {
  const allowed = serversOf(account)
  const accesses = await openAccesses(db, options.servers)
  return options.servers
    .filter((server) => server.type === type && (allowed?.includes(server.id) ?? true))
    .filter((server) => isReached(account, server))
    .flatMap((server) => {
      const own = accesses.get(server.id)?.(account)
      const access =
        type === 'WireGuard'
          ? tunnelOf(account, server, options.lights)
          : own && shadowsocksOf(own, server, options.lights)
      return access ? [{ ...factsOf(account, server, options), ...access }] : []
    })
}

function factsOf(account: StoredAccount, server: ServerRow, { traffic, noFlow, now }: Options) {
  const { id, name, method, comment, scale } = server
  const quota = quotaOf(account, traffic, now)
  const endless = isUnlimited(account)
  const most = account.flow > 0 ? account.flow + quota.flowPack : 0
  const isBanned = traffic.bans.some(({ serverId }) => serverId === id)
  return {
    id,
    name,
    method,
    comment,
    currentFlow: noFlow || endless ? -1 : usedOn(quota, id),
    flow: endless ? -1 : quota.shared ? most : most * scale,
    expire: expireOf(timedOf(account)),
    status: isBanned ? ('ban' as const) : ('checked' as const),
  }
}

function shadowsocksOf({ port, password }: Access, server: ServerRow, lights: Options['lights']) {
  const { method, publicShift: shift } = server
  const [address = server.host] = handedOf(server, lights)
  return {
    address,
    port: port + shift,
    endpointPort: null,
    publicKey: null,
    gateway: null,
    base64: safeLink({ method, password, host: address, port, shift }),
  }
}

function tunnelOf(account: StoredAccount, server: ServerRow, lights: Options['lights']) {
  // A link of this form has no place for what AmneziaWG changes.
  if (server.amnezia !== null) return undefined
  const [first = server.host] = handedOf(server, lights)
  const tunnel = wireguardTunnel(account, { ...server, host: first, amnezia: null })
  if (tunnel.state !== 'ready') return undefined
  const { access, address, endpoint } = tunnel
  const { publicKey, privateKey, host, wgPort } = access
  const gateway = access.net.replace(/^(\d+\.\d+)\..*$/, '$1.0.1')
  const keys = new URLSearchParams({ prikey: privateKey, pubkey: publicKey, gateway, address })
  return {
    address,
    port: account.port,
    endpointHost: host,
    endpointPort: wgPort,
    publicKey,
    gateway,
    base64: `wg://${endpoint}?${keys}`,
  }
}
