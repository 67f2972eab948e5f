/** A time that begins when it is told to, and ends by itself. */
export type Timespan = {
  /** Begins now, for so many ms. */
  begin: (length: number) => void
  isOn: () => boolean
}

/**
 * A time that lasts as long as it was begun for at most, also where the clock was ahead when it
 * began: kept as its end, it would go on until that wrong moment once the clock is right.
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
