import type { FlowDelta } from '../../engine/plane.ts'
import type { Database } from '../../database/database.ts'

const MOST_CHARACTERS = 1_000

/** Stores a reading that cannot be booked, as it is, for an operator to examine. */
export async function storeHeldReading(
  db: Database,
  { delta, error, now }: { delta: FlowDelta; error: unknown; now: number },
): Promise<void> {
  await db
    .insertInto('heldReading')
    .values({
      time: now,
      source: delta.mark?.source ?? '',
      reading: JSON.stringify(delta),
      error: String(error).slice(0, MOST_CHARACTERS),
    })
    .execute()
}
