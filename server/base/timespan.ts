/** A time span that is started explicitly, and ends by itself. */
export type Timespan = {
  /** Starts now, for so many ms. */
  begin: (length: number) => void
  isOn: () => boolean
}

/**
 * A span that never lasts longer than it was started for, also where the clock was ahead when it
 * started: stored as its end, it would go on until that wrong moment once the clock is right.
 */
export function makeTimespan(now: () => number): Timespan {
  let from = 0
  let length = 0
  return {
    begin(ms) {
      from = now()
      length = ms
    },
    isOn() {
      const past = now() - from
      return past >= 0 && past < length
    },
  }
}
