import { isPort } from '#rules/ports.ts'
import type { Database } from '../database.ts'
import { Refusal } from '../refusal.ts'
import { mayUse } from '../servers/allowed.ts'
import { holdEmbeddedServers, selectEmbeddedServers } from '../servers/store.ts'
import { serversOf } from './facts.ts'
import type { StoredAccount } from './store.ts'

type Placed = Pick<StoredAccount, 'port' | 'server'>

/** How far apart two base ports are that a machine's servers would want one port for; 0 is one. */
export async function selectDistances(db: Database): Promise<number[]> {
  const shifts = (await selectEmbeddedServers(db)).map(({ shift }) => shift)
  return [...new Set([0, ...shifts.flatMap((one) => shifts.map((other) => one - other))])]
}

/**
 * The base ports from `start` to `end`, both included, that a new account cannot have: somebody
 * holds them, or a machine's servers would want one port for two accounts.
 */
export async function selectTakenPorts(
  db: Database,
  start: number,
  end: number,
): Promise<Set<number>> {
  const taken = new Set<number>()
  for (const distance of await selectDistances(db)) {
    const rows = await db
      .selectFrom('account')
      .select('port')
      .where('port', '>=', start - distance)
      .where('port', '<=', end - distance)
      .where('portSpace', '=', 0)
      .execute()
    for (const { port } of rows) taken.add(port + distance)
  }
  return taken
}

/**
 * Refuses a port that this machine's servers cannot give the account: another account's shifted
 * port is the same (`port exists`), or the shift leads beyond the last port. `id` is the account's
 * own, if it has one. Wants the transaction that then takes the port.
 */
export async function checkShiftedPort(db: Database, account: Placed, id = 0): Promise<void> {
  const servers = await holdEmbeddedServers(db)
  const allowed = serversOf(account)
  const own = servers.filter((server) => !allowed || allowed.includes(server.id))
  if (own.some(({ shift }) => !isPort(account.port + shift)))
    throw new Refusal(400, 'body/port leaves the range of ports with the shift of a server')
  for (const { shift } of own)
    for (const other of servers) {
      if (other.shift === shift) continue
      const row = await db
        .selectFrom('account')
        .select('id')
        .where('port', '=', account.port + shift - other.shift)
        .where('portSpace', '=', 0)
        .where('id', '!=', id)
        .where(mayUse('account', other.id))
        .limit(1)
        .executeTakeFirst()
      if (row) throw new Refusal(403, 'port exists')
    }
}
