import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Schema } from '#contract'
import { MAIN_ADMIN } from '#rules/roles.ts'
import { matching } from '../../traffic/accounts/matching.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { containsAnyCase, searched } from '../../database/lists/search.ts'
import { narrowed } from '../../shop/customers/standing.ts'
import type { Action } from './kind.ts'

type Selection = Schema<'JobSelection'>

/** Databases limit the number of values in one statement. */
const BATCH_SIZE = 1000

const OF_USERS: readonly Action['kind'][] = ['mail', 'setGroup', 'deleteUser', 'importUsers']

/** The subjects of an action: mail and groups are for people, the rest for accounts or plans. */
export function targetOf({ kind }: Action): Schema<'Job'>['of'] {
  if (kind === 'importPlans') return 'plan'
  return OF_USERS.includes(kind) ? 'user' : 'account'
}

/**
 * The rows an action would be done to, each once, as queries of `id` and `label`.
 *
 * People selected by their accounts are the owners; accounts selected by people are those they own.
 */
export function targets(db: Database, selection: Selection, action: Action, now: number) {
  return slices(selection).map((part) => {
    const rows =
      targetOf(action) === 'account'
        ? accounts(db, part, now).as('target')
        : users(db, part, now).as('target')
    return db.selectFrom(rows).select(['target.id', 'target.label'])
  })
}

function accounts(db: Database, part: Selection, now: number) {
  return db
    .selectFrom('account')
    .select(['account.id', sql<string>`cast("account"."port" as text)`.as('label')])
    .where((eb) =>
      part.of === 'account'
        ? eb.and(accountConditions(eb, part, now))
        : eb(
            'account.userId',
            'in',
            db
              .selectFrom('user')
              .select('user.id')
              .where((user) => user.and(userConditions(user, part, now))),
          ),
    )
}

function users(db: Database, part: Selection, now: number) {
  return db
    .selectFrom('user')
    .select(['user.id', 'user.username as label'])
    .where((eb) =>
      part.of === 'user'
        ? eb.and(userConditions(eb, part, now))
        : eb(
            'user.id',
            'in',
            db
              .selectFrom('account')
              .select('account.userId')
              .where('account.userId', 'is not', null)
              .where((account) => account.and(accountConditions(account, part, now)))
              .$castTo<{ userId: number }>(),
          ),
    )
}

function accountConditions(
  eb: ExpressionBuilder<Tables, 'account'>,
  { ids, query = {} }: Selection,
  now: number,
): Expression<SqlBool>[] {
  if (ids) return [eb('account.id', 'in', ids)]
  const { search, filter } = query
  return matching({ search, filter }, { group: undefined, now })
}

function userConditions(
  eb: ExpressionBuilder<Tables, 'user'>,
  { ids, query = {} }: Selection,
  now: number,
): Expression<SqlBool>[] {
  if (ids) return [eb('user.id', 'in', ids), eb('user.id', '<>', MAIN_ADMIN)]
  const { group = -1, type = [] } = query
  const search = searched(query.search)
  const others = narrowed(query, now)
  return [
    eb('user.id', '<>', MAIN_ADMIN),
    ...(others ? [others] : []),
    ...(group < 0 ? [] : [eb('user.groupId', '=', group)]),
    ...(type.length === 0 ? [] : [eb('user.type', 'in', type)]),
    ...(search === ''
      ? []
      : [
          eb.or([
            containsAnyCase(eb.ref('user.username'), search),
            containsAnyCase(eb.ref('user.comment'), search),
          ]),
        ]),
  ]
}

function slices({ of, ids, query }: Selection): Selection[] {
  if (!ids) return [{ of, query }]
  const parts: Selection[] = []
  for (let at = 0; at < ids.length; at += BATCH_SIZE)
    parts.push({ of, ids: ids.slice(at, at + BATCH_SIZE) })
  return parts
}
