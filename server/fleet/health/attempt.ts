import { isIP } from 'node:net'
import { steadyHost } from '#rules/links.ts'
import type { LightCause } from '../../base/lights.ts'
import type { PortState, Probe, ProbeAnswer, TunnelProbe } from '../../engine/plane.ts'
import { idsIn } from '../../engine/portKey.ts'
import { trojanKey } from '../../engine/trojanKey.ts'
import { hostOf, portOf } from '../../base/url.ts'
import type { World } from '../../http/world.ts'
import { CHECK_HOST } from '../../engine/ports/check.ts'
import { probeServer } from '../../engine/probe/probe.ts'
import { probeTunnel } from '../../engine/probe/probeTunnel.ts'
import { probeUdp } from '../../engine/probe/probeUdp.ts'
import { openAccess } from '../../accounts/servers/access.ts'
import { carrierOf } from '../../accounts/servers/carrier.ts'
import { type ServerRow, selectCarriedServers } from '../../accounts/servers/store.ts'
import { isOwnTrojan } from '../../accounts/servers/trojan.ts'
import { tunnelOf } from '../../accounts/servers/tunnels.ts'
import { webSocketPlace } from '../../accounts/servers/webSocket.ts'
import { type Prober, probeKeysOf, publicKeyOf } from '../../engine/wireguard/probePeers.ts'
import { type ProbeFor, trialFromSome } from './fromNodes.ts'
import type { Trial, Trials } from './seeing.ts'
import { sharedPorts } from './sharedPorts.ts'

const TIMEOUT_MS = 8_000
/** Three datagrams are sent in it. */
const UDP_TIMEOUT_MS = 6_000
/** More than there are packets in a trial of WireGuard, each of which is a millisecond later. */
const TRIAL_SPAN_MS = 10

type Deps = Pick<World, 'db' | 'now' | 'config' | 'plane'>

/**
 * Makes what connects through a server as a customer's client would, with the password of one of the
 * accounts that are open there, another one each time: from the console, and from other nodes where
 * some answer. The engine answers by itself (`engine/check.ts`): nothing is charged to anybody. A node
 * gets no password but that of an account it carries as well.
 */
