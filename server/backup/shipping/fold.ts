import { segmentName } from '../store/names.ts'
import { joinSegments, type Segment } from '../log/segment.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../store/vault.ts'

/** So many segments, or bytes of them, become one object: a day of segments stays quick to read. */
const MAX_SEGMENTS = 256
const MAX_BYTES = 8 * 2 ** 20
/** The most that waits, bytes: while a store is slow, earlier segments stay in small objects. */
const MAX_WAITING_BYTES = 4 * MAX_BYTES

/** Combines small objects: one with all their segments is written first, then they are deleted. */
export function makeFolder(
  store: Store,
  vault: Vault,
  generation: string,
  many = MAX_SEGMENTS,
  maxWaiting = MAX_WAITING_BYTES,
) {
  let open: Segment[] = []
  let bytes = 0

  async function fold(segments: readonly Segment[]) {
    const name = segmentName(generation, segments[0]!.seq, segments.at(-1)!.seq)
    await store.put(name, await vault.pack(name, joinSegments(segments)))
    for (const { seq } of segments) await store.remove(segmentName(generation, seq))
  }

  return {
    /** Records that a segment was shipped as an object of its own. */
    note(segment: Segment) {
      if (bytes + segment.pages.length > maxWaiting) [open, bytes] = [[], 0]
      open.push(segment)
      bytes += segment.pages.length
    },
    /**
     * Folds the waiting segments if there are enough. On failure the small objects stay: as good.
     */
    async foldIfMany(): Promise<void> {
      if (open.length < 2 || (open.length < many && bytes < MAX_BYTES)) return
      const segments = open
      open = []
      bytes = 0
      await fold(segments)
    },
  }
}
