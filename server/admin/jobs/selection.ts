import { type Expression, type ExpressionBuilder, sql, type SqlBool } from 'kysely'
import type { Schema } from '#contract'
import { MAIN_ADMIN } from '#rules/roles.ts'
import { matching } from '../../accounts/matching.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { containsAnyCase, searched } from '../../database/lists/search.ts'
import { narrowed } from '../../shop/customers/standing.ts'
import type { Action } from './kind.ts'

type Selection = Schema<'JobSelection'>

/** Databases limit the number of values in one statement. */
const BATCH_SIZE = 1000

const OF_USERS: readonly Action['kind'][] = ['mail', 'setGroup', 'deleteUser', 'importUsers']
/** Actions on what is neither an account nor a person. */
const OF_OTHERS: Partial<Record<Action['kind'], Schema<'Job'>['of']>> = {
  deletePlan: 'plan',
  importPlans: 'plan',
  deleteNotice: 'notice',
  deleteArticle: 'article',
}

/** The subjects of an action: mail and groups are for people, most others for accounts. */
export function targetOf({ kind }: Action): Schema<'Job'>['of'] {
  const other = OF_OTHERS[kind]
  if (other) return other
  return OF_USERS.includes(kind) ? 'user' : 'account'
}

/**
 * The rows an action would be done to, each once, as queries of `id` and `label`.
 *
 * People selected by their accounts are the owners; accounts selected by people are those they own.
 */
export function targets(db: Database, selection: Selection, action: Action, now: number) {
  return slices(selection).map((part) => {
    const rows = rowsOf(db, part, action, now).as('target')
    return db.selectFrom(rows).select(['target.id', 'target.label'])
  })
}

function rowsOf(db: Database, part: Selection, action: Action, now: number) {
  const of = targetOf(action)
  if (of === 'account') return accounts(db, part, now)
  if (of === 'user') return users(db, part, now)
  const { ids = [] } = part
  if (of === 'plan')
    return db.selectFrom('plan').select(['plan.id', 'plan.name as label']).where('id', 'in', ids)
  return db
    .selectFrom('notice')
    .select(['notice.id', 'notice.title as label'])
    .where('kind', '=', of)
    .where('id', 'in', ids)
}

/** Whether an action is for what is selected: people for accounts and the other way round, too. */
export function isFor({ of, query }: Selection, action: Action): boolean {
  const target = targetOf(action)
  const areMany = (one: string) => one === 'account' || one === 'user'
  return areMany(of) ? areMany(target) : of === target && query === undefined
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
