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
import { cutRanked, type Matches, type Ranking } from '../../database/lists/ranked.ts'
import { searched } from '../../database/lists/search.ts'
import { findAmong, findUnindexed, type Unindexed } from '../../database/lists/unindexed.ts'

// The compiler reports a type that is added to the contract and missing here.
const EVERY = { normal: true, admin: true } satisfies Record<Schema<'UserType'>, true>
const eb = expressionBuilder<Tables, 'user'>()

/** What other rooms know of people: a condition that takes a look at everybody, and an order of theirs. */
export type Beside = { narrowed?: Unindexed | undefined; ranking?: Ranking | undefined }

/**
 * One page of the matching people, and how many there are; `more` where a search found more than it
 * counted. The main admin is not among them.
 */
export async function selectUsers(
  db: Database,
  query: Query<'listUsers'>,
  group: number | undefined,
  { narrowed, ranking }: Beside = {},
) {
  const { page = 1, pageSize = PAGE_SIZE, sort = 'id_desc' } = query
  const found = await findMatches(db, query, group, narrowed)
  const cut = { from: (page - 1) * pageSize, size: pageSize, down: !sort.endsWith('_asc') }
  const ids = ranking
    ? await cutRanked(db, 'user', found, ranking, cut)
    : await cutSorted(db, found.conditions, sort, cut)
  const { total, more } = found
  return { users: await selectListed(db, ids), page, pageSize, total, ...(more && { more }) }
}

async function findMatches(
  db: Database,
  query: Query<'listUsers'>,
  group: number | undefined,
  narrowing: Unindexed | undefined,
): Promise<Matches> {
  const { page = 1, pageSize = PAGE_SIZE, sort = 'id_desc', type = [] } = query
  const search = searched(query.search)
  const filters = [
    ...(group === undefined ? [] : [eb('user.groupId', '=', group)]),
    ...ofTypes(type, sort),
    ...(narrowing ? [narrowing.condition] : []),
  ]
  const others = eb('user.id', '<>', MAIN_ADMIN)
  if (search === '' && !narrowing) {
    const name = JSON.stringify(['users', group, type])
    const total = await cacheTotal(db, { name, from: ['user'] }, () => countOthers(db, filters))
    return { total, more: false, conditions: [...filters, others] }
  }
  const most = collectLimit({ page, pageSize })
  const every = [...filters, others, ...(search === '' ? [] : [named(search)])]
  const { ids, more } = narrowing
    ? await findAmong(db, 'user', await findUnindexed(db, 'user', narrowing), {
        filters: every,
        most,
      })
    : await findNamed(db, search, { filters, isFew: group !== undefined, most })
  // A text that nearly everyone has is found quickly by walking the order.
  return { total: ids.length, more, conditions: more ? every : [among(db, eb.ref('user.id'), ids)] }
}

async function cutSorted(
  db: Database,
  conditions: Matches['conditions'],
  sort: string,
  { from, size, down }: { from: number; size: number; down: boolean },
): Promise<number[]> {
  const direction = down ? 'desc' : 'asc'
  const rows = await db
    .selectFrom('user')
    .select('user.id')
    .where(eb.and(conditions))
    .$if(sort.startsWith('lastLogin'), (listed) =>
      listed.orderBy('lastLogin', (order) =>
        down ? order.desc().nullsLast() : order.asc().nullsFirst(),
      ),
    )
    .$if(sort.startsWith('name'), (listed) => listed.orderBy('username', direction))
    .orderBy('user.id', direction)
    .limit(size)
    .offset(from)
    .execute()
  return rows.map(({ id }) => id)
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
