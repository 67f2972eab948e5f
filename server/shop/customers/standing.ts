import { type Expression, expressionBuilder, type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Query, Schema } from '#contract'
import type { Tables } from '../../database/tables.ts'
import { matching } from '../../accounts/matching.ts'

type Condition = Expression<SqlBool>
/** What keeps an account from being used, or that nothing does. */
export type State = Exclude<Schema<'UserState'>, 'none'>

/** What limits a list of people besides group, type and search. */
export type Narrowing = Pick<
  Query<'listUsers'>,
  'state' | 'plan' | 'endsWithin' | 'seenWithin' | 'unseenFor'
>

const DAY_MS = 86_400_000
const eb = expressionBuilder<Tables, 'user' | 'account'>()

/** In the order in which they are looked for, as in `accountState`; with the filter of the accounts' list. */
const BLOCKED = {
  inactive: { waiting: true },
  expired: { unexpired: true },
  banned: { banned: true },
  over: { usedOver: 100 },
} satisfies Partial<Record<State, Schema<'AccountFilter'>>>
const ANY_END = { expired: true, unexpired: true, unlimit: true }

/** The states from the best to the worst. */
export const STATES: readonly State[] = ['usable', 'inactive', 'over', 'banned', 'expired']

/** Whether its plan only slows an account down whose traffic is used up. */
const goesOn = eb.exists(
  eb
    .selectFrom('plan')
    .select('plan.id')
    .whereRef('plan.id', '=', 'account.orderId')
    .where('plan.speedAfter', '>', 0),
)

/** The state of an account: what of the accounts' list filters applies first, or that it is usable. */
export function stateAt(now: number): RawBuilder<State> {
  const later = eb('account.cycleStart', '>', now)
  const cases = Object.entries(BLOCKED).map(([state, filter]) => {
    const any = 'unexpired' in filter ? filter : { ...ANY_END, ...filter }
    const met = eb.and(matching({ filter: any }, { group: undefined, now }))
    const holds = { inactive: eb.or([met, later]), over: eb.and([met, eb.not(goesOn)]) }
    const condition = state in holds ? holds[state as keyof typeof holds] : met
    return sql`when ${condition} then ${sql.lit(state)}`
  })
  return sql<State>`(case ${sql.join(cases, sql` `)} else 'usable' end)`
}

/** Whether an account is the one its owner's row shows: the one that ends last, or never. */
export const isShown: Condition = sql<SqlBool>`not exists (
  select 1 from "account" as "other" where "other"."userId" = "account"."userId"
    and (${endOf('other')} > ${endOf('account')}
      or (${endOf('other')} = ${endOf('account')} and "other"."id" < "account"."id")))`

/** The conditions of a list of people; undefined where nothing narrows it. */
export function narrowed(
  { state, plan, endsWithin, seenWithin, unseenFor }: Narrowing,
  now: number,
): Condition | undefined {
  const before = (days: number) => now - days * DAY_MS
  const wanted = [
    ...(state === undefined || state === 'none' ? [] : [eb(stateAt(now), '=', state)]),
    ...(plan === undefined ? [] : [eb('account.orderId', '=', plan)]),
    ...(endsWithin === undefined
      ? []
      : matching({ filter: { ...ANY_END, endsWithin } }, { group: undefined, now })),
  ]
  // The case keeps a database from looking through all accounts of a plan for each person.
  const shown = sql<SqlBool>`exists (select 1 from "account"
    where "account"."userId" = "user"."id" and ${isShown}
      and case when ${eb.and(wanted)} then 1 else 0 end = 1)`
  const any = sql<SqlBool>`exists (select 1 from "account" where "account"."userId" = "user"."id")`
  const conditions = [
    ...(state === 'none' ? [eb.not(any)] : []),
    ...(wanted.length > 0 ? [shown] : []),
    ...(state !== undefined || wanted.length > 0 ? [eb('user.type', '=', 'normal')] : []),
    ...(seenWithin === undefined ? [] : [eb('user.lastLogin', '>=', before(seenWithin))]),
    ...(unseenFor === undefined
      ? []
      : [eb.or([eb('user.lastLogin', 'is', null), eb('user.lastLogin', '<', before(unseenFor))])]),
  ]
  return conditions.length > 0 ? eb.and(conditions) : undefined
}

/** The same for a list: with the name its matches are cached under. */
export function narrowedList(query: Narrowing, now: number) {
  const { state, plan, endsWithin, seenWithin, unseenFor } = query
  const condition = narrowed(query, now)
  const name = JSON.stringify([state, plan, endsWithin, seenWithin, unseenFor])
  return condition && { name, condition }
}

/** The end of an account, for comparing; none is later than any. */
function endOf(alias: 'account' | 'other') {
  return sql`coalesce(${sql.ref(`${alias}.expireTime`)}, ${sql.lit(Number.MAX_SAFE_INTEGER)})`
}
