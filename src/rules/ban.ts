const MINUTE_MS = 60_000

/** The minutes of the positions past 30, in steps of 5. Spec 9. */
const LONGER: readonly (readonly [position: number, minutes: number])[] = [
  [35, 45],
  [40, 60],
  [45, 75],
  [50, 90],
  [55, 120],
  [60, 180],
  [65, 240],
]

/** Where the slider of a ban starts, in minutes and as a position alike. Spec 9. */
export const DEFAULT_BAN_MINUTES = 30

/** The last position of the slider. Spec 9. */
export const LAST_BAN_POSITION = 65

/** How long a ban at a position of the slider lasts, in minutes; 0 lifts one. Spec 9. */
export function banMinutes(position: number): number {
  if (position <= 30) return Math.max(0, Math.round(position))
  const [, minutes] = LONGER.find(([step]) => position <= step) ?? [LAST_BAN_POSITION, 240]
  return minutes
}

/** The same in ms, as it is sent. */
export function banTime(position: number): number {
  return banMinutes(position) * MINUTE_MS
}
