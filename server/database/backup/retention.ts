import { sortNames } from './names.ts'
import { wholeOf } from './read.ts'
import type { Store } from './store.ts'
import type { Vault } from './vault.ts'

/**
 * Removes what only shows times before `before`, ms: snapshots that a later one of the same age
 * replaces, the segments that led up to them, and generations that ended. The last whole snapshot
 * and what follows it stay, however old.
 */
export async function removeOld({
  store,
  vault,
  before,
}: {
  store: Store
  vault: Vault
  before: number
}): Promise<void> {
  const generations = sortNames(await store.list())
  // Newest first: the first whole snapshot from before that time is still needed to reach it.
  let isReached = false
  for (const generation of generations.toReversed())
    for (const snapshot of generation.snapshots.toReversed()) {
      if (!snapshot.isWhole) continue
      if (isReached) {
        // The mark that it is whole goes first: half a snapshot must not look like one.
        for (const name of snapshot.names.toSorted().toReversed()) await store.remove(name)
        snapshot.isWhole = false
        continue
      }
      const { time } = await wholeOf(store, vault, generation.name, snapshot.seq)
      isReached = time < before
    }
  if (!isReached) return
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
