import type { Readable } from 'node:stream'
import { toDecimal } from '#rules/price.ts'
import type { Database } from '../../database/database.ts'
import { slicesOf } from '../../database/slices.ts'
import type { Call } from '../../http/contract.ts'
import { chosenGroup } from '../../http/scope.ts'
import { MAX_TABLE_ROWS, sendTable, timeText } from '../../http/table.ts'
import { selectUserSlice } from '../../people/users/slice.ts'
import { selectPaid } from './paid.ts'
import { narrowed } from './standing.ts'

/** How many ids are read at once, so that a table of any length needs little memory. */
const BATCH_SIZE = 500

const COLUMNS = [
  'id',
  'username',
  'email',
  'type',
  'group',
  'createTime',
  'lastLogin',
  'accounts',
  'paidCNY',
  'paidUSD',
  'comment',
]

/** People with how many accounts they own and what they paid, as a table, oldest first. */
export function exportUsers(call: Call<'exportUsers'>): Promise<Readable> {
  const group = chosenGroup(call.caller, call.query.group)
  const rows = selectAll(call, group)
  return sendTable(call, { name: 'users', columns: COLUMNS, rows, most: MAX_TABLE_ROWS })
}

async function* selectAll({ db, query, now }: Call<'exportUsers'>, group: number | undefined) {
  const limits = { group, narrowed: narrowed(query, now()) }
  for await (const slice of slicesOf(db, 'user', BATCH_SIZE)) {
    const people = await selectUserSlice(db, query, { ...slice, ...limits })
    const ids = people.map(({ id }) => id)
    const [owned, paidBy] = await Promise.all([countOwned(db, ids), selectPaid(db, ids)])
    for (const person of people) {
      const cents = new Map(paidBy(person.id).map(({ currency, amount }) => [currency, amount]))
      yield {
        ...person,
        createTime: timeText(person.createTime),
        lastLogin: timeText(person.lastLogin),
        accounts: owned.get(person.id) ?? 0,
        paidCNY: toDecimal(cents.get('CNY') ?? 0),
        paidUSD: toDecimal(cents.get('USD') ?? 0),
      }
    }
  }
}

async function countOwned(db: Database, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number | null, number>()
  const rows = await db
    .selectFrom('account')
    .select(({ fn }) => ['userId', fn.countAll<number>().as('count')])
    .where('userId', 'in', ids)
    .groupBy('userId')
    .execute()
  return new Map(rows.map(({ userId, count }) => [userId, Number(count)]))
}
