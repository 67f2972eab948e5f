import { sql } from 'kysely'
import { OPEN } from '#rules/placed.ts'
import { FIRST_NUMBER, type PortRange } from '#rules/ports.ts'
import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'

/** So many open orders of people who never paid are no attack, however few ports there are. */
const FEW_ORDERS = 20
/** So many trials that take no port are no attack, however few ports there are. */
const MANY_TRIALS = 1_000
/** Accounts without a port of their own, by what stands in place of it. */
const NUMBERS: PortRange = { start: FIRST_NUMBER, end: 2 ** 31 - 1 }
/** The part of the ports that newcomers may take where the setting says nothing, percent. */
const USUAL_SHARE = 40

/**
 * Whether one more trial account may take one of these ports. Trials that nothing was paid for, and
 * ports set aside for people who never paid, have a share of them, so that strangers who sign up by
 * the thousand leave the rest to customers.
 */
export async function hasPlaceForTrial(
  db: Database,
  ranges: readonly PortRange[],
): Promise<boolean> {
  const most = await shareOf(db, ranges)
  if (most === 0) return false
  const trials = await countTrials(db, ranges)
  return trials + (await countOrders(db, ranges)) < most
}

/**
 * Whether one more trial account may go without a port of its own: as many as have one may, and a
 * thousand in any case. They take nothing from customers but traffic, which nobody pays.
 */
export async function hasPlaceWithoutPort(
  db: Database,
  ranges: readonly PortRange[],
): Promise<boolean> {
  const most = Math.max(MANY_TRIALS, await shareOf(db, ranges))
  return (await countTrials(db, [NUMBERS])) < most
}

/**
 * Whether somebody who never paid may have one more of these ports set aside. Their orders have a
 * share of their own: trials do not keep anybody from buying.
 */
export async function hasPlaceForOrder(
  db: Database,
  userId: number,
  ranges: readonly PortRange[],
): Promise<boolean> {
  const { rows } = await sql`select 1 from "user" where "id" = ${userId} and ${isNew}`.execute(db)
  if (rows.length === 0) return true
  return (await countOrders(db, ranges)) < Math.max(FEW_ORDERS, await shareOf(db, ranges))
}

/** How many ports there are in ranges. */
export const sizeOf = (ranges: readonly PortRange[]): number =>
  ranges.reduce((all, { start, end }) => all + Math.max(0, end - start + 1), 0)

/** Who has paid nothing, used no code, and has no account that an admin gave them. */
const isNew = sql<boolean>`not exists (
    select 1 from "placedOrder"
    where "placedOrder"."userId" = "user"."id"
      and ("placedOrder"."paidTime" is not null or "placedOrder"."kind" = 'giftcard'))
  and not exists (
    select 1 from "account" where "account"."userId" = "user"."id"
      and not exists (
        select 1 from "boughtTime"
        where "boughtTime"."accountId" = "account"."id" and "boughtTime"."kind" = 'trial'))`

async function shareOf(db: Database, ranges: readonly PortRange[]): Promise<number> {
  const { port } = await findSetting(db, 'account')
  return Math.ceil((sizeOf(ranges) * (port?.trialShare ?? USUAL_SHARE)) / 100)
}

/** Accounts of these ports that were given at sign-up, and for which nothing was paid yet. */
async function countTrials(db: Database, ranges: readonly PortRange[]): Promise<number> {
  const lot = (kind: 'trial' | 'sale') => sql<boolean>`exists (select 1 from "boughtTime"
    where "boughtTime"."accountId" = "account"."id" and "boughtTime"."kind" = ${kind})`
  const { trials } = await db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<number>().as('trials'))
    .where('portSpace', '=', 0)
    .where(within('port', ranges))
    .where(lot('trial'))
    .where(({ not }) => not(lot('sale')))
    .executeTakeFirstOrThrow()
  return Number(trials)
}

/** Of these ports, those set aside for people who never paid. */
async function countOrders(db: Database, ranges: readonly PortRange[]): Promise<number> {
  const { orders } = await db
    .selectFrom('placedOrder')
    .innerJoin('user', 'user.id', 'placedOrder.userId')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where('placedOrder.status', 'in', [...OPEN])
    .where(within('reservedPort', ranges))
    .where(isNew)
    .executeTakeFirstOrThrow()
  return Number(orders)
}

/** Whether a column is one of these ports; of no ranges none is. */
const within = (column: 'port' | 'reservedPort', ranges: readonly PortRange[]) =>
  ranges.length === 0
    ? sql<boolean>`1 = 0`
    : sql<boolean>`(${sql.join(
        ranges.map(({ start, end }) => sql`${sql.ref(column)} between ${start} and ${end}`),
        sql` or `,
      )})`
