/** So many are refused in a second, however many wait for it. */
const PER_SECOND = 250
/** The longest wait, ms: it holds a connection. */
const LATEST_MS = 5_000

let waiting = 0

/**
 * Waits before a log-in beyond its limit is refused: alone 4 ms, which nobody feels who mistyped too
 * often, and so much longer as others wait for the same. Who guesses by many connections at once sends the
 * next guesses only then; refused at once, they would keep the process from everybody else.
 */
export async function refuseLate(): Promise<void> {
  waiting += 1
  const late = Math.min(LATEST_MS, (waiting * 1_000) / PER_SECOND)
  await new Promise<void>((resolve) => setTimeout(resolve, late))
  waiting -= 1
}
