import type { Database } from '../../database/database.ts'
import type { ServerRow } from '../servers/store.ts'

/** What the use of an account is worked out from. */
export type Traffic = {
  /** Every server by name, with what its traffic is multiplied with when it is charged. */
  servers: Pick<ServerRow, 'id' | 'name' | 'scale' | 'type' | 'plane' | 'shift'>[]
  usage: { serverId: number; cycleFrom: number; bytes: number; lastSeen: number }[]
  packs: { flow: number; createTime: number }[]
  /** Bans that are not over. */
  bans: { serverId: number; until: number }[]
}

// A longer list of ids would cost more than the rows it leaves out.
const MAX_IDS = 500

/** Reads what many accounts have used, at once; answers with what one of them has. */
export async function selectTraffic(
  db: Database,
  ids: number[],
  now: number,
): Promise<(id: number) => Traffic> {
  if (ids.length === 0) return () => ({ servers: [], usage: [], packs: [], bans: [] })
  const every = ids.length > MAX_IDS
  const [servers, usage, packs, bans] = await Promise.all([
    db
      .selectFrom('server')
      .select(['id', 'name', 'scale', 'type', 'plane', 'shift'])
      .orderBy('name')
      .orderBy('id')
      .execute(),
    db
      .selectFrom('usage')
      .select(['accountId', 'serverId', 'cycleFrom', 'bytes', 'lastSeen'])
      .$if(!every, (rows) => rows.where('accountId', 'in', ids))
      .execute(),
    db
      .selectFrom('flowPack')
      .select(['accountId', 'flow', 'createTime'])
      .$if(!every, (rows) => rows.where('accountId', 'in', ids))
      .execute(),
    db
      .selectFrom('ban')
      .select(['accountId', 'serverId', 'until'])
      .where('until', '>', now)
      .$if(!every, (rows) => rows.where('accountId', 'in', ids))
      .execute(),
  ])
  const usageOf = byAccount(usage)
  const packsOf = byAccount(packs)
  const bansOf = byAccount(bans)
  return (id) => ({ servers, usage: usageOf(id), packs: packsOf(id), bans: bansOf(id) })
}

function byAccount<Row extends { accountId: number }>(rows: Row[]) {
  const groups = Map.groupBy(rows, ({ accountId }) => accountId)
  return (id: number): Row[] => groups.get(id) ?? []
}
