/** How long a device may take to answer before the console goes on without it. */
const TIMEOUT_MS = 2_000

/**
 * Does something with what this device keeps; undefined where that fails or never ends.
 *
 * Private windows refuse their database at once, full devices later, and some browsers leave an
 * opening unanswered. Nobody may have to wait for a copy.
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
