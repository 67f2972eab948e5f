import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { remember, type Slice, slicesOf } from '../../database/slices.ts'
import type { FlowTableName } from '../flow/slots.ts'
import { accountRows, type Span as LongSpan } from './rows.ts'
import { bytes } from './store.ts'

/** Where and when: `from` is included, `to` is not. */
type Span = { table: FlowTableName; from: number; to: number }

/** An account's traffic by server. */
export function selectFlowByServer(db: Database, accountId: number, span: LongSpan) {
  return db
    .with('sums', (query) =>
      query
        .selectFrom(accountRows(db, { serverId: 0, accountId }, span))
        .select(['serverId', bytes.as('flow')])
        .groupBy('serverId'),
    )
    .selectFrom('sums')
    .leftJoin('server', 'server.id', 'sums.serverId')
    .select(['sums.flow', 'sums.serverId', 'server.name'])
    .where('sums.flow', '>', 0)
    .execute()
}

/**
 * A server's traffic by account; `group` limits it to accounts of one group's users.
 *
 * Iterates over accounts, not time: the rows of an account lie side by side.
 */
export function selectFlowByAccount(
  db: Database,
  serverId: number,
  { table, from, to }: Span,
  group?: number,
) {
  return db
    .with('sums', (query) =>
      query
        .selectFrom('account')
        .leftJoin(`${table} as flow`, (join) =>
          join
            .onRef('flow.accountId', '=', 'account.id')
            .on('flow.bucket', '>=', from)
            .on('flow.bucket', '<', to)
            .on('flow.serverId', '=', serverId),
        )
        .select(['account.id', bytes.as('flow')])
        .groupBy('account.id')
        .having(bytes, '>', 0),
    )
    .selectFrom('sums')
    .innerJoin('account', 'account.id', 'sums.id')
    .leftJoin('user', 'user.id', 'account.userId')
    .select(['sums.flow', 'sums.id', 'account.port', 'user.username'])
    .$if(group !== undefined, (query) => query.where('user.groupId', '=', group ?? 0))
    .execute()
}

type Wanted = Omit<Span, 'to'> & { number: number; group?: number }
/** How many users' traffic is added up at a time. */
const BATCH_SIZE = 2_000

/** The users with the most traffic since a moment, most first, each with one of the accounts. */
export async function selectTopUsers(db: Database, wanted: Wanted) {
  const { table, from, number, group } = wanted
  return remember(db, `top ${table} ${from} ${number} ${group}`, async () => {
    const rows: Awaited<ReturnType<typeof selectTopOf>> = []
    let slices = 0
    for await (const users of slicesOf(db, 'user', BATCH_SIZE)) {
      rows.push(...(await selectTopOf(db, users, wanted)))
      slices += 1
    }
    rows.sort((a, b) => b.sumFlow - a.sumFlow || a.userId - b.userId)
    return { value: rows.slice(0, number), slices }
  })
}

/** The same among the users with these ids. */
function selectTopOf(db: Database, users: Slice, { table, from, number, group }: Wanted) {
  return db
    .with('sums', (query) =>
      query
        .selectFrom('account')
        .leftJoin(`${table} as flow`, (join) =>
          join.onRef('flow.accountId', '=', 'account.id').on('flow.bucket', '>=', from),
        )
        .select(['account.userId', bytes.as('sumFlow')])
        .select((eb) => eb.fn.min<number>('account.id').as('accountId'))
        .where('account.userId', '>=', users.from)
        .where('account.userId', '<=', users.to)
        .$if(group !== undefined, (rows) =>
          rows
            .innerJoin('user', 'user.id', 'account.userId')
            .where('user.groupId', '=', group ?? 0),
        )
        .groupBy('account.userId')
        .having(bytes, '>', 0)
        .orderBy('sumFlow', 'desc')
        .orderBy('account.userId')
        .limit(sql.lit(number)),
    )
    .selectFrom('sums')
    .innerJoin('user', 'user.id', 'sums.userId')
    .innerJoin('account', 'account.id', 'sums.accountId')
    .select([
      'sums.sumFlow',
      'user.id as userId',
      'user.username',
      'account.port',
      'sums.accountId',
    ])
    .orderBy('sums.sumFlow', 'desc')
    .orderBy('user.id')
    .execute()
}
