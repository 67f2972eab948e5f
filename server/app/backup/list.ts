import { chainFrom, sortNames } from '../../backup/store/names.ts'
import { objectIn, wholeOf } from '../../backup/restore/read.ts'
import { splitSegments } from '../../backup/log/segment.ts'
import type { Store } from '../../backup/store/store.ts'
import type { Vault } from '../../backup/store/vault.ts'

const shown = (time: number) => new Date(time).toISOString()

/** The points that can be restored, generation by generation, newest last. */
export async function listBackups(store: Store, vault: Vault): Promise<string> {
  const lines: string[] = []
  for (const generation of sortNames(await store.list())) {
    lines.push(`${generation.name}`)
    const whole = generation.snapshots.filter(({ isWhole }) => isWhole)
    let [end, held] = [0, 0]
    for (const { seq } of whole) {
      const { time, size, through } = await wholeOf(store, vault, generation.name, seq)
      lines.push(`  snapshot of ${shown(time)}, ${(size / 2 ** 20).toFixed(1)} MB`)
      ;[end, held] = [time, through]
    }
    const first = whole[0]?.seq
    if (first === undefined) {
      lines.push('  no whole snapshot: nothing can be restored from it')
      continue
    }
    try {
      const last = chainFrom(generation, first).at(-1)
      const segments = last && splitSegments(await objectIn(store, vault, last.name))
      const newest = segments?.at(-1)
      lines.push(`  any moment to ${shown(newest && newest.seq > held ? newest.time : end)}`)
    } catch (error) {
      lines.push(`  ${(error as Error).message}`)
    }
  }
  return lines.length > 0 ? lines.join('\n') : `There is no backup at ${store.place}.`
}
