/** How long a device may take to answer before the console goes on without it, ms. */
const PATIENCE = 2_000

/**
 * Does something with what this device keeps; undefined where that fails or never ends.
 *
 * Private windows refuse their database at once, full devices later, and some browsers leave an
 * opening unanswered. Nobody may have to wait for a copy.
 */
export async function tried<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE)
  })
  try {
    return await Promise.race([work(), patience])
  } catch {
    return undefined
  } finally {
    clearTimeout(timer)
  }
}
