/** How long a device may take to answer before the console goes on without it. */
const TIMEOUT_MS = 2_000

/**
 * Runs an access to this device's storage; undefined where it fails or never ends.
 *
 * Private windows refuse their database at once, full devices later, and some browsers leave an
 * opening unanswered. A stored copy must never hold up the console.
 */
export async function tried<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), TIMEOUT_MS)
  })
  try {
    return await Promise.race([work(), timeout])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
