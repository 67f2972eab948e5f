import { type ExpressionBuilder, sql } from 'kysely'
import type { Query } from '#contract'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { containsAnyCase, searched } from './search.ts'

const MAIN_ADMIN = 1

/** One page of the people who match, and how many do. The main admin is not among them. */
export async function selectUsers(
  db: Database,
  query: Query<'listUsers'>,
  group: number | undefined,
) {
  const { page = 1, pageSize = 20, sort = 'id_desc', type = [] } = query
  const search = searched(query.search)
  const matching = db
    .selectFrom('user')
    .where('id', '<>', MAIN_ADMIN)
    .$if(group !== undefined, (users) => users.where('groupId', '=', group!))
    .$if(type.length > 0, (users) => users.where('type', 'in', type))
    .$if(search !== '', (users) =>
      users.where((eb) =>
        eb.or([
          containsAnyCase(eb.ref('username'), search),
          containsAnyCase(eb.ref('comment'), search),
        ]),
      ),
    )

  const direction = sort.endsWith('_asc') ? 'asc' : 'desc'
  const ordered = sort.startsWith('lastLogin')
    ? matching.orderBy('lastLogin', (order) =>
        direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
      )
    : matching
  const [users, { total }] = await Promise.all([
    ordered
      .orderBy('id', direction)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .select(['id', 'type', 'email', 'username', 'lastLogin', 'comment', portOf])
      .execute(),
    matching.select(count).executeTakeFirstOrThrow(),
  ])
  return { users, total, page, pageSize }
}

/** The normal users who signed up last, newest first. */
export function selectSignUps(db: Database, number: number, group: number | undefined) {
  return normalUsers(db, group)
    .select(['id', 'username', 'email', 'createTime', portOf])
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(number)
    .execute()
}

/** The normal users who were here last, latest first. */
export function selectLogins(db: Database, number: number, group: number | undefined) {
  return normalUsers(db, group)
    .select(['id', 'username', 'email', 'lastLogin', portOf])
    .where('lastLogin', 'is not', null)
    .orderBy('lastLogin', 'desc')
    .orderBy('id', 'desc')
    .limit(number)
    .execute()
}

/** How many normal users were here since a moment. */
export async function findLoginCount(db: Database, since: number, group: number | undefined) {
  const row = await normalUsers(db, group)
    .select(count)
    .where('lastLogin', '>=', since)
    .executeTakeFirstOrThrow()
  return row.total
}

/** Whether there is a person with this id. */
export async function hasUser(db: Database, id: number): Promise<boolean> {
  const row = await db.selectFrom('user').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}

function normalUsers(db: Database, group: number | undefined) {
  return db
    .selectFrom('user')
    .where('type', '=', 'normal')
    .$if(group !== undefined, (users) => users.where('groupId', '=', group!))
}

const count = sql<number>`count(*)`.as('total')

const portOf = (eb: ExpressionBuilder<Tables, 'user'>) =>
  eb
    .selectFrom('account')
    .select((port) => port.fn.min('account.port').as('port'))
    .whereRef('account.userId', '=', 'user.id')
    .as('port')
