import { accountState, cycleOf } from '#rules/account.ts'
import { timedOf } from '../../accounts/facts.ts'
import { serversOf } from '../../accounts/servers/allowed.ts'
import type { Database } from '../../database/database.ts'
import { leftOn, type Quota, quotaOf } from '../../accounts/quota/quota.ts'
import { type Access, openAccesses } from '../../accounts/servers/access.ts'
import { carrierOf, ENGINE, nodeIn } from '../../accounts/servers/carrier.ts'
import { type ServerRow, selectCarriedServers } from '../../accounts/servers/store.ts'
import { isOwnTrojan } from '../../accounts/servers/trojan.ts'
import { isOwnTunnel } from '../../accounts/servers/tunnels.ts'
import { type Among, type Candidate, selectCandidates } from './candidates.ts'
import { type DevicesOn, selectDeviceKeys } from './deviceKeys.ts'
import { type Peers, selectPeers } from './peers.ts'
import { speedAfterOn, speedOf, limitsSpeed } from '../../accounts/quota/speed.ts'
import type { DesiredPort, WayBack } from '../../engine/plane.ts'
import { trojanKey } from '../../engine/trojanKey.ts'
import type { Lent } from './leases.ts'

/** A port that may be open by its times; its quota is checked last. */
type Wanted = Omit<DesiredPort, 'budget' | 'lowAt' | 'leaseMs'> & {
  serverId: number
  accountId: number
  quota: Quota
  /** Whether its time is over: nothing but the way back is left. */
  hasEnded: boolean
}

/** A server, what carries it, and how clients of an account authenticate there. */
type Served = {
  server: ServerRow
  carrier: string
  accessFor: (account: Candidate) => Access
}

/** The desired ports of one account, before traffic that is not in the database yet. */
type Desired = {
  ports: Wanted[]
  /** When the passing of time next changes something, ms; Infinity for never. */
  next: number
}

/** How long after its end the way back stays, ms: who has not come by then has gone. */
const WAY_BACK_MS = 30 * 86_400_000

/**
 * Finds every port that should be open at a moment, by account: of those that are started, in time
 * and not banned, on the servers they may use. Spec 4.
 *
 * With a `wayBack` also those that have ended since so long that it is still there, and lead there
 * alone.
 */
