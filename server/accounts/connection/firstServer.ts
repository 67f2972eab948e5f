import { serversOf } from '../servers/allowed.ts'
import type { ServerRow } from '../servers/store.ts'
import type { StoredAccount } from '../store.ts'
import type { FullStanding } from './accountStatus.ts'
import type { Sight } from './sight.ts'

type Seen = Pick<Sight, 'isAlive' | 'servingOf'>

/**
 * The server to show first of an account's, of those in `servers` in their order: one a client can
 * connect to, rather one without any trouble. Of an account that is closed, one that serves others.
 * A dead one comes first only where all are.
 */
export function firstServerOf(
  account: StoredAccount,
  { connections }: Pick<FullStanding, 'connections'>,
  servers: readonly Pick<ServerRow, 'id'>[],
  sight: Seen,
): number | null {
  const allowed = serversOf(account)
  const own = servers.filter(({ id }) => allowed?.includes(id) ?? true)
  const isOpen = new Map(connections.map(({ serverId, state }) => [serverId, state === 'open']))
  const trouble = ({ id }: Pick<ServerRow, 'id'>) => {
    const { state } = sight.servingOf(id)
    const closed = isOpen.get(id) ? 0 : 4
    const down = !sight.isAlive(id) || state === 'red' ? 2 : state === 'amber' ? 1 : 0
    return closed + down
  }
  return own.toSorted((a, b) => trouble(a) - trouble(b))[0]?.id ?? null
}
