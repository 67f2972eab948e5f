import type { TimedAccount } from '#rules/account.ts'
import type { StoredAccount } from './store.ts'

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
