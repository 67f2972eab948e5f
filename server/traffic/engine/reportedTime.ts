/**
 * How old what a report says can be, ms: one is sent every second, and a link over which nothing
 * comes for as long is none.
 */
const MAX_REPORT_AGE_MS = 60_000

type Dated = { at: number }

/** What is reported as it passes: the time an engine names is believed only within a minute. */
export function justPassed<Delta extends Dated>(delta: Delta): Delta {
  return untilNow({ ...delta, at: Math.max(delta.at, Date.now() - MAX_REPORT_AGE_MS) })
}

/** What has passed at some time or other, which was not later than now. */
export function untilNow<Delta extends Dated>(delta: Delta): Delta {
  return { ...delta, at: Math.min(delta.at, Date.now()) }
}