export async function selectDesired(
  db: Database,
  among: Among,
  now: number,
  wayBack?: WayBack,
): Promise<Map<number, Desired>> {
  const servers = await selectCarriedServers(db)
  const ids = servers.map(({ id }) => id)
  const since = wayBack ? now - WAY_BACK_MS : now
  const candidates = await selectCandidates(db, ids, among, { now, since })
  const { accounts, peersOf } = await selectPeers(db, candidates, servers)
  const devicesOn = await selectDeviceKeys(db, accounts, servers)
  // Computed once, not for each port: there are as many as accounts times servers.
  const accesses = await openAccesses(db, servers)
  const places = servers.flatMap((server) => {
    const accessFor = accesses.get(server.id)
    return accessFor ? [{ server, carrier: carrierOf(server), accessFor }] : []
  })
  return new Map(
    accounts.map((account) => [
      account.id,
      {
        ports: portsOf(account, { places, peersOf, devicesOn, wayBack }, now),
        next: nextChange(account, now, wayBack),
      },
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
  return ports.flatMap(({ serverId, accountId, quota, hasEnded, wayBack, ...port }) => {
    const passed = (id: number) => pending.get(`${id}:${accountId}`) ?? 0
    const left = hasEnded ? 0 : leftOn(quota, serverId, passed)
    // A budget of nothing: machines of earlier releases, which know neither, keep it closed.
    const usedUp = port.slow ? [{ ...port, budget: 0 }] : []
    if (left === 0) return !port.slow && wayBack ? [{ ...port, budget: 0, wayBack }] : usedUp
    // What is not shared is whole where its server is: moved off a machine that is away, too.
    if (left === null || !quota.shared) return [{ ...port, budget: left }]
    const own = lentOf(port)
    const spent = (id: number) => {
      const key = `${id}:${accountId}`
      return passed(id) + sumOf(key) - (key === port.key ? own : 0)
    }
    const free = hasAny ? leftOn(quota, serverId, spent) : left
    // What is left is out on machines that are away.
    if (!free) return usedUp
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
  {
    places,
    peersOf,
    devicesOn,
    wayBack,
  }: { places: readonly Served[]; peersOf: Peers; devicesOn: DevicesOn } & Back,
  now: number,
): Wanted[] {
  const { id: accountId, traffic } = account
  const allowed = serversOf(account)
  const quota = quotaOf(account, traffic, now)
  const speed = speedOf(account)
  return places.flatMap(({ server, carrier, accessFor }) => {
    const { id: serverId } = server
    if (allowed && !allowed.includes(serverId)) return []
    // A WireGuard peer authenticates by its key; without one no client can connect yet.
    const isTunnel = server.type === 'WireGuard'
    const secret = isTunnel ? account.publicKey : account.password
    if (secret === '') return []
    // Only servers that listen at one port for all of their accounts have these.
    const own = isOwnTunnel(server) ? peersOf(account, server) : {}
    if (own === undefined) return []
    const isVeiled = isOwnTrojan(server)
    const method = isOwnTunnel(server) ? 'wireguard' : isVeiled ? 'trojan' : server.method
    const { port, password } = isVeiled
      ? { port: server.tjPort ?? 0, password: trojanKey(`${account.port}:${secret}`) }
      : { ...accessFor(account), ...(isTunnel && { password: secret }) }
    const banned = traffic.bans.some((ban) => ban.serverId === serverId)
    const state = accountState(timedOf(account), { banned }, now)
    if (port < 1 || port > 65_535) return []
    const hasEnded = state === 'expired'
    if (!hasEnded && state !== 'open' && state !== 'unlimited') return []
    // Who owns it pays; what nobody owns leads nobody back.
    const leadsBack = wayBack !== undefined && account.userId !== null && limitsSpeed(server)
    if (hasEnded && (banned || !leadsBack)) return []
    const expireAt = endOf(account, hasEnded)
    const after = hasEnded ? 0 : speedAfterOn(account, server)
    const wanted = { key: `${serverId}:${accountId}`, port, method, password }
    return [
      {
        ...wanted,
        ...(carrier !== ENGINE && { carrier }),
        ...(expireAt !== undefined && { expireAt }),
        ...(isLimited(speed) && !hasEnded && { speed }),
        ...(after > 0 && { slow: { up: after, down: after } }),
        ...(leadsBack && { wayBack }),
        ...own,
        ...devicesOn(accountId, server, keyMaker(account, isVeiled, accessFor)),
        serverId,
        accountId,
        quota,
        hasEnded,
      },
    ]
  })
}

/** Makes what the engine knows a device by of what the device has in place of the account's password. */
const keyMaker =
  (account: Candidate, isVeiled: boolean, accessFor: Served['accessFor']) => (password: string) =>
    isVeiled
      ? trojanKey(`${account.port}:${password}`)
      : accessFor({ ...account, password }).password

const isLimited = ({ up, down }: { up: number; down: number }) => up > 0 || down > 0

/** When its ports close of themselves: at its end, or with the way back, ms. */
function endOf({ expireTime }: Candidate, hasEnded: boolean): number | undefined {
  if (expireTime === null) return undefined
  return hasEnded ? expireTime + WAY_BACK_MS : expireTime
}

type Back = { wayBack: WayBack | undefined }

/** When an account begins, ends, is banned no longer, gets a new quota or loses its way back. */
function nextChange(account: Candidate, now: number, wayBack: WayBack | undefined): number {
  const { cycleStart, expireTime, flow, traffic } = account
  const cycle = cycleOf(timedOf(account), now)
  const bans = traffic.bans.map(({ until }) => until)
  const gone = wayBack && expireTime !== null ? expireTime + WAY_BACK_MS : null
  const times = [cycleStart, expireTime, gone, cycle && flow > 0 ? cycle.to : null, ...bans]
  return Math.min(...times.map((time) => (time !== null && time > now ? time : Infinity)))
}
