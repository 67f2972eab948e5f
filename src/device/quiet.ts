/** How long nothing arrives before a page counts as quiet, ms. */
const QUIET_MS = 1_500
/** However busy the page is, what waits for quiet begins after this, ms. */
const MAX_WAIT_MS = 15_000

/**
 * Resolves once a screen is drawn in `root` and nothing has arrived for a while: what the next start
 * needs must not take the network and the processor from the first screen.
 */
export function untilQuiet(root: ParentNode): Promise<void> {
  return new Promise((resolve) => {
    let timer = setTimeout(look, QUIET_MS)
    const latest = setTimeout(end, MAX_WAIT_MS)
    const observer = new PerformanceObserver(() => wait())
    observer.observe({ type: 'resource' })

    function wait() {
      clearTimeout(timer)
      timer = setTimeout(look, QUIET_MS)
    }

    function look() {
      const isDrawn = root.querySelector('h1, form') && !root.querySelector(LOADING)
      if (isDrawn) end()
      else wait()
    }

    function end() {
      clearTimeout(timer)
      clearTimeout(latest)
      observer.disconnect()
      resolve()
    }
  })
}

/** Loads once the page is quiet what is likely to be asked for; the one that asks for it learns of a failure. */
export function preloadOnceQuiet(load: () => Promise<unknown>): void {
  void untilQuiet(document)
    .then(load)
    .catch(() => undefined)
}

const LOADING = '.fui-Skeleton, [aria-busy="true"]'
