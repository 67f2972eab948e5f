/**
 * Calls `late` after so many ms, unless it is cancelled before. Waits in halves: where this process
 * itself was suspended, queued input is processed before `late` is called.
 */
export function startDeadline(ms: number, late: () => void): () => void {
  let timer = setTimeout(() => {
    timer = setTimeout(late, ms / 2)
    timer.unref()
  }, ms / 2)
  timer.unref()
  return () => clearTimeout(timer)
}
