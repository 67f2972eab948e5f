/**
 * The oldest a report can be, ms: one is sent every second, and a link without one for this long is
 * closed.
 */
const MAX_REPORT_AGE_MS = 60_000

type Dated = { at: number }

/** For bytes reported as they pass: the time an engine reports is believed only within a minute. */
export function justPassed<Delta extends Dated>(delta: Delta): Delta {
  return untilNow({ ...delta, at: Math.max(delta.at, Date.now() - MAX_REPORT_AGE_MS) })
}

/** For bytes that passed at an unknown time, which was not later than now. */
export function untilNow<Delta extends Dated>(delta: Delta): Delta {
  return { ...delta, at: Math.min(delta.at, Date.now()) }
}
