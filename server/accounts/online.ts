import { cached } from '../database/cached.ts'
import type { Database } from '../database/database.ts'
import { type ServerRow, selectServers } from './servers/store.ts'
import { HIDDEN, selectTaggedServers } from './servers/tags.ts'
import { remember, slicesOf } from '../database/slices.ts'

const SLOT_MS = 300_000
/** Bytes in one slot that a client does not reach by being idle. */
const MIN_USED_BYTES = 10_000
const PREFERENCE = ['Shadowsocks', 'WireGuard', 'Trojan']
/** How many accounts are checked before yielding to other work. */
const BATCH_SIZE = 2_500
/** How long an answer is cached in a large shop, ms. A slot is five minutes. */
const AGE = { fresh: 5_000, usable: 15_000 }

/** Accounts in use on a server, in order. */
type Online = Map<number, number[]>

/**
 * Which accounts are in use on each server: those with traffic in a slot of the last five minutes;
 * in a large shop up to 15 s old.
 */
export function selectOnline(db: Database, now: number): Promise<Online> {
  return remember(
    db,
    'online',
    async () => {
      const value: Online = new Map()
      let slices = 0
      for await (const { from, to } of slicesOf(db, 'account', BATCH_SIZE)) {
        for (const { serverId, accountId } of await selectInUse(db, now, { from, to }))
          value.getOrInsertComputed(serverId, () => []).push(accountId)
        slices += 1
      }
      return { value, slices }
    },
    AGE,
  )
}

function selectInUse(db: Database, now: number, { from, to }: { from: number; to: number }) {
  return (
    db
      .selectFrom('flow5min')
      .innerJoin('account', 'account.id', 'flow5min.accountId')
      .innerJoin('server', 'server.id', 'flow5min.serverId')
      .select(['flow5min.serverId', 'flow5min.accountId'])
      // Listed one by one, so that the range of accounts in each is read from the index by time.
      .where('flow5min.bucket', 'in', slotsAround(now))
      .where('flow5min.accountId', '>=', from)
      .where('flow5min.accountId', '<=', to)
      .where((eb) => eb(eb('flow5min.up', '+', eb.ref('flow5min.down')), '>', MIN_USED_BYTES))
      .groupBy(['flow5min.serverId', 'flow5min.accountId'])
      .orderBy('flow5min.accountId')
      .execute()
  )
}

/** The slots that overlap the last five minutes. */
function slotsAround(now: number): number[] {
  const slot = now - (now % SLOT_MS)
  return [slot - SLOT_MS, slot]
}

/** The servers customers may see, those a new device should use first: the least busy of a kind. */
export async function selectLeastBusy(db: Database, now: number): Promise<readonly ServerRow[]> {
  const [servers, online] = await Promise.all([selectVisible(db), selectOnline(db, now)])
  const count = (id: number) => online.get(id)?.length ?? 0
  return servers.toSorted(
    (a, b) =>
      PREFERENCE.indexOf(a.type) - PREFERENCE.indexOf(b.type) ||
      count(a.id) - count(b.id) ||
      a.id - b.id,
  )
}

/** The servers that are not hidden from users, by name. */
export function selectVisible(db: Database): Promise<readonly ServerRow[]> {
  return cached(db, { name: 'visible servers', from: ['server', 'tag'] }, async () => {
    const tagged = selectTaggedServers(db, HIDDEN)
    const [servers, hidden] = await Promise.all([selectServers(db), tagged])
    return servers.filter(({ id }) => !hidden.has(id))
  })
}
