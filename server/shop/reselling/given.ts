import { expressionBuilder } from 'kysely'
import type { Schema } from '#contract'
import { isFlowPack } from '#rules/plan.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'

/**
 * What the accounts of a group's customers may use in a cycle, bytes in all, and whether one of them
 * has no quota: a reseller's limit of traffic is held against this. Trials are not the reseller's.
 */
export async function trafficGiven(db: Database, groupId: number) {
  const { flow, least } = await db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select((eb) => [
      eb.fn.sum<number | string | null>('account.flow').as('flow'),
      // A quota of 0 is none.
      eb.fn.min<number | null>('account.flow').as('least'),
    ])
    .where('user.groupId', '=', groupId)
    .where('user.type', '=', 'normal')
    // The site gives trials, also to people whom a customer invited.
    .where(({ not, or }) => or([not(hasLot('trial')), hasLot('sale')]))
    .executeTakeFirstOrThrow()
  return { bytes: Number(flow ?? 0), isUnlimited: least === 0 }
}

/** Whether an account was given time of this kind, and it was not taken back. */
const hasLot = (kind: 'trial' | 'sale') =>
  expressionBuilder<Tables, 'account'>().exists((eb) =>
    eb
      .selectFrom('boughtTime')
      .select('boughtTime.id')
      .whereRef('boughtTime.accountId', '=', 'account.id')
      .where('boughtTime.kind', '=', kind)
      .where('boughtTime.takenTime', 'is', null),
  )

/** Whether the customers of a reseller, with what is given to them, stay within its traffic. */
export const isWithin = (
  { maxTraffic }: Schema<'Permissions'>,
  given: { bytes: number; isUnlimited: boolean },
): boolean => maxTraffic == null || (!given.isUnlimited && given.bytes <= maxTraffic)

/** Whether a reseller may add an account with a quota, bytes; 0 is none. */
export const mayAdd = (
  limits: Schema<'Permissions'>,
  { bytes, isUnlimited }: { bytes: number; isUnlimited: boolean },
  flow: number,
): boolean => isWithin(limits, { bytes: bytes + flow, isUnlimited: isUnlimited || flow === 0 })

/** Whether a reseller may give this plan; the main admin, without limits, gives all but packs. */
export const maySell = (
  limits: Schema<'Permissions'> | undefined,
  plan: { id: number; baseId: number },
): boolean => !isFlowPack(plan) && (limits?.plans?.includes(plan.id) ?? true)