export function makeAttempt({ db, now, config, plane }: Deps) {
  const way = placeOf(config.site)
  // A server takes nothing from a client's past, and this clock may have jumped.
  let askedAt = 0

  return async function attempt(
    server: ServerRow,
    ports: readonly PortState[],
    name: string = steadyHost(server.host),
  ): Promise<Trials> {
    // Only engines of ours know the check; through others it would be billed to a customer.
    if (server.plane === 'manager') return {}
    const open = ports.filter((port) => port.open)
    if (open.length === 0) return {}
    if (server.type === 'WireGuard') return attemptTunnel(server, name)
    const probe = await probeOf(server, open, name)
    if (!probe) return {}
    const fromHere = probeServer({ ...probe, hello: Buffer.from(probe.hello) })
    const shared = sharedPorts({ db, plane })
    const probeFor = async (servers: readonly number[]) =>
      probeOf(server, await shared(open, servers), name)
    const [console_, node] = await Promise.all([fromHere, fromNodes(server, probeFor)])
    // Inside TLS, datagrams arrive where connections do.
    const knowsUdp = server.type !== 'Trojan' && console_.ok && console_.reply?.endsWith(' udp')
    const udp = knowsUdp ? await attemptUdp(server, probe, probeFor) : undefined
    return { console: trialOf(console_), ...(node && { node }), ...(udp && { udp }) }
  }

  /** By datagrams from here; where they do not arrive, also from nodes: this network may drop them. */
  async function attemptUdp(server: ServerRow, probe: Probe, probeFor: ProbeFor): Promise<Trial> {
    const { hello: _, ...trial } = probe
    const fromHere = trialOf(await probeUdp({ ...trial, timeoutMs: UDP_TIMEOUT_MS }))
    if (fromHere.ok) return fromHere
    const there = await fromNodes(server, async (servers) => {
      const one = await probeFor(servers)
      return one && { ...one, isUdp: true }
    })
    return there?.ok ? there : fromHere
  }

  /** With keys that only let it say hello: nobody's traffic is touched. */
  async function attemptTunnel(server: ServerRow, host: string): Promise<Trials> {
    const tunnel = await tunnelOf(db, server)
    if (!tunnel) return {}
    const { privateKey: serverKey, listenPort } = tunnel
    const port = listenPort + server.publicShift
    askedAt = Math.max(now(), askedAt + TRIAL_SPAN_MS)
    const at = askedAt
    const probe = (prober: Prober): TunnelProbe => {
      const { privateKey } = probeKeysOf(serverKey, prober)
      const publicKey = publicKeyOf(serverKey)
      const { amnezia } = tunnel
      const disguise = amnezia && { amnezia }
      return { host, port, publicKey, privateKey, at, timeoutMs: TIMEOUT_MS, ...disguise }
    }
    const fromHere = probeTunnel(probe('console'))
    // Nodes with an older program would try it as WireGuard, and find nobody.
    const fromThere = tunnel.amnezia ? undefined : fromNodes(server, async () => probe('node'))
    const [console_, node] = await Promise.all([fromHere, fromThere])
    return { console: trialOf(console_), ...(node && { node }) }
  }

  async function probeOf(
    server: ServerRow,
    open: readonly PortState[],
    host: string,
  ): Promise<Probe | undefined> {
    const chosen = open[Math.floor(Math.random() * open.length)]
    const account = chosen && (await ownerOf(idsIn(chosen.key).accountId))
    if (!account) return undefined
    const port = chosen.port + server.publicShift
    const isVeiled = isOwnTrojan(server)
    const { password: usual, inside } = (await openAccess(db, server))(account)
    const password = isVeiled ? trojanKey(`${account.port}:${account.password}`) : usual
    const target = { host: CHECK_HOST, port: 1 }
    const place = isVeiled ? webSocketPlace({ ...server, host }) : undefined
    const trial = { password, target, hello: way, timeoutMs: TIMEOUT_MS }
    // As customers come: by the CDN or the proxy, where that is their only way.
    if (place?.isOnly) {
      const { name } = place
      const there = { ...trial, host: place.host, port: place.port, sni: name }
      const webSocket = { path: inside?.path ?? place.path, host: name }
      // Its path is below that of Trojan: where it is passed on, so is the other.
      if (inside)
        return { ...there, method: 'shadowsocks-ws', password: inside.password, webSocket }
      return { ...there, method: 'trojan-ws', webSocket }
    }
    const method = isVeiled ? 'trojan' : server.method
    return { ...trial, host, port, method, ...(isVeiled && { sni: server.sni ?? host }) }
  }

  function ownerOf(id: number) {
    return db
      .selectFrom('account')
      .select(['id', 'port', 'password'])
      .where('id', '=', id)
      .executeTakeFirst()
  }

  async function fromNodes(server: ServerRow, probeFor: ProbeFor): Promise<Trial | undefined> {
    const carried = (await selectCarriedServers(db)).filter((one) => one.plane === 'node')
    const carriers = Map.groupBy(carried, carrierOf)
    carriers.delete(carrierOf(server))
    const places = [...carriers].map(([carrier, servers]): [string, number[]] => [
      carrier,
      servers.map(({ id }) => id),
    ])
    return trialFromSome({ plane, places, probeFor, trialMs: TIMEOUT_MS, trialOf })
  }
}

function trialOf({ ok, ms, reply, reason }: ProbeAnswer): Trial {
  if (!ok) return { ok, ms, reason: (reason ?? 'noAnswer') as LightCause }
  return reply === 'noWayOut' ? { ok: false, ms, reason: 'noWayOut' } : { ok, ms }
}

/** Where the console is, for a server to reach; nothing where only this machine can. */
function placeOf(site: string): string {
  const url = new URL(site)
  const isLocal = isIP(hostOf(url)) !== 0 || !url.hostname.includes('.')
  return isLocal ? '' : `${url.hostname}:${portOf(url)}`
}
