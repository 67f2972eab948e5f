import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Query } from '#contract'
import { MAIN_ADMIN } from '#rules/roles.ts'
import type { Database } from '../../database/database.ts'
import { searched } from '../../database/lists/search.ts'
import type { Slice } from '../../database/slices.ts'
import type { Tables } from '../../database/tables.ts'
import { named } from './named.ts'
import { ofTypes } from './store.ts'

const eb = expressionBuilder<Tables, 'user'>()

/** The matching people of a range of ids, lowest first; the main admin is not among them. */
export function selectUserSlice(
  db: Database,
  { type = [], ...query }: Pick<Query<'listUsers'>, 'search' | 'type'>,
  {
    group,
    from,
    to,
    narrowed,
  }: Slice & { group: number | undefined; narrowed: Expression<SqlBool> | undefined },
) {
  const search = searched(query.search)
  return db
    .selectFrom('user')
    .select(['id', 'username', 'email', 'type', 'groupId as group', 'comment'])
    .select(['createTime', 'lastLogin'])
    .where('id', '>=', from)
    .where('id', '<=', to)
    .where('id', '<>', MAIN_ADMIN)
    .where(eb.and(ofTypes(type, 'id_asc')))
    .$if(group !== undefined, (people) => people.where('groupId', '=', group!))
    .$if(narrowed !== undefined, (people) => people.where(narrowed!))
    .$if(search !== '', (people) => people.where(named(search)))
    .orderBy('id')
    .execute()
}
