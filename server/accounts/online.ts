import type { Database } from '../database.ts'
import { type ServerRow, selectServers } from '../servers/store.ts'
import { selectTaggedServers } from '../servers/tags.ts'
import { serversOf } from './facts.ts'
import type { StoredAccount } from './store.ts'

const SLOT = 300_000
/** Bytes in one slot that a client does not reach by merely being there. */
const IN_USE = 10_000
const PREFERENCE = ['Shadowsocks', 'WireGuard', 'Trojan']

/** Which accounts are in use, and where: those with traffic in a slot of the last five minutes. */
export function selectOnline(db: Database, now: number) {
  return db
    .selectFrom('flow5min')
    .innerJoin('account', 'account.id', 'flow5min.accountId')
    .innerJoin('server', 'server.id', 'flow5min.serverId')
    .select(['flow5min.serverId', 'flow5min.accountId'])
    .where('flow5min.bucket', '>', now - 2 * SLOT)
    .where((eb) => eb(eb('flow5min.up', '+', eb.ref('flow5min.down')), '>', IN_USE))
    .groupBy(['flow5min.serverId', 'flow5min.accountId'])
    .orderBy('flow5min.accountId')
    .execute()
}

/** Finds the least busy server that an account may use and its owner may see. */
export async function selectIdle(db: Database, now: number) {
  const [servers, online] = await Promise.all([selectVisible(db), selectOnline(db, now)])
  const busy = Map.groupBy(online, ({ serverId }) => serverId)
  const count = (id: number) => busy.get(id)?.length ?? 0
  const ranked = servers.toSorted(
    (a, b) =>
      PREFERENCE.indexOf(a.type) - PREFERENCE.indexOf(b.type) ||
      count(a.id) - count(b.id) ||
      a.id - b.id,
  )
  return (account: StoredAccount): number | null => {
    const allowed = serversOf(account)
    return ranked.find(({ id }) => allowed?.includes(id) ?? true)?.id ?? null
  }
}

/** The servers that are not hidden from users, by name. */
export async function selectVisible(db: Database): Promise<ServerRow[]> {
  const [servers, hidden] = await Promise.all([
    selectServers(db),
    selectTaggedServers(db, ['#hide', '#_hide']),
  ])
  return servers.filter(({ id }) => !hidden.has(id))
}
