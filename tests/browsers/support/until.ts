/** How long anything is waited for, ms: machines are shared, and a wait that ends early proves nothing. */
const LIMIT_MS = 60_000

/** Waits until something is so; `explain` says what was waited for when it does not come. */
export async function until(
  isSo: () => Promise<boolean>,
  explain: () => Promise<string> | string,
  limit = LIMIT_MS,
): Promise<void> {
  const end = performance.now() + limit
  for (let pause = 20; !(await isSo()); pause = Math.min(2 * pause, 200)) {
    if (performance.now() > end) throw new Error(`waited in vain ${await explain()}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
