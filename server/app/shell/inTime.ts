/** How long a page waits for what is only drawn into it, ms. */
const MAX_WAIT_MS = 1_000

/**
 * What was drawn in time, else undefined: the bare shell shows the same a little later, and a database
 * that has fallen silent is noticed after a minute.
 */
export async function inTime<Drawn>(drawing: Promise<Drawn>): Promise<Drawn | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), MAX_WAIT_MS)
  })
  return Promise.race([drawing, late]).finally(() => clearTimeout(timer))
}
