/** How long the cache may take to answer, ms. */
const MAX_WAIT_MS = 3_000

let isSilent = false

/** Whether the cache was found silent: everything comes from the network then. */
export const cacheIsSilent = () => isSilent

/**
 * Asks the cache for anything at all. In Chromium it may fall silent for good where data was thrown away
 * while it was written to, and a page that waits for it never opens. It is asked at each start.
 */
export async function askCache(): Promise<void> {
  const asked = caches.keys().then(
    () => false,
    () => false,
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(true), MAX_WAIT_MS)
  })
  isSilent = await Promise.race([asked, late])
  clearTimeout(timer)
}
