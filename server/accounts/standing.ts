import { type AccountState, accountState } from '#rules/account.ts'
import type { Schema } from '#contract'
import { type Quota, quotaOf, usedOn } from '../flow/quota.ts'
import { serversOf, timedOf } from './facts.ts'
import type { StoredAccount } from './store.ts'
import type { Traffic } from './traffic.ts'

/** How an account is doing: bytes as they are charged, ms, and a word. */
export type Standing = {
  flowUsed: number
  flowPack: number
  lastConnect: number
  state: Schema<'AccountState'>
}

/** Works out how an account is doing. */
export function standingOf(account: StoredAccount, traffic: Traffic, now: number): Standing {
  const timed = timedOf(account)
  const quota = quotaOf(account, traffic, now)
  const { flowPack } = quota
  const allowed = serversOf(account)
  const mine = traffic.servers.filter(({ id }) => allowed?.includes(id) ?? true)
  const isBanned = (id: number) => traffic.bans.some(({ serverId }) => serverId === id)
  const banned = mine.length > 0 && mine.every(({ id }) => isBanned(id))
  // With a quota on every server, an account is used up when no server is left to it.
  const used = mine.length > 0 ? Math.min(...mine.map(({ id }) => usedOn(quota, id))) : 0
  const state = accountState(timed, { used, flowPack, banned }, now)
  return {
    flowUsed: mostUsed(quota),
    flowPack,
    lastConnect: Math.max(0, ...traffic.usage.map(({ lastSeen }) => lastSeen)),
    state: worded(state, timed),
  }
}

/** Of a shared quota, what all servers come to; else the most that was used on one of them. */
function mostUsed(quota: Quota): number {
  const { raw, scales, shared } = quota
  const counted = [...raw.keys()].filter((id) => shared || scales.has(id))
  return Math.max(0, ...counted.map((id) => usedOn(quota, id)))
}

/** The contract tells an account that was never started from one whose start is yet to come. */
function worded(state: AccountState, { active }: { active: number }): Schema<'AccountState'> {
  return state === 'inactive' && active === 1 ? 'pending' : state
}
