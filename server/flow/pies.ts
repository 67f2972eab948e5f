import { sql } from 'kysely'
import type { Database } from '../database.ts'
import type { FlowTableName } from './slots.ts'
import { bytes } from './store.ts'

/** Where and when: `from` belongs to it, `to` does not. */
type Span = { table: FlowTableName; from: number; to: number }

/** An account's traffic by server. */
export function selectFlowByServer(db: Database, accountId: number, { table, from, to }: Span) {
  return db
    .with('sums', (query) =>
      query
        .selectFrom(table)
        .select(['serverId', bytes.as('flow')])
        .where('accountId', '=', accountId)
        .where('bucket', '>=', from)
        .where('bucket', '<', to)
        .groupBy('serverId'),
    )
    .selectFrom('sums')
    .leftJoin('server', 'server.id', 'sums.serverId')
    .select(['sums.flow', 'sums.serverId', 'server.name'])
    .where('sums.flow', '>', 0)
    .execute()
}

/** A server's traffic by account; `group` confines it to accounts of one group's users. */
export function selectFlowByAccount(
  db: Database,
  serverId: number,
  { table, from, to }: Span,
  group?: number,
) {
  return db
    .with('sums', (query) =>
      query
        .selectFrom(table)
        .select(['accountId', bytes.as('flow')])
        .where('bucket', '>=', from)
        .where('bucket', '<', to)
        .where('serverId', '=', serverId)
        .groupBy('accountId'),
    )
    .selectFrom('sums')
    .leftJoin('account', 'account.id', 'sums.accountId')
    .leftJoin('user', 'user.id', 'account.userId')
    .select(['sums.flow', 'account.id', 'account.port', 'user.username'])
    .where('sums.flow', '>', 0)
    .$if(group !== undefined, (query) => query.where('user.groupId', '=', group ?? 0))
    .execute()
}

/** The users with the most traffic since a moment, biggest first, each with one of the accounts. */
export function selectTopUsers(
  db: Database,
  { table, from, number, group }: Omit<Span, 'to'> & { number: number; group?: number },
) {
  return db
    .with('sums', (query) =>
      query
        .selectFrom(table)
        .innerJoin('account', 'account.id', `${table}.accountId`)
        .innerJoin('user', 'user.id', 'account.userId')
        .select(['user.id as userId', 'user.username', bytes.as('sumFlow')])
        .select((eb) => eb.fn.min<number>('account.id').as('accountId'))
        .where('bucket', '>=', from)
        .$if(group !== undefined, (rows) => rows.where('user.groupId', '=', group ?? 0))
        .groupBy(['user.id', 'user.username'])
        .orderBy('sumFlow', 'desc')
        .orderBy('user.id')
        .limit(sql.lit(number)),
    )
    .selectFrom('sums')
    .innerJoin('account', 'account.id', 'sums.accountId')
    .select(['sums.sumFlow', 'sums.userId', 'sums.username', 'account.port', 'sums.accountId'])
    .where('sums.sumFlow', '>', 0)
    .orderBy('sums.sumFlow', 'desc')
    .orderBy('sums.userId')
    .execute()
}
