import { DatabaseSync, StatementSync } from 'node:sqlite'

type Run = (this: unknown, ...given: never[]) => unknown

/**
 * Calls back after each statement that any embedded database of this process has run. With
 * `spills`, those opened meanwhile have a cache of few pages: a transaction that is open then
 * reaches the disk piece by piece, as that of a large shop does. Returns what ends it.
 */
export function afterEachStatement(done: () => void, { spills = false } = {}): () => void {
  const ends: (() => void)[] = []
  const wrap = (holder: object, name: string, run: (inner: Run) => Run) => {
    const inner = (holder as Record<string, Run>)[name]!
    Object.assign(holder, { [name]: run(inner) })
    ends.push(() => Object.assign(holder, { [name]: inner }))
  }
  for (const name of ['run', 'all'])
    wrap(
      StatementSync.prototype,
      name,
      (inner) =>
        function (...given) {
          const result = inner.apply(this, given)
          done()
          return result
        },
    )
  if (spills)
    wrap(
      DatabaseSync.prototype,
      'exec',
      (inner) =>
        function (text: string, ...rest) {
          const small = text.replace('cache_size = -65536', 'cache_size = 5')
          return inner.apply(this, [small, ...rest] as never[])
        },
    )
  return () => ends.forEach((end) => end())
}
