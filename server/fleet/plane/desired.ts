import { accountState, cycleOf } from '#rules/account.ts'
import { timedOf } from '../../accounts/facts.ts'
import { serversOf } from '../../accounts/servers/allowed.ts'
import type { Database } from '../../database/database.ts'
import { leftOn, type Quota, quotaOf } from '../../accounts/quota/quota.ts'
import { carrierOf, ENGINE, nodeIn } from '../../accounts/servers/carrier.ts'
import { type ServerRow, selectCarriedServers } from '../../accounts/servers/store.ts'
import { isOwnTunnel } from '../../accounts/servers/tunnels.ts'
import { type Among, type Candidate, selectCandidates } from './candidates.ts'
import { type Peers, selectPeers } from './peers.ts'
import type { DesiredPort } from '../../engine/plane.ts'
import type { Lent } from './leases.ts'

/** A port that may be open by its times; its quota is checked last. */
type Wanted = Omit<DesiredPort, 'budget' | 'lowAt' | 'leaseMs'> & {
  serverId: number
  accountId: number
  quota: Quota
}

/** The desired ports of one account, before traffic that is not in the database yet. */
type Desired = {
  ports: Wanted[]
  /** When the passing of time next changes something, ms; Infinity for never. */
  next: number
}

/**
 * Finds every port that should be open at a moment, by account: of those that are started, in time
 * and not banned, on the servers they may use. Spec 4.
 */
export async function selectDesired(
  db: Database,
  among: Among,
  now: number,
): Promise<Map<number, Desired>> {
  const servers = await selectCarriedServers(db)
  const ids = servers.map(({ id }) => id)
  const candidates = await selectCandidates(db, ids, among, now)
  const { accounts, peersOf } = await selectPeers(db, candidates, servers)
  // Computed once, not for each port: there are as many as accounts times servers.
  const places = servers.map((server) => ({ server, carrier: carrierOf(server) }))
  return new Map(
    accounts.map((account) => [
      account.id,
      { ports: portsOf(account, places, peersOf, now), next: nextChange(account, now) },
    ]),
  )
}

/** The least that is granted at a time: more than one request per so many bytes gains nothing. */
const MIN_LEASE_BYTES = 1 << 20
/** What a port that moves may carry before it has closed where it was. */
export const FIRST_SHARE_BYTES = MIN_LEASE_BYTES
/**
 * How long a node may use its part of a shared quota without a console, ms: a console may be away
 * for a day, and a machine that is gone keeps its part from the others for no longer.
 */
export const LEASE_MS = 86_400_000

/**
 * The orders for one account: each port with the bytes it may carry, without those that have none
 * left. `pending` are bytes by key that passed and are not in the database yet.
 *
 * A quota that several servers share is granted in equal parts, and each requests more at half of
 * its own: all together never carry more than is left, but for the last `MIN_LEASE_BYTES` of each.
 * What carriers that are away still have of theirs (`lent`) counts as spent for all others.
 */
export function grant(
  ports: readonly Wanted[],
  pending: Map<string, number>,
  lent: readonly Lent[] = [],
): DesiredPort[] {
  const shares = new Set(ports.map(({ serverId }) => serverId)).size
  const { lentOf, sumOf, hasAny } = lentBy(lent)
  const holders = hasAny ? ports.filter((port) => lentOf(port) > 0).length : 0
  return ports.flatMap(({ serverId, accountId, quota, ...port }) => {
    const passed = (id: number) => pending.get(`${id}:${accountId}`) ?? 0
    const left = leftOn(quota, serverId, passed)
    if (left === 0) return []
    // What is not shared is whole where its server is: moved off a machine that is away, too.
    if (left === null || !quota.shared) return [{ ...port, budget: left }]
    const own = lentOf(port)
    const spent = (id: number) => {
      const key = `${id}:${accountId}`
      return passed(id) + sumOf(key) - (key === port.key ? own : 0)
    }
    const free = hasAny ? leftOn(quota, serverId, spent) : left
    if (!free) return []
    if (shares < 2) return [{ ...port, budget: free }]
    // Those who are away have their parts already.
    const here = Math.max(shares - holders + (own > 0 ? 1 : 0), 1)
    const part = Math.min(Math.ceil(free / here), Math.ceil(left / shares))
    const budget = Math.min(free, Math.max(part, MIN_LEASE_BYTES))
    const low = budget < free && { lowAt: Math.floor(budget / 2) }
    const lease = nodeIn(port.carrier ?? ENGINE) !== undefined && { leaseMs: LEASE_MS }
    return [{ ...port, budget, ...low, ...lease }]
  })
}

/** Looks up what was lent for a port on its carrier, and for a key on all of them. */
function lentBy(lent: readonly Lent[]) {
  const [places, keys] = [new Map<string, number>(), new Map<string, number>()]
  for (const { key, carrier, bytes } of lent) {
    places.set(`${carrier} ${key}`, bytes)
    keys.set(key, (keys.get(key) ?? 0) + bytes)
  }
  return {
    hasAny: lent.length > 0,
    lentOf: ({ key, carrier = ENGINE }: Pick<Wanted, 'key' | 'carrier'>) =>
      places.get(`${carrier} ${key}`) ?? 0,
    sumOf: (key: string) => keys.get(key) ?? 0,
  }
}

function portsOf(
  account: Candidate,
  places: readonly { server: ServerRow; carrier: string }[],
  peersOf: Peers,
  now: number,
): Wanted[] {
  const { id: accountId, traffic } = account
  const allowed = serversOf(account)
  const quota = quotaOf(account, traffic, now)
  const expireAt = account.expireTime ?? undefined
  return places.flatMap(({ server, carrier }) => {
    const { id: serverId, shift } = server
    if (allowed && !allowed.includes(serverId)) return []
    // A WireGuard peer authenticates by its key; without one no client can connect yet.
    const password = server.type === 'WireGuard' ? account.publicKey : account.password
    if (password === '') return []
    // Only servers that listen at one port for all of their accounts have these.
    const own = isOwnTunnel(server) ? peersOf(account, server) : {}
    if (own === undefined) return []
    const method = isOwnTunnel(server) ? 'wireguard' : server.method
    const port = account.port + shift
    const banned = traffic.bans.some((ban) => ban.serverId === serverId)
    const state = accountState(timedOf(account), { banned }, now)
    if (port < 1 || port > 65_535 || (state !== 'open' && state !== 'unlimited')) return []
    const wanted = { key: `${serverId}:${accountId}`, port, method, password }
    return [
      {
        ...wanted,
        ...(carrier !== ENGINE && { carrier }),
        ...(expireAt !== undefined && { expireAt }),
        ...own,
        serverId,
        accountId,
        quota,
      },
    ]
  })
}

/** When an account begins, ends, is banned no longer or gets a new quota. */
function nextChange(account: Candidate, now: number): number {
  const { cycleStart, expireTime, flow, traffic } = account
  const cycle = cycleOf(timedOf(account), now)
  const bans = traffic.bans.map(({ until }) => until)
  const times = [cycleStart, expireTime, cycle && flow > 0 ? cycle.to : null, ...bans]
  return Math.min(...times.map((time) => (time !== null && time > now ? time : Infinity)))
}
