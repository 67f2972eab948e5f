import type { StoredAccount } from './store.ts'

/** How many may wait to be let in; the latest takes the place of the first. */
export const MOST_WAITING = 3

/** How many devices of an account are told apart: what it says itself, else its plan; 0 is none. */
export function deviceLimitOf({
  deviceLimit,
  planDevices,
}: Pick<StoredAccount, 'deviceLimit' | 'planDevices'>): number {
  return deviceLimit ?? planDevices ?? 0
}
