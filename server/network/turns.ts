/** How much may be under way at once, for one key and in all, and how many of a key may queue. */
type Bounds = { perKey: number; inAll: number; waiting: number }

/** Work that starts when its turn comes; it calls `done` when it has ended. */
type Begin = (done: () => void) => void

/** Fair queueing for a scarce resource, which no key can use up for the others. */
export type Turns = {
  /**
   * Starts work at once or when it is the key's turn; the returned function removes it from the
   * queue. Undefined when the queue of the key is full.
   */
  enqueue(key: string, begin: Begin): (() => void) | undefined
}

/** Opens the queues; waiting keys are served round-robin. */
export function openTurns({ perKey, inAll, waiting }: Bounds): Turns {
  const begun = new Map<string, number>()
  const lines = new Map<string, Set<Begin>>()
  let all = 0

  return { enqueue }

  function enqueue(key: string, begin: Begin) {
    const line = lines.get(key)
    if (!line && mayBegin(key)) start(key, begin)
    else if (line && line.size >= waiting) return undefined
    else lines.getOrInsertComputed(key, () => new Set()).add(begin)
    return () => leave(key, begin)
  }

  function mayBegin(key: string): boolean {
    return all < inAll && (begun.get(key) ?? 0) < perKey
  }

  function start(key: string, begin: Begin): void {
    all += 1
    begun.set(key, (begun.get(key) ?? 0) + 1)
    begin(() => end(key))
  }

  function end(key: string): void {
    all -= 1
    const left = (begun.get(key) ?? 0) - 1
    if (left > 0) begun.set(key, left)
    else begun.delete(key)
    serve()
  }

  function serve(): void {
    for (const [key, line] of lines) {
      const [first] = line
      if (!first || !mayBegin(key)) continue
      // Moves to the end, so that others come before its next one.
      lines.delete(key)
      line.delete(first)
      if (line.size > 0) lines.set(key, line)
      start(key, first)
      return
    }
  }

  function leave(key: string, begin: Begin): void {
    const line = lines.get(key)
    if (line?.delete(begin) && line.size === 0) lines.delete(key)
  }
}
