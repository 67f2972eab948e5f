import { sortNames } from '../store/names.ts'
import { wholeOf } from '../restore/read.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'

/**
 * Deletes what is only needed for times before `before`, ms: snapshots that a later one of the same
 * age replaces, the segments that led up to them, and ended generations. The last whole snapshots,
 * `least` of them, and what follows them stay, however old: a clock may have jumped.
 */
export async function removeOld({
  store,
  vault,
  before,
  least,
}: {
  store: Store
  vault: Vault
  before: number
  least: number
}): Promise<void> {
  const generations = sortNames(await store.list())
  const whole = generations.flatMap(({ name, snapshots }) =>
    snapshots.filter(({ isWhole }) => isWhole).map((snapshot) => ({ name, snapshot })),
  )
  /** The last snapshot that is still needed to reach `before`: earlier ones are deleted. */
  let needed = -1
  let latest = -Infinity
  for (const [at, { name, snapshot }] of whole.entries()) {
    if (at > whole.length - least) break
    const { time } = await wholeOf(store, vault, name, snapshot.seq)
    // Nothing after a snapshot is older than it, whatever its own time says.
    latest = Math.max(latest, time)
    if (latest < before) needed = at
  }
  if (needed === -1) return
  for (const { snapshot } of whole.slice(0, needed).toReversed()) {
    // Its completion mark is deleted first: half a snapshot must not look like a whole one.
    for (const name of snapshot.names.toSorted().toReversed()) await store.remove(name)
    snapshot.isWhole = false
  }
  for (const generation of generations) {
    const first = generation.snapshots.find(({ isWhole }) => isWhole)
    const isNewest = generation === generations.at(-1)
    if (!first && isNewest) continue
    const old = generation.segments.filter(({ last }) => !first || last < first.seq)
    for (const { name } of old) await store.remove(name)
    const halves = generation.snapshots.filter(({ seq }) => !first || seq < first.seq)
    for (const name of halves.flatMap(({ names }) => names)) await store.remove(name)
  }
}
