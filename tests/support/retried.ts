/** How many tests of a run may need a second try: a machine that stalls, not a habit. */
const MAX_RETRIED = 2

/** Prints what passed only when it was tried again; whether that is few enough to let the run pass. */
export function judgeRetried(names: readonly string[]): boolean {
  if (names.length === 0) return true
  console.error(`Passed only when tried again (${names.length}):`)
  for (const name of names) console.error(`  ${name}`)
  if (names.length <= MAX_RETRIED) return true
  console.error(`More than ${MAX_RETRIED}: mend them.`)
  return false
}
