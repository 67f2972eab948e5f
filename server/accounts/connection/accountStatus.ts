import { type AccountState, accountState } from '#rules/account.ts'
import type { Schema } from '#contract'
import { HIDDEN, selectTaggedServers } from '../servers/tags.ts'
import { type Quota, quotaOf, usedOn } from '../quota/quota.ts'
import type { World } from '../../http/world.ts'
import { connectionsOf } from './connections.ts'
import { timedOf } from '../facts.ts'
import { isReached } from '../servers/access.ts'
import { serversOf } from '../servers/allowed.ts'
import { look } from './sight.ts'
import type { StoredAccount } from '../store.ts'
import { ownConnections, summaryOf } from './summary.ts'
import { speedAfterOn } from '../quota/speed.ts'
import { selectTraffic, type Traffic } from '../quota/traffic.ts'

/** The status of an account: charged bytes, ms, and a word. */
export type Standing = {
  flowUsed: number
  flowPack: number
  lastConnect: number
  lastServer: number | null
  state: Schema<'AccountState'>
}

/** The status of an account, and whether clients can connect with it. */
export type FullStanding = Standing & {
  connections: Schema<'AccountConnection'>[]
  connection: Schema<'ConnectionSummary'>
}

/**
 * Computes the status of many accounts from one reading; `isOwn` limits what is said about the
 * servers to what their owner may know.
 */
export async function selectStandings(
  world: Pick<World, 'db' | 'plane' | 'lights'>,
  accounts: readonly StoredAccount[],
  { now, isOwn = false }: { now: number; isOwn?: boolean },
): Promise<(account: StoredAccount) => FullStanding> {
  const { db } = world
  const ids = accounts.map(({ id }) => id)
  const [traffic, sight, hidden] = await Promise.all([
    selectTraffic(db, ids, now),
    look(world),
    isOwn ? selectTaggedServers(db, HIDDEN) : undefined,
  ])
  return (account) => {
    const its = traffic(account.id)
    const all = connectionsOf(account, its, sight, now)
    const connections = hidden ? ownConnections(all, hidden) : all
    const connection = summaryOf(account, connections, now)
    return { ...standingOf(account, its, now), connections, connection }
  }
}

/** Computes the status of an account. */
function standingOf(account: StoredAccount, traffic: Traffic, now: number): Standing {
  const timed = timedOf(account)
  const quota = quotaOf(account, traffic, now)
  const { flowPack } = quota
  const lastConnect = Math.max(0, ...traffic.usage.map(({ lastSeen }) => lastSeen))
  const last = traffic.usage.find(({ lastSeen }) => lastSeen === lastConnect)
  const allowed = serversOf(account)
  const mine = traffic.servers.filter(
    (server) => (allowed?.includes(server.id) ?? true) && isReached(account, server),
  )
  const isBanned = (id: number) => traffic.bans.some(({ serverId }) => serverId === id)
  const banned = mine.length > 0 && mine.every(({ id }) => isBanned(id))
  // With a quota on every server, an account is used up when every server is.
  const used = mine.length > 0 ? Math.min(...mine.map(({ id }) => usedOn(quota, id))) : 0
  // One that goes on slowly is not closed.
  const goesOn = mine.some((server) => speedAfterOn(account, server) > 0)
  const state = accountState(timed, { used: goesOn ? 0 : used, flowPack, banned }, now)
  return {
    flowUsed: mostUsed(quota),
    flowPack,
    lastConnect,
    lastServer: last && lastConnect > 0 ? last.serverId : null,
    state: worded(state, timed),
  }
}

/** Of a shared quota, the sum over all servers; otherwise the most that was used on one of them. */
function mostUsed(quota: Quota): number {
  const { raw, scales, shared } = quota
  const counted = [...raw.keys()].filter((id) => shared || scales.has(id))
  return Math.max(0, ...counted.map((id) => usedOn(quota, id)))
}

/** The contract distinguishes an account that was never started from one that starts later. */
function worded(state: AccountState, { active }: { active: number }): Schema<'AccountState'> {
  return state === 'inactive' && active === 1 ? 'pending' : state
}
