/** When it is for tests that stop the clock: a Thursday noon, ms since 1970. */
export const MOMENT = Date.UTC(2026, 0, 15, 12)
