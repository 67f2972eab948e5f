import type { PortState } from '../../engine/plane.ts'
import { idsIn } from '../../engine/portKey.ts'
import type { World } from '../../http/world.ts'
import { serversOf } from '../../accounts/servers/allowed.ts'

/** One of them is tried: a part of a long list will do. */
const MOST = 500

/**
 * Finds among open ports those of accounts that are open on one of some other servers as well: what
 * carries those servers knows their passwords. What it says is open there is not enough.
 */
export function sharedPorts({ db, plane }: Pick<World, 'db' | 'plane'>) {
  return async function shared(
    ports: readonly PortState[],
    servers: readonly number[],
  ): Promise<PortState[]> {
    const some = partOf(ports).filter(({ key }) => {
      const { accountId } = idsIn(key)
      return servers.some((id) => plane.stateOf(`${id}:${accountId}`)?.open)
    })
    if (some.length === 0) return []
    const rows = await db
      .selectFrom('account')
      .select(['id', 'server'])
      .where(
        'id',
        'in',
        some.map(({ key }) => idsIn(key).accountId),
      )
      .where('active', '=', 1)
      .execute()
    const places = new Map(rows.map((row) => [row.id, serversOf(row)]))
    return some.filter(({ key }) => {
      const { accountId } = idsIn(key)
      const allowed = places.get(accountId)
      if (!places.has(accountId)) return false
      return !allowed || servers.some((id) => allowed.includes(id))
    })
  }
}

/** Some of them, others each time. Every node is asked about every server: all would be too many. */
function partOf(ports: readonly PortState[]): readonly PortState[] {
  if (ports.length <= MOST) return ports
  const places = new Set<number>()
  while (places.size < MOST) places.add(Math.floor(Math.random() * ports.length))
  return [...places].flatMap((at) => ports[at] ?? [])
}
