import { accountState, cycleOf } from '#rules/account.ts'
import { serversOf, timedOf } from '../accounts/facts.ts'
import type { Database } from '../database.ts'
import { leftOn, type Quota, quotaOf } from '../flow/quota.ts'
import { type ServerRow, selectEmbeddedServers } from '../servers/store.ts'
import { selectTaggedServers } from '../servers/tags.ts'
import { type Candidate, selectCandidates } from './candidates.ts'
import type { DesiredPort } from './plane.ts'

/** A port that may be open as far as time goes; its quota is looked at last. */
type Wanted = Omit<DesiredPort, 'budget'> & { serverId: number; accountId: number; quota: Quota }

/** What ought to be open, short of the traffic that is not in the database yet. */
type Wish = {
  ports: Wanted[]
  /** Servers whose ports are left as they are. */
  paused: Set<number>
  /** When time alone changes something next, ms; Infinity for never. */
  next: number
}

const PAUSED = ['#pause', '#_pause']

/**
 * Finds every port that ought to be open on this machine at a moment: of accounts that are
 * started, in time and not banned, on the servers they may use. Spec 4.
 */
export async function selectDesired(db: Database, now: number): Promise<Wish> {
  const servers = await selectEmbeddedServers(db)
  const paused = await selectTaggedServers(db, PAUSED)
  const wish: Wish = { ports: [], paused, next: await findNextBanEnd(db, now) }
  const ids = servers.map(({ id }) => id)
  for await (const slice of selectCandidates(db, ids, now))
    for (const candidate of slice) {
      wish.next = Math.min(wish.next, nextChange(candidate, now))
      wish.ports.push(...portsOf(candidate, servers, now))
    }
  return wish
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

/** When an account begins, ends or gets a new quota. */
function nextChange(account: Candidate, now: number): number {
  const { cycleStart, expireTime, flow } = account
  const cycle = cycleOf(timedOf(account), now)
  const times = [cycleStart, expireTime, cycle && flow > 0 ? cycle.to : null]
  return Math.min(...times.map((time) => (time !== null && time > now ? time : Infinity)))
}

async function findNextBanEnd(db: Database, now: number): Promise<number> {
  const { until } = await db
    .selectFrom('ban')
    .select((eb) => eb.fn.min<number | null>('until').as('until'))
    .where('until', '>', now)
    .executeTakeFirstOrThrow()
  return until ?? Infinity
}
