import { selectTraffic, type Traffic } from '../../accounts/quota/traffic.ts'
import type { Database } from '../../database/database.ts'
import { cycleFromOf, recountUsage } from '../../accounts/quota/usage.ts'
import { mayUse } from '../../accounts/servers/allowed.ts'
import type { Slice } from '../../database/slices.ts'

/** Which accounts are examined: those in a range of ids, or a few by their ids. */
export type Among = Slice | readonly number[]

/** An account that may have ports here now or later, with what it has used. */
export type Candidate = Awaited<ReturnType<typeof selectRows>>[number] & { traffic: Traffic }

/** The accounts among these that may use one of these servers, are started and are not over. */
export async function selectCandidates(
  db: Database,
  serverIds: readonly number[],
  among: Among,
  now: number,
): Promise<Candidate[]> {
  if (serverIds.length === 0) return []
  const rows = await selectRows(db, serverIds, among, now)
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

function selectRows(db: Database, serverIds: readonly number[], among: Among, now: number) {
  return db
    .selectFrom('account')
    .select(['id', 'type', 'server', 'port', 'password', 'cycleStart', 'cycles', 'flow'])
    .select(['active', 'multiServerFlow', 'expireTime', 'usageFrom', 'publicKey'])
    .where((eb) =>
      'from' in among
        ? eb.and([eb('id', '>=', among.from), eb('id', '<=', among.to)])
        : eb('id', 'in', [...among]),
    )
    .where('active', '=', 1)
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', now)]))
    .where((eb) => eb.or(serverIds.map((id) => mayUse('account', id))))
    .orderBy('id')
    .execute()
}
