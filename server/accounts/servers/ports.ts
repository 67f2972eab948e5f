import type { Schema } from '#contract'
import { hasOwnPort } from '#rules/ports.ts'
import type { Database } from '../../database/database.ts'
import { idsIn } from '../../engine/portKey.ts'
import type { PortState } from '../../engine/plane.ts'
import { openAccess, sharesPort } from './access.ts'
import type { ServerRow } from './store.ts'

const BATCH_SIZE = 500

/**
 * The ports that are open on a server, with the passwords of their accounts, or their public keys
 * with WireGuard; of one group's accounts only, if one is named. Spec 6.
 */
export async function selectOpenPorts(
  db: Database,
  states: readonly PortState[],
  server: ServerRow,
  groupId?: number,
): Promise<Schema<'ServerPort'>[]> {
  const shown: Schema<'ServerPort'>[] = []
  const accessFor = await openAccess(db, server)
  const open = states.filter((state) => state.open)
  for (let at = 0; at < open.length; at += BATCH_SIZE) {
    const slice = open.slice(at, at + BATCH_SIZE)
    const rows = await db
      .selectFrom('account')
      .select(['account.id', 'account.port', 'account.password', 'account.publicKey'])
      .where('account.id', 'in', slice.map(accountOf))
      .$if(groupId !== undefined, (query) =>
        query
          .innerJoin('user', 'user.id', 'account.userId')
          .where('user.groupId', '=', groupId ?? 0),
      )
      .execute()
    const accounts = new Map(
      rows.map((row) => [
        row.id,
        {
          password: server.type === 'WireGuard' ? row.publicKey : accessFor(row).password,
          // Where they share one, each is told by the port it has elsewhere.
          port: sharesPort(server) ? row.port + (hasOwnPort(row) ? server.shift : 0) : undefined,
        },
      ]),
    )
    for (const { key, port } of slice) {
      const known = accounts.get(idsIn(key).accountId)
      if (known) shown.push({ port: known.port ?? port, password: known.password })
    }
  }
  return shown.sort((a, b) => a.port - b.port)
}

const accountOf = ({ key }: PortState) => idsIn(key).accountId
