import { expireOf, isUnlimited } from '#rules/account.ts'
import { safeLink, shownHost } from '#rules/links.ts'
import { wireguardTunnel } from '#rules/wireguard.ts'
import type { Schema } from '#contract'
import { timedOf } from '../facts.ts'
import { serversOf } from '../servers/allowed.ts'
import type { StoredAccount } from '../store.ts'
import type { Traffic } from '../quota/traffic.ts'
import { quotaOf, usedOn } from '../quota/quota.ts'
import type { ServerRow } from '../servers/store.ts'

type Options = {
  servers: ServerRow[]
  traffic: Traffic
  /** Leaves out the usage. */
  noFlow: boolean
  now: number
}

/** The servers of one kind that an account may use, as a router or another program reads them. */
export function configServers(
  account: StoredAccount,
  type: 'Shadowsocks' | 'WireGuard',
  options: Options,
): Schema<'MacConfigServer'>[] {
  const allowed = serversOf(account)
  return options.servers
    .filter((server) => server.type === type && (allowed?.includes(server.id) ?? true))
    .flatMap((server) => {
      const access =
        type === 'WireGuard' ? tunnelOf(account, server) : shadowsocksOf(account, server)
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

function shadowsocksOf({ port, password }: StoredAccount, server: ServerRow) {
  const { method, publicShift } = server
  const shift = server.shift + publicShift
  const address = shownHost(server.host)
  return {
    address,
    port: port + shift,
    endpointPort: null,
    publicKey: null,
    gateway: null,
    base64: safeLink({ method, password, host: address, port, shift }),
  }
}

function tunnelOf(account: StoredAccount, server: ServerRow) {
  // A link of this form has no place for what AmneziaWG changes.
  if (server.amnezia !== null) return undefined
  const tunnel = wireguardTunnel(account, { ...server, amnezia: null })
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
