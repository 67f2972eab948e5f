/**
 * Calls `late` after so many ms, unless it is taken off before. Counts in halves: where this process
 * itself was stopped meanwhile, what waits to be read gets its turn before anybody is called late.
 */
export function startDeadline(ms: number, late: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(late, ms / 2)
    timer.unref()
  }, ms / 2)
  timer.unref()
  return () => clearTimeout(timer)
}
