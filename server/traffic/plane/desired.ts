import { accountState, cycleOf } from '#rules/account.ts'
import { timedOf } from '../accounts/facts.ts'
import { serversOf } from '../servers/allowed.ts'
import type { Database } from '../../database/database.ts'
import { leftOn, type Quota, quotaOf } from '../quota/quota.ts'
import { type ServerRow, selectEmbeddedServers } from '../servers/store.ts'
import { type Among, type Candidate, selectCandidates } from './candidates.ts'
import type { DesiredPort } from '../../base/plane.ts'

/** A port that may be open as far as time goes; its quota is looked at last. */
type Wanted = Omit<DesiredPort, 'budget'> & { serverId: number; accountId: number; quota: Quota }

/** What ought to be open for one account, short of the traffic that is not in the database yet. */
type Wish = {
  ports: Wanted[]
  /** When time alone changes something next, ms; Infinity for never. */
  next: number
}

/**
 * Finds every port that ought to be open on this machine at a moment, by account: of those that are
 * started, in time and not banned, on the servers they may use. Spec 4.
 */
export async function selectDesired(
  db: Database,
  among: Among,
  now: number,
): Promise<Map<number, Wish>> {
  const servers = await selectEmbeddedServers(db)
  const ids = servers.map(({ id }) => id)
  const candidates = await selectCandidates(db, ids, among, now)
  return new Map(
    candidates.map((account) => [
      account.id,
      { ports: portsOf(account, servers, now), next: nextChange(account, now) },
    ]),
  )
}

/**
 * What to tell the engine: each port with the bytes its account has left, without those that have
 * none. `pending` are bytes by key that passed and are not in the database yet.
 */
export function grant(ports: readonly Wanted[], pending: Map<string, number>): DesiredPort[] {
  return ports.flatMap(({ serverId, accountId, quota, ...port }) => {
    const budget = leftOn(quota, serverId, (id) => pending.get(`${id}:${accountId}`) ?? 0)
    return budget === 0 ? [] : [{ ...port, budget }]
  })
}

function portsOf(account: Candidate, servers: readonly ServerRow[], now: number): Wanted[] {
  const { id: accountId, password, traffic } = account
  const allowed = serversOf(account)
  const quota = quotaOf(account, traffic, now)
  return servers.flatMap(({ id: serverId, shift, method }) => {
    const port = account.port + shift
    const banned = traffic.bans.some((ban) => ban.serverId === serverId)
    const state = accountState(timedOf(account), { banned }, now)
    if (allowed && !allowed.includes(serverId)) return []
    if (port < 1 || port > 65_535 || (state !== 'open' && state !== 'unlimited')) return []
    return [{ key: `${serverId}:${accountId}`, port, method, password, serverId, accountId, quota }]
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
