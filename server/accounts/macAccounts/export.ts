import type { Readable } from 'node:stream'
import { expressionBuilder } from 'kysely'
import { slicesOf } from '../../database/slices.ts'
import type { Tables } from '../../database/tables.ts'
import type { Call } from '../../http/contract.ts'
import { groupOf } from '../../http/scope.ts'
import { MAX_TABLE_ROWS, sendTable, timeText } from '../../http/table.ts'
import { matching } from '../matching.ts'
import { accounts } from '../store.ts'
import { toRows } from '../connection/view.ts'

/** How many ids are read at once, so that a table of any length needs little memory. */
const BATCH_SIZE = 250

// Nothing a client could connect with: no password, no key, no address.
const COLUMNS = [
  'id',
  'port',
  'user',
  'orderName',
  'type',
  'state',
  'expire',
  'flow',
  'flowPack',
  'flowUsed',
  'lastConnect',
  'server',
]

const eb = expressionBuilder<Tables, 'account'>()

/** Accounts as an admin searches them, as a table, oldest first; without devices. */
export function exportAccounts(call: Call<'exportAccounts'>): Promise<Readable> {
  const rows = selectAll(call)
  return sendTable(call, { name: 'accounts', columns: COLUMNS, rows, most: MAX_TABLE_ROWS })
}

async function* selectAll(call: Call<'exportAccounts'>) {
  const { db, caller, body, now } = call
  const conditions = matching(body, { group: groupOf(caller), now: now() })
  for await (const { from, to } of slicesOf(db, 'account', BATCH_SIZE)) {
    const stored = await accounts(db)
      .where('account.id', '>=', from)
      .where('account.id', '<=', to)
      .where(eb.and(conditions))
      .orderBy('account.id')
      .execute()
    for (const row of await toRows(call, stored)) yield toLine(row)
  }
}

function toLine(row: Awaited<ReturnType<typeof toRows>>[number]) {
  const { id, port, user, orderName, type, state, data, flowUsed, lastConnect, server } = row
  return {
    id,
    port,
    user,
    orderName,
    type,
    state,
    expire: timeText(data?.expire),
    flow: data?.flow ?? 0,
    flowPack: data && 'flowPack' in data ? data.flowPack : 0,
    flowUsed,
    lastConnect: timeText(lastConnect),
    server: server?.join(' ') ?? '',
  }
}
