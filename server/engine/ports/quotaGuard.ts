import type { Account, World } from './account.ts'
import { noteClient } from './counter.ts'

/** Payload bytes that may still pass. */
export function bytesLeft(account: Account): number {
  return Math.max(0, account.until - account.counter.up - account.counter.down)
}

/**
 * Counts payload that has passed, and closes the port with the last byte of its budget, which is
 * what is left of the quota (`../plane/desired.ts`).
 */
export function charge(
  account: Account,
  { attempts }: Pick<World, 'attempts'>,
  direction: 'up' | 'down',
  bytes: number,
  client: string,
): void {
  account.counter[direction] += bytes
  noteClient(account.counter, client)
  const { up, down } = account.counter
  if (up + down < account.low) return
  if (bytesLeft(account) === 0) {
    attempts.note(account.counter.key, 'over', client)
    return account.over()
  }
  account.low = account.until
  account.requestBudget()
}
