import { setTimeout as pause } from 'node:timers/promises'
import type { Reason } from '#contract'
import { overlap, tunnelNet } from '#rules/tunnelNet.ts'
import type { Plane, TunnelCheck } from '../../engine/plane.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../database/database.ts'
import { hasPortOn } from './allowed.ts'
import { carrierOf } from './carrier.ts'
import type { ServerRow } from './store.ts'
import { WIREGUARD_PORT } from './tunnels.ts'

type Place = Pick<ServerRow, 'plane' | 'nodeId'>
type Wanted = {
  net: string
  wgPort: number
  net6?: string | null
  serverId?: number | undefined
  isAmnezia?: boolean | undefined
}
/** What has a UDP port on a machine: a server of ours, or an account of one. */
type Holder = { kind: 'server' | 'account'; name: string }
type Machine = {
  /** The servers of ours it carries, of any type. */
  servers: ServerRow[]
  used: TunnelCheck['used']
}

/** How long a machine may take to say whether it can. */
const TIMEOUT_MS = 8_000
/** What a machine says, in the words of a refusal. */
const WORDS = {
  noRights: 'no rights',
  noTun: 'no tun',
  noProgram: 'wireguard missing',
  noFirewall: 'nftables missing',
  noAmnezia: 'amneziawg missing',
  portTaken: 'port in use',
  rangeTaken: 'range in use',
} as const satisfies Record<Exclude<TunnelCheck['state'], 'ready'>, Reason<'createServer'>>
/** How many ports are looked at for a free one, from the usual one on. */
const MAX_PORTS = 50

type Candidate = { net: string; net6: string }
const pairs = (first: number, from: number, to: number, prefix: string): Candidate[] =>
  Array.from({ length: (to - from) / 2 + 1 }, (_, at) => ({
    net: `${first}.${from + 2 * at}.0.0/16`,
    net6: `${prefix}:${from + 2 * at}::/64`,
  }))
/** Networks to offer, the usual one first; those few others use come last. */
const CANDIDATES = [
  ...pairs(10, 100, 254, 'fd10'),
  ...pairs(10, 0, 98, 'fd10'),
  ...pairs(172, 18, 30, 'fd72'),
  ...pairs(100, 64, 126, 'fd64'),
]

/** The servers of ours on a machine. */
export function selectNeighbours(db: Database, { plane, nodeId }: Place): Promise<ServerRow[]> {
  return db
    .selectFrom('server')
    .selectAll()
    .where('plane', '=', plane)
    .$if(plane === 'node', (query) => query.where('nodeId', '=', nodeId))
    .orderBy('id')
    .execute()
}

/** Whether a server of ours is in the way of a WireGuard server on its machine. */
export async function findTunnelTrouble(
  db: Database,
  { net, wgPort, net6, serverId }: Wanted,
  servers: readonly ServerRow[],
): Promise<'portTaken' | 'rangeTaken' | undefined> {
  const others = servers.filter(({ id }) => id !== serverId)
  const tunnels = others.filter(({ type }) => type === 'WireGuard')
  if (await findPortHolder(db, wgPort, others)) return 'portTaken'
  const whole = tunnelNet(net) ?? net
  const isNear = (other: ServerRow) => overlap(whole, tunnelNet(other.net ?? '') ?? '')
  if (tunnels.some((other) => isNear(other) || (net6 && other.net6 === net6))) return 'rangeTaken'
  return undefined
}

/** Asks a machine whether it can. */
export async function askMachine(
  plane: Plane,
  place: Place,
  { net, net6, wgPort: listenPort, serverId, isAmnezia }: Wanted,
): Promise<TunnelCheck | 'away'> {
  const networks = { net: tunnelNet(net) ?? net, ...(net6 && { net6 }) }
  const kind = isAmnezia && { isAmnezia }
  const wanted = { listenPort, ...networks, ...(serverId && { serverId }), ...kind }
  const asked = plane.checkTunnel(carrierOf({ id: 0, ...place }), wanted)
  const answer = asked.then((said) => (isAmnezia ? asAmnezia(said) : said))
  const late = pause(TIMEOUT_MS, 'away' as const, { ref: false })
  return Promise.race([answer.catch(() => 'away' as const), late])
}

/** An engine that does not know AmneziaWG says what it would carry WireGuard with. */
function asAmnezia(said: TunnelCheck): TunnelCheck {
  const { state, backend } = said
  return state === 'ready' && backend !== 'amneziawg' ? { ...said, state: 'noAmnezia' } : said
}

/** Refuses what a machine, or a server of ours on it, has no room for. */
export function refuseTunnel(state: TunnelCheck['state'] | 'away' | undefined): void {
  if (state === undefined || state === 'ready') return
  throw new Refusal(403, state === 'away' ? 'server unreachable' : WORDS[state])
}

/** A port and networks that nothing known on a machine is in the way of. */
export async function suggestTunnel(
  db: Database,
  { servers, used }: Machine,
  /** Those that were found to be taken. */
  taken: { net?: string; wgPort?: number } = {},
): Promise<{ wgPort: number; net: string; net6: string }> {
  const tunnels = servers.flatMap(({ net }) => tunnelNet(net ?? '') ?? [])
  const nets = [...tunnels, ...used.map(({ net }) => net), taken.net ?? '']
  const nets6 = servers.flatMap(({ net6 }) => net6 ?? [])
  const isFree = ({ net, net6 }: Candidate) =>
    !nets.some((other) => other !== '0.0.0.0/0' && overlap(other, tunnelNet(net) ?? '')) &&
    !nets6.includes(net6)
  const { net, net6 } = CANDIDATES.find(isFree) ?? CANDIDATES[0]!
  const ports = Array.from({ length: MAX_PORTS }, (_, at) => WIREGUARD_PORT + at)
  let wgPort = WIREGUARD_PORT
  for (const port of ports) {
    wgPort = port
    if (port !== taken.wgPort && !(await findPortHolder(db, port, servers))) break
  }
  return { wgPort, net, net6 }
}

/** The server that listens there, or would open the port of an account there. */
export async function findPortHolder(
  db: Database,
  port: number,
  servers: readonly ServerRow[],
): Promise<Holder | undefined> {
  const holder = servers.find(({ wgPort, ssPort }) => (wgPort ?? ssPort) === port)
  if (holder) return { kind: 'server', name: holder.name }
  for (const server of servers)
    if (
      server.type === 'Shadowsocks' &&
      server.ssPort === null &&
      (await hasPortOn(db, server, port))
    )
      return { kind: 'account', name: server.name }
  return undefined
}
