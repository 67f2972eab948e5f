import type { Database } from '../../database/database.ts'
import { idsIn } from '../../engine/portKey.ts'
import type { DesiredPort } from '../../engine/plane.ts'

const BATCH_SIZE = 500

/**
 * The ports of paused servers as they were last applied: nothing opens there and nothing closes,
 * except for deleted accounts.
 */
export async function selectPausedPorts(
  db: Database,
  last: readonly DesiredPort[],
  paused: ReadonlySet<number>,
): Promise<DesiredPort[]> {
  const ports = last.filter(({ key }) => paused.has(idsIn(key).serverId))
  const remaining: DesiredPort[] = []
  for (let at = 0; at < ports.length; at += BATCH_SIZE) {
    const slice = ports.slice(at, at + BATCH_SIZE)
    const rows = await db
      .selectFrom('account')
      .select('id')
      .where(
        'id',
        'in',
        slice.map(({ key }) => idsIn(key).accountId),
      )
      .execute()
    const known = new Set(rows.map(({ id }) => id))
    remaining.push(...slice.filter(({ key }) => known.has(idsIn(key).accountId)))
  }
  // Quotas are not checked there.
  return remaining.map((port) => ({ ...port, budget: null }))
}
