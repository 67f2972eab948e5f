import { type AccountState, accountState, cycleOf, type TimedAccount } from '#rules/account.ts'
import type { Schema } from '#contract'
import type { StoredAccount } from './store.ts'
import type { Traffic } from './traffic.ts'

/** What the traffic of an account comes to: bytes as they are charged, ms, and a word. */
export type Facts = {
  flowUsed: number
  flowPack: number
  lastConnect: number
  state: Schema<'AccountState'>
}

type Timed = Pick<StoredAccount, 'type' | 'cycleStart' | 'cycles' | 'flow' | 'active'>

/** An account as the rules of time and quota see it. */
export function timedOf(account: Timed): TimedAccount & { active: number } {
  const { type, cycleStart: create, cycles: limit, flow, active } = account
  return { type, active, data: { create, limit, flow } }
}

/** The ids of the servers an account may use; null for all. */
export function serversOf({ server }: Pick<StoredAccount, 'server'>): number[] | null {
  return server === null ? null : JSON.parse(server)
}

/** Works out how an account is doing. */
export function factsOf(account: StoredAccount, traffic: Traffic, now: number): Facts {
  const timed = timedOf(account)
  const cycle = cycleOf(timed, now)
  const flowPack = traffic.packs
    .filter(({ createTime }) => cycle && createTime >= cycle.from && createTime < cycle.to)
    .reduce((total, { flow }) => total + flow, 0)

  const charged = chargedBy(traffic, cycle?.from ?? 0)
  const amounts = [...charged.values()]
  const shared = account.multiServerFlow === 1
  const flowUsed = shared ? amounts.reduce((a, b) => a + b, 0) : Math.max(0, ...amounts)

  const allowed = serversOf(account)
  const mine = [...traffic.scales.keys()].filter((id) => allowed?.includes(id) ?? true)
  const banned =
    mine.length > 0 && mine.every((id) => traffic.bans.some(({ serverId }) => serverId === id))
  // With a quota on every server, an account is used up when no server is left to it.
  const used = shared || mine.length === 0 ? flowUsed : Math.min(...mine.map((id) => charged.get(id) ?? 0))
  const state = accountState(timed, { used, flowPack, banned }, now)
  const lastConnect = Math.max(0, ...traffic.usage.map(({ lastSeen }) => lastSeen))
  return { flowUsed, flowPack, lastConnect, state: worded(state, timed) }
}

/** Bytes charged on each server in the cycle that began at `from`. */
function chargedBy({ scales, usage }: Traffic, from: number): Map<number, number> {
  return new Map(
    usage
      .filter(({ serverId, cycleFrom }) => cycleFrom === from && scales.has(serverId))
      .map(({ serverId, bytes }) => [serverId, Math.ceil(bytes * (scales.get(serverId) ?? 1))]),
  )
}

/** The contract tells an account that was never started from one whose start is yet to come. */
function worded(state: AccountState, { active }: { active: number }): Schema<'AccountState'> {
  return state === 'inactive' && active === 1 ? 'pending' : state
}
