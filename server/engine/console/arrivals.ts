/** Lets many callers wait for the next arrival. */
export function openArrivals() {
  const waiting = new Set<() => void>()

  return { announce, next }

  function announce(): void {
    for (const resume of waiting) resume()
    waiting.clear()
  }

  /** Waits for it until `end` (ms of `performance.now()`); returns whether it came. */
  async function next(end: number): Promise<boolean> {
    const left = end - performance.now()
    if (left <= 0) return false
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), left)
    const resume = () => resolve(true)
    waiting.add(resume)
    const hasCome = await promise
    waiting.delete(resume)
    clearTimeout(timer)
    return hasCome
  }
}
