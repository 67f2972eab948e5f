import type { Account, World } from './account.ts'
import { noteActive } from './deviceKeys.ts'

/** Payload bytes that may still pass. */
export function bytesLeft(account: Account): number {
  if (account.gate) return account.gate.left()
  return account.slowDown ? Infinity : Math.max(0, account.until - passed(account))
}

/**
 * Counts payload that has passed. The last byte of the budget, which is what is left of the quota
 * (`../plane/desired.ts`), closes the port, or slows it down.
 */
export function charge(
  account: Account,
  { attempts }: Pick<World, 'attempts'>,
  direction: 'up' | 'down',
  bytes: number,
  client: string,
): void {
  account.pace?.[direction].take(bytes)
  if (account.gate) return account.gate.charge(direction, bytes)
  account.counter[direction] += bytes
  // In the same step: all devices together are the account, to the byte.
  if (account.device) account.device[direction] += bytes
  noteActive(account, client)
  const sum = passed(account)
  if (sum < account.low) return
  if (sum < account.until) account.low = account.until
  else if (account.slowDown) {
    account.low = Infinity
    account.slowDown()
  } else {
    attempts.note(account.counter.key, 'over', client)
    return account.over()
  }
  account.requestBudget()
}

const passed = ({ counter }: Account) => counter.up + counter.down
