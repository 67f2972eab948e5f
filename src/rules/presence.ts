/** For how long after its last traffic an account counts as connected, ms. */
const NOW_MS = 120_000

/** For how long servers remember from which addresses an account was used, ms. */
const REMEMBERED_MS = 15 * 60_000

/** How long ago an account was last used: `lately` is while its addresses are still known. */
export type Presence = 'never' | 'now' | 'lately' | 'before'

/**
 * Whether an account is in use, from when it last was (ms; 0 for never).
 *
 * A time ahead of this device's clock is of now: the clocks differ.
 */
export function presenceOf(lastConnect: number, now: number): Presence {
  if (lastConnect === 0) return 'never'
  const ago = now - lastConnect
  if (ago < NOW_MS) return 'now'
  return ago < REMEMBERED_MS ? 'lately' : 'before'
}

/** Whether servers may still know the addresses it was used from. */
export const isRemembered = (presence: Presence): boolean =>
  presence === 'now' || presence === 'lately'
