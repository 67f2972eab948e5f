import { selectTraffic, type Traffic } from '../../accounts/quota/traffic.ts'
import type { Database } from '../../database/database.ts'
import { cycleFromOf, recountUsage } from '../../accounts/quota/usage.ts'
import { mayUse } from '../../accounts/servers/allowed.ts'
import { cached } from '../../database/cached.ts'
import type { Slice } from '../../database/slices.ts'

/** Which accounts are examined: those in a range of ids, or a few by their ids. */
export type Among = Slice | readonly number[]

/** An account that may have ports here now or later, with what it has used, and how fast it may be. */
export type Candidate = Awaited<ReturnType<typeof selectRows>>[number] & {
  traffic: Traffic
} & PlanSpeed

type PlanSpeed = { planUp: number | null; planDown: number | null; speedAfter: number | null }

const NO_PLAN: PlanSpeed = { planUp: null, planDown: null, speedAfter: null }

/** The accounts among these that may use one of these servers, are started and end after `since`. */
export async function selectCandidates(
  db: Database,
  serverIds: readonly number[],
  among: Among,
  { now, since }: { now: number; since: number },
): Promise<Candidate[]> {
  if (serverIds.length === 0) return []
  const speeds = await selectSpeeds(db)
  const found = await selectRows(db, serverIds, among, since)
  const rows = found.map((row) => ({ ...row, ...(speeds.get(row.orderId) ?? NO_PLAN) }))
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

/** What plans say of speed, by their ids; read once for thousands of accounts. */
function selectSpeeds(db: Database): Promise<Map<number, PlanSpeed>> {
  return cached(db, { name: 'speeds', from: ['plan'] }, async () => {
    const rows = await db
      .selectFrom('plan')
      .select(['id', 'speedUp as planUp', 'speedDown as planDown', 'speedAfter'])
      .execute()
    return new Map(rows.map(({ id, ...speed }) => [id, speed]))
  })
}

function selectRows(db: Database, serverIds: readonly number[], among: Among, since: number) {
  return db
    .selectFrom('account')
    .select(['id', 'type', 'server', 'port', 'password', 'cycleStart', 'cycles', 'flow'])
    .select(['active', 'multiServerFlow', 'expireTime', 'usageFrom', 'publicKey'])
    .select(['orderId', 'userId', 'speedUp', 'speedDown'])
    .where((eb) =>
      'from' in among
        ? eb.and([eb('id', '>=', among.from), eb('id', '<=', among.to)])
        : eb('id', 'in', [...among]),
    )
    .where('active', '=', 1)
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', since)]))
    .where((eb) => eb.or(serverIds.map((id) => mayUse('account', id))))
    .orderBy('id')
    .execute()
}
