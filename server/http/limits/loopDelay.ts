import { monitorEventLoopDelay } from 'node:perf_hooks'

/** How often what was measured is read, ms: a single long piece of work is no overload. */
const WINDOW_MS = 500
/** How finely it is measured, ms; the least a measured delay can be. */
const RESOLUTION_MS = 10

/** Measures by how many ms on average everything waited for its turn, in the last half a second. */
export function watchLoopDelay(): { read: () => number; stop: () => void } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let delay = 0
  const timer = setInterval(() => {
    // Nothing was measured where nothing had its turn; what kept it from that is measured next.
    if (histogram.count > 0) delay = Math.max(0, histogram.mean / 1e6 - RESOLUTION_MS)
    histogram.reset()
  }, WINDOW_MS)
  timer.unref()

  return {
    read: () => delay,
    stop() {
      clearInterval(timer)
      histogram.disable()
    },
  }
}
