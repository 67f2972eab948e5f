import { type Expression, expressionBuilder, sql, type SqlBool } from 'kysely'
import type { Schema } from '#contract'
import { PERIOD } from '#rules/account.ts'
import type { Tables } from '../database/tables.ts'
import { mayUse } from './servers/allowed.ts'
import { hasLapsed } from './lapsed.ts'
import { contains, containsAnyCase, searched } from '../database/lists/search.ts'

type Condition = Expression<SqlBool>

const DAY_MS = 86_400_000
const eb = expressionBuilder<Tables, 'account'>()

type Around = { group: number | undefined; now: number }

/** The conditions of a search and a filter on accounts, within a group. */
export function matching(
  { search, filter }: Pick<Schema<'AccountQuery'>, 'search' | 'filter'>,
  { group, now }: Around,
): Condition[] {
  const text = searched(search)
  return [
    ...(group === undefined ? [] : [inGroup(group)]),
    ...(filter ? passing(filter, now) : []),
    ...(text === '' ? [] : [containing(text)]),
  ]
}

function inGroup(group: number): Condition {
  const members = eb.selectFrom('user').select('user.id').where('user.groupId', '=', group)
  return eb('account.userId', 'in', members)
}

function containing(search: string): Condition {
  // Evaluated per account's owner, so that a query for a few accounts need not scan every user.
  const owner = eb
    .selectFrom('user')
    .select('user.id')
    .whereRef('user.id', '=', 'account.userId')
    .where((user) => containsAnyCase(user.ref('user.email'), search))
  const port = sql<string>`cast(${eb.ref('account.port')} as text)`
  return eb.or([
    contains(eb.ref('account.password'), search),
    ...(/^\d+$/.test(search) ? [contains(port, search)] : []),
    eb.exists(owner),
  ])
}

function passing(filter: Schema<'AccountFilter'>, now: number): Condition[] {
  const { expired, unexpired, unlimit, orderId, hasUser, noUser, endsWithin, serverId } = filter
  // The time of an account that was not started does not pass: it neither is over nor ends soon.
  const waits = eb.and([eb('account.active', '=', 0), eb('account.expireTime', 'is not', null)])
  const started = eb('account.active', '=', 1)
  // Inverted on the wire: `expired` lets accounts through that are still valid.
  const ends = [
    ...(expired ? [eb.or([eb('account.expireTime', '>', now), waits])] : []),
    ...(unexpired ? [eb.and([started, eb('account.expireTime', '<=', now)])] : []),
    ...(unlimit ? [eb('account.expireTime', 'is', null)] : []),
  ]
  return [
    ...(ends.length < 3 ? [eb.or(ends)] : []),
    ...(orderId ? [eb('account.orderId', '=', orderId)] : []),
    ...(hasUser && !noUser ? [eb('account.userId', 'is not', null)] : []),
    ...(noUser && !hasUser ? [eb('account.userId', 'is', null)] : []),
    ...(endsWithin === undefined
      ? []
      : [
          started,
          eb('account.expireTime', '>', now),
          eb('account.expireTime', '<=', now + endsWithin * DAY_MS),
        ]),
    ...(serverId === undefined
      ? []
      : [eb('account.server', 'is not', null), mayUse('account', serverId)]),
    ...(filter.waiting ? [eb('account.active', '=', 0)] : []),
    ...(filter.lapsed ? [hasLapsed(now)] : []),
    ...(filter.banned ? [eb('account.id', 'in', bannedAt(now))] : []),
    ...unindexed(filter, now).map(({ condition }) => condition),
  ]
}

const bannedAt = (now: number) =>
  eb.selectFrom('ban').select('ban.accountId').where('ban.until', '>', now)

/** The conditions without an index: each one scans every account. */
export function unindexed(
  { usedOver, onServer, seenWithin, unseenFor }: Schema<'AccountFilter'>,
  now: number,
): { name: string; condition: Condition }[] {
  return [
    ...(usedOver === undefined
      ? []
      : [{ name: `using ${usedOver}`, condition: usesOver(usedOver, now) }]),
    ...(unseenFor === undefined
      ? []
      : [{ name: `unseen ${unseenFor}`, condition: eb.not(seenSince(now - unseenFor * DAY_MS)) }]),
    ...(onServer === undefined
      ? []
      : [{ name: `on ${onServer}`, condition: mayUse('account', onServer) }]),
    ...(seenWithin === undefined
      ? []
      : [{ name: `seen ${seenWithin}`, condition: seenSince(now - seenWithin * DAY_MS) }]),
  ]
}

const seenSince = (time: number) =>
  eb.exists(
    eb
      .selectFrom('usage')
      .select('usage.accountId')
      .whereRef('usage.accountId', '=', 'account.id')
      .where('usage.lastSeen', '>=', time),
  )

/**
 * Used more than this percentage of a cycle's traffic, packs included; per server where separate.
 */
export function usesOver(percent: number, now: number): Condition {
  const from = countedFrom(now)
  const packs = sql`(select coalesce(sum("flowPack"."flow"), 0) from "flowPack"
    where "flowPack"."accountId" = "account"."id" and "flowPack"."createTime" >= ${from})`
  return sql<SqlBool>`("account"."flow" > 0
    and ${usedBytes(now)} * 100 >= ("account"."flow" * ${shareOfLast(now)} + ${packs})
      * ${sql.lit(percent)})`
}

/** Which part of its quota the current cycle has, as in `lackOf`: one that ends early has less. */
function shareOfLast(now: number) {
  const [began, period] = [cycleBegan(now), periodOfType]
  return sql`(case when "account"."expireTime" > ${began}
      and "account"."expireTime" < ${began} + (${period})
    then ("account"."expireTime" - ${began}) * 1.0 / (${period}) else 1.0 end)`
}

/** What an account has used in its cycle, charged bytes; null where nothing is counted. */
export function usedBytes(now: number) {
  return sql<number | null>`(select case "account"."multiServerFlow"
      when 1 then sum("usage"."bytes" * "server"."scale")
      else max("usage"."bytes" * "server"."scale") end
    from "usage" join "server" on "server"."id" = "usage"."serverId"
    where "usage"."accountId" = "account"."id" and "usage"."cycleFrom" >= ${countedFrom(now)})`
}

const periodOfType = sql`case "account"."type" ${sql.join(
  Object.entries(PERIOD).map(
    ([type, length]) => sql`when ${sql.lit(Number(type))} then ${sql.lit(length)}`,
  ),
  sql` `,
)} end`

/** When the current cycle began; an account without an end counts from its beginning. */
function cycleBegan(now: number) {
  const at = sql`cast(${now} as bigint)`
  return sql`coalesce("account"."cycleStart"
    + ((${at} - "account"."cycleStart") / (${periodOfType})) * (${periodOfType}), 0)`
}

/** From when traffic counts in the current cycle, as in `countedOf`. */
function countedFrom(now: number) {
  const began = cycleBegan(now)
  // SQLite and PostgreSQL have different functions for the greater of two values.
  return sql`(case when "account"."usageFrom" > ${began} then "account"."usageFrom"
    else ${began} end)`
}
