import type { Speed } from '../../engine/plane.ts'
import type { ServerRow } from '../servers/store.ts'

/** kbit/s of an account and of its plan; null where the one says nothing, or there is no plan. */
type Limits = {
  speedUp: number | null
  speedDown: number | null
  planUp: number | null
  planDown: number | null
  speedAfter: number | null
}

/** How fast an account may be each way, kbit/s: what it says itself, else its plan; 0 is no limit. */
export function speedOf({ speedUp, speedDown, planUp, planDown }: Limits): Required<Speed> {
  return { up: speedUp ?? planUp ?? 0, down: speedDown ?? planDown ?? 0 }
}

/**
 * How fast an account goes on on a server once its quota is used up, kbit/s; 0 where it is closed.
 * Never faster than before.
 */
export function speedAfterOn(account: Limits, server: Pick<ServerRow, 'plane'>): number {
  const { up, down } = speedOf(account)
  const after = limitsSpeed(server) ? (account.speedAfter ?? 0) : 0
  return after > 0 ? Math.min(after, up || Infinity, down || Infinity) : 0
}

/** Whether what carries a server can slow an account down: programs of others cannot. */
export const limitsSpeed = ({ plane }: Pick<ServerRow, 'plane'>): boolean => plane !== 'manager'
