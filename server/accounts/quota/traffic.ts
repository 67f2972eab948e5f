import { cached } from '../../database/cached.ts'
import { amongListed, compileOnce } from '../../database/compiled.ts'
import type { Database } from '../../database/database.ts'
import type { ServerRow } from '../servers/store.ts'

/** What the usage of an account is computed from. */
export type Traffic = {
  /** Every server by name, with its scale. */
  servers: readonly Pick<
    ServerRow,
    'id' | 'name' | 'scale' | 'type' | 'plane' | 'method' | 'shift' | 'publicShift' | 'ssPort'
  >[]
  usage: { serverId: number; cycleFrom: number; bytes: number; lastSeen: number }[]
  packs: { flow: number; createTime: number }[]
  /** Bans that are not over. */
  bans: { serverId: number; until: number }[]
}

// A longer list of ids would cost more than the rows it leaves out.
const MAX_IDS = 500

/** Reads what many accounts have used, at once; returns a lookup by account. */
export async function selectTraffic(
  db: Database,
  ids: number[],
  now: number,
): Promise<(id: number) => Traffic> {
  if (ids.length === 0) return () => ({ servers: [], usage: [], packs: [], bans: [] })
  const among = ids.length > MAX_IDS ? undefined : { list: JSON.stringify(ids) }
  const [servers, usage, packs, bans] = await Promise.all([
    cached(db, { name: 'charging', from: ['server'] }, () => selectCharging(db, {})),
    among ? selectUsage(db, among) : usages(db).execute(),
    among ? selectPacks(db, among) : flowPacks(db).execute(),
    among ? selectBans(db, { ...among, now }) : bansAt(db, now).execute(),
  ])
  const usageOf = byAccount(usage)
  const packsOf = byAccount(packs)
  const bansOf = byAccount(bans)
  return (id) => ({ servers, usage: usageOf(id), packs: packsOf(id), bans: bansOf(id) })
}

type Among = { list: string }

const selectCharging = compileOnce((db) =>
  db
    .selectFrom('server')
    .select(['id', 'name', 'scale', 'type', 'plane', 'method', 'shift', 'publicShift', 'ssPort'])
    .orderBy('name')
    .orderBy('id'),
)
const selectUsage = compileOnce((db, { list }: Among) =>
  usages(db).where(({ ref }) => amongListed(db, ref('accountId'), list)),
)
const selectPacks = compileOnce((db, { list }: Among) =>
  flowPacks(db).where(({ ref }) => amongListed(db, ref('accountId'), list)),
)
const selectBans = compileOnce((db, { list, now }: Among & { now: number }) =>
  bansAt(db, now).where(({ ref }) => amongListed(db, ref('accountId'), list)),
)

function usages(db: Database) {
  return db.selectFrom('usage').select(['accountId', 'serverId', 'cycleFrom', 'bytes', 'lastSeen'])
}

function flowPacks(db: Database) {
  return db.selectFrom('flowPack').select(['accountId', 'flow', 'createTime'])
}

function bansAt(db: Database, now: number) {
  return db.selectFrom('ban').select(['accountId', 'serverId', 'until']).where('until', '>', now)
}

function byAccount<Row extends { accountId: number }>(rows: Row[]) {
  const groups = Map.groupBy(rows, ({ accountId }) => accountId)
  return (id: number): Row[] => groups.get(id) ?? []
}
