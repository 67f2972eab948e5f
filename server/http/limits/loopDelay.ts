import { monitorEventLoopDelay } from 'node:perf_hooks'

/** Sampling interval, ms: a single long task is no overload. */
const WINDOW_MS = 500
/** Resolution, ms; the least a measured delay can be. */
const RESOLUTION_MS = 10

/** Measures the event loop's average delay in the last half second, ms. */
export function watchLoopDelay(): { read: () => number; stop: () => void } {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  histogram.enable()
  let delay = 0
  const timer = setInterval(() => {
    // There are no samples while the loop is blocked; the next ones include the delay.
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
