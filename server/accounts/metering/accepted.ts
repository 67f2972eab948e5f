import type { CounterMark, FlowDelta } from '../../engine/plane.ts'
import { deviceIn, idsIn } from '../../engine/portKey.ts'
import type { Database } from '../../database/database.ts'
import { serversOf } from '../servers/allowed.ts'
import { nodeIn } from '../servers/carrier.ts'

type Marked = FlowDelta & { mark: CounterMark }

/**
 * How long after the end of an account, or after a server was moved off it, a node's last bytes may
 * come, ms: it goes on alone for a week.
 */
export const LATE_MS = 8 * 86_400_000

/**
 * Deps what a source may count from what it may not. A node counts for what this console has opened
 * on it alone: it asked for the port since it started, or the account may have one on a server of
 * that node, or one that was moved off it lately, or traffic of it was booked there before. The last
 * is for ports that have closed since and for servers that are gone.
 */
export async function acceptedOf(
  tx: Database,
  source: string,
  deltas: Marked[],
  now: number,
): Promise<{ own: Marked[]; others: Marked[] }> {
  const nodeId = nodeIn(source)
  if (nodeId === undefined) return { own: deltas, others: [] }
  const unknown = deltas.filter(({ isOrdered }) => !isOrdered)
  if (unknown.length === 0) return { own: deltas, others: [] }
  const keys = new Set(unknown.map(({ key }) => portKeyOf(key)))
  const open = await allowedAmong(tx, nodeId, keys, now)
  const rest = keys.difference(open)
  const booked = rest.size > 0 ? await bookedAmong(tx, source, rest) : rest
  const isOwn = ({ key, isOrdered }: Marked) =>
    isOrdered || open.has(portKeyOf(key)) || booked.has(portKeyOf(key))
  return { own: deltas.filter(isOwn), others: deltas.filter((delta) => !isOwn(delta)) }
}

/** The port whose traffic it is; a device's traffic passes its account's port. */
function portKeyOf(key: string): string {
  return deviceIn(key) === undefined ? key : key.slice(0, key.lastIndexOf(':'))
}

async function allowedAmong(
  tx: Database,
  nodeId: number,
  keys: ReadonlySet<string>,
  now: number,
): Promise<Set<string>> {
  const own = await serversOn(tx, nodeId, now)
  const ownKeys = [...keys].filter((key) => own.has(idsIn(key).serverId))
  if (ownKeys.length === 0) return new Set()
  const accounts = await tx
    .selectFrom('account')
    .select(['id', 'server'])
    .where('id', 'in', [...new Set(ownKeys.map((key) => idsIn(key).accountId))])
    .where('active', '=', 1)
    .where((eb) => eb.or([eb('cycleStart', 'is', null), eb('cycleStart', '<=', now)]))
    .where((eb) => eb.or([eb('expireTime', 'is', null), eb('expireTime', '>', now - LATE_MS)]))
    .execute()
  const places = new Map(accounts.map((account) => [account.id, serversOf(account)]))
  const isAllowed = (key: string) => {
    const { serverId, accountId } = idsIn(key)
    // Nobody's is what passes on the way back to the shop.
    if (accountId === 0) return true
    const allowed = places.get(accountId)
    return places.has(accountId) && (!allowed || allowed.includes(serverId))
  }
  return new Set(ownKeys.filter(isAllowed))
}

/** The servers a node carries, or carried until a few days ago. */
async function serversOn(tx: Database, nodeId: number, now: number): Promise<Set<number>> {
  const servers = await tx.selectFrom('server').select('id').where('nodeId', '=', nodeId).execute()
  const moved = await tx
    .selectFrom('serverMove')
    .select('serverId')
    .where('nodeId', '=', nodeId)
    .where('time', '>', now - LATE_MS)
    .execute()
  return new Set([...servers.map(({ id }) => id), ...moved.map(({ serverId }) => serverId)])
}

async function bookedAmong(
  tx: Database,
  source: string,
  keys: ReadonlySet<string>,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('counterMark')
    .select('key')
    .distinct()
    .where('source', '=', source)
    .where('key', 'in', [...keys])
    .execute()
  return new Set(rows.map(({ key }) => key))
}
