import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  sql,
  type SqlBool,
} from 'kysely'
import type { Query, Schema } from '#contract'
import { MAIN_ADMIN } from '#rules/roles.ts'
import { PAGE_SIZE } from '#rules/paging.ts'
import { amongListed, compileOnce } from '../../database/compiled.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { cacheTotal } from '../../database/totals.ts'
import { among, collectLimit } from '../../database/lists/finding.ts'
import { findNamed, named } from './named.ts'
import { inOrder } from '../../database/lists/page.ts'
import { searched } from '../../database/lists/search.ts'

// The compiler reports a type that is added to the contract and missing here.
const EVERY = { normal: true, admin: true } satisfies Record<Schema<'UserType'>, true>
const eb = expressionBuilder<Tables, 'user'>()

/**
 * One page of the matching people, and how many there are; `more` where a search found more than it
 * counted. The main admin is not among them.
 */
export async function selectUsers(
  db: Database,
  query: Query<'listUsers'>,
  group: number | undefined,
) {
  const { page = 1, pageSize = PAGE_SIZE, sort = 'id_desc', type = [] } = query
  const search = searched(query.search)
  const filters = [
    ...(group === undefined ? [] : [eb('user.groupId', '=', group)]),
    ...ofTypes(type, sort),
  ]
  const direction = sort.endsWith('_asc') ? 'asc' : 'desc'
  const cut = async (conditions: readonly Expression<SqlBool>[]) => {
    const rows = await db
      .selectFrom('user')
      .select('user.id')
      .where(eb.and(conditions))
      .where('user.id', '<>', MAIN_ADMIN)
      .$if(sort.startsWith('lastLogin'), (listed) =>
        listed.orderBy('lastLogin', (order) =>
          direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
        ),
      )
      .$if(sort.startsWith('name'), (listed) => listed.orderBy('username', direction))
      .orderBy('user.id', direction)
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    const users = await selectListed(
      db,
      rows.map(({ id }) => id),
    )
    return { users, page, pageSize }
  }
  if (search === '') {
    const name = JSON.stringify(['users', group, type])
    const count = () => countOthers(db, filters)
    return { ...(await cut(filters)), total: await cacheTotal(db, { name, from: ['user'] }, count) }
  }
  const { ids, more } = await findNamed(db, search, {
    filters,
    isFew: group !== undefined,
    most: collectLimit({ page, pageSize }),
  })
  // A text that nearly everyone has is found quickly by walking the order.
  const wanted = more ? [...filters, named(search)] : [among(db, eb.ref('user.id'), ids)]
  return { ...(await cut(wanted)), total: ids.length, ...(more && { more }) }
}

/** Which people are of some types; every type is no condition, and none given means every one. */
export function ofTypes(
  wanted: readonly Schema<'UserType'>[],
  sort: string,
): readonly Expression<SqlBool>[] {
  const types = [...new Set(wanted)]
  if (types.length === 0 || types.length === Object.keys(EVERY).length) return []
  // Nearly everyone is a normal user. With an equality, SQLite would use an index by type and sort
  // all of them, where the order of ids is there already.
  if (types[0] === 'normal' && sort.startsWith('id')) return [eb('user.type', '<>', 'admin')]
  return [eb('user.type', 'in', types)]
}

/** How many people there are, except the main admin. */
async function countOthers(db: Database, filters: readonly Expression<SqlBool>[]) {
  const everybody = db.selectFrom('user').select(total).where(eb.and(filters))
  // Counting without a condition does not have to read each row.
  const all = await everybody.executeTakeFirstOrThrow()
  const main = await everybody.where('id', '=', MAIN_ADMIN).executeTakeFirstOrThrow()
  return all.total - main.total
}

async function selectListed(db: Database, ids: number[]) {
  if (ids.length === 0) return []
  return inOrder(ids, await selectByIds(db, { list: JSON.stringify(ids) }))
}

const selectByIds = compileOnce((db, { list }: { list: string }) =>
  db
    .selectFrom('user')
    .select(['id', 'type', 'email', 'username', 'lastLogin', 'comment', 'createTime', portOf])
    .where(({ ref }) => amongListed(db, ref('user.id'), list)),
)

/** The normal users who signed up last, newest first. */
export function selectSignUps(db: Database, number: number, group: number | undefined) {
  return normalUsers(db, group)
    .select(['id', 'username', 'email', 'createTime', portOf])
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .limit(number)
    .execute()
}

/** The normal users seen last, latest first. */
export function selectLogins(db: Database, number: number, group: number | undefined) {
  return normalUsers(db, group)
    .select(['id', 'username', 'email', 'lastLogin', portOf])
    .where('lastLogin', 'is not', null)
    .orderBy('lastLogin', 'desc')
    .orderBy('id', 'desc')
    .limit(number)
    .execute()
}

/** How many normal users were seen since a moment. */
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
