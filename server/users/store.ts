import { type ExpressionBuilder, sql } from 'kysely'
import type { Query } from '#contract'
import type { Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { cutPage, inOrder } from './page.ts'
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
  const everybody = db
    .selectFrom('user')
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
  const listed = everybody.where('id', '<>', MAIN_ADMIN)
  const ordered = sort.startsWith('lastLogin')
    ? listed.orderBy('lastLogin', (order) =>
        direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
      )
    : listed
  const count = async () => {
    // Counting without leaving anybody out does not have to look at each.
    const [all, main] = await Promise.all([
      everybody.select(total).executeTakeFirstOrThrow(),
      everybody.select(total).where('id', '=', MAIN_ADMIN).executeTakeFirstOrThrow(),
    ])
    return all.total - main.total
  }
  const cut = { page, pageSize, isSearch: search !== '' }
  const found = await cutPage(ordered.select('id').orderBy('id', direction), count, cut)
  return { users: await selectListed(db, found.ids), total: found.total, page, pageSize }
}

async function selectListed(db: Database, ids: number[]) {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('user')
    .select(['id', 'type', 'email', 'username', 'lastLogin', 'comment', portOf])
    .where('id', 'in', ids)
    .execute()
  return inOrder(ids, rows)
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
    .select(total)
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

const total = sql<number>`count(*)`.as('total')

const portOf = (eb: ExpressionBuilder<Tables, 'user'>) =>
  eb
    .selectFrom('account')
    .select((port) => port.fn.min('account.port').as('port'))
    .whereRef('account.userId', '=', 'user.id')
    .as('port')
