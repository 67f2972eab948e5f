import { type Cycle, cycleOf, type TimedAccount } from '#rules/account.ts'
import type { StoredAccount } from './store.ts'

type Timed = Pick<
  StoredAccount,
  'type' | 'cycleStart' | 'cycles' | 'flow' | 'active' | 'expireTime'
>
type Waiting = Pick<StoredAccount, 'active' | 'waitingSince' | 'cycleStart'>

/** An account as the rules of time and quota see it. */
export function timedOf(account: Timed): TimedAccount & { active: number } {
  const { type, cycleStart: create, cycles: limit, flow, active, expireTime: expire } = account
  return { type, active, data: { create, limit, flow, expire } }
}

/** The moment an account's times are computed from: none passes before it is started. */
export function momentOf({ active, waitingSince, cycleStart }: Waiting, now: number): number {
  return active ? now : (waitingSince ?? cycleStart ?? now)
}

/** The cycle whose traffic and packs count now; only traffic after it was last moved. */
export function countedOf(
  account: Timed & Pick<StoredAccount, 'usageFrom'>,
  now: number,
): Cycle | null {
  const cycle = cycleOf(timedOf(account), now)
  return cycle && { ...cycle, from: Math.max(cycle.from, account.usageFrom ?? 0) }
}
