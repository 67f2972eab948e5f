import type { FlowDelta } from '../../engine/plane.ts'
import { deviceIn, idsIn } from '../../engine/portKey.ts'

const WINDOW_MS = 15_000
const SLOT_MS = 1_000

/** Bytes a second of each server, over the last 15 seconds, and the bytes of all since the beginning. */
export function openRates(now: () => number) {
  const slots = new Map<number, Map<number, { up: number; down: number }>>()

  const sum = { up: 0, down: 0 }

  return { add, of, total: () => ({ ...sum }) }

  function add(deltas: readonly FlowDelta[], { isOwn = true } = {}): void {
    const slot = Math.floor(now() / SLOT_MS)
    for (const { key, up, down } of deltas) {
      // The same bytes are reported once more for the account.
      if (deviceIn(key) !== undefined) continue
      const rows = slots.getOrInsertComputed(idsIn(key).serverId, () => new Map())
      const row = rows.getOrInsertComputed(slot, () => ({ up: 0, down: 0 }))
      row.up += up
      row.down += down
      if (!isOwn) continue
      sum.up += up
      sum.down += down
    }
  }

  function of(serverId: number): { up: number; down: number } {
    const rows = slots.get(serverId)
    const since = Math.floor((now() - WINDOW_MS) / SLOT_MS)
    const sum = { up: 0, down: 0 }
    for (const [slot, { up, down }] of rows ?? []) {
      if (slot <= since) rows?.delete(slot)
      else {
        sum.up += up
        sum.down += down
      }
    }
    const seconds = WINDOW_MS / 1_000
    return { up: Math.round(sum.up / seconds), down: Math.round(sum.down / seconds) }
  }
}
