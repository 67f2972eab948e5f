import { selectTraffic, type Traffic } from '../accounts/traffic.ts'
import type { Database } from '../database.ts'
import { cycleFromOf, recountUsage } from '../flow/usage.ts'
import { mayUse } from '../servers/allowed.ts'

// Small slices let other work in between, however many accounts there are.
const IDS = 4_000
const SLICE = 500

/** An account that may have ports here now or later, with what it has used. */
export type Candidate = Awaited<ReturnType<typeof selectRows>>[number] & { traffic: Traffic }

/** Whatever account may use one of these servers, is started and is not over, in slices. */
export async function* selectCandidates(
  db: Database,
  serverIds: readonly number[],
  now: number,
): AsyncGenerator<Candidate[]> {
  if (serverIds.length === 0) return
  const { last } = await db
    .selectFrom('account')
    .select((eb) => eb.fn.max<number | null>('id').as('last'))
    .executeTakeFirstOrThrow()
  for (let after = 0; after < (last ?? 0); after += IDS) {
    const rows = await selectRows(db, serverIds, { now, after })
    for (let at = 0; at < rows.length; at += SLICE)
      yield await withTraffic(db, rows.slice(at, at + SLICE), now)
  }
}

async function withTraffic(
  db: Database,
  rows: Awaited<ReturnType<typeof selectRows>>,
  now: number,
): Promise<Candidate[]> {
  const ids = rows.map(({ id }) => id)
  const traffic = await selectTraffic(db, ids, now)
  const moved = rows.filter((row) => hasMoved(cycleFromOf(row, now), traffic(row.id)))
  if (moved.length === 0) return rows.map((row) => ({ ...row, traffic: traffic(row.id) }))
  for (const { id } of moved) await db.transaction().execute((tx) => recountUsage(tx, id, now))
  const recounted = await selectTraffic(db, ids, now)
  return rows.map((row) => ({ ...row, traffic: recounted(row.id) }))
}

/** Whether an edit moved the cycle, so that its traffic was counted in another one. */
function hasMoved(from: number, { usage }: Traffic) {
  return usage.some(({ cycleFrom, lastSeen }) => cycleFrom !== from && lastSeen >= from)
}

function selectRows(
  db: Database,
  serverIds: readonly number[],
  { now, after }: { now: number; after: number },
) {
  return db
    .selectFrom('account')
    .select(['id', 'type', 'server', 'port', 'password', 'cycleStart', 'cycles', 'flow'])
    .select(['active', 'multiServerFlow', 'expireTime', 'usageFrom'])
    .where('id', '>', after)
    .where('id', '<=', after + IDS)
    .where('active', '=', 1)
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', now)]))
    .where((eb) => eb.or(serverIds.map((id) => mayUse('account', id))))
    .orderBy('id')
    .execute()
}
