import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../database/tables.ts'

const DAY_MS = 86_400_000
const eb = expressionBuilder<Tables, 'account'>()

/**
 * Whether an account lapsed: it ended 7 to 30 days ago and was not renewed since, which would have
 * moved its end. Before that its owner may only be late; later it is history. One that is removed
 * by itself or by hand is counted no more, so that the list has all that is counted.
 */
export const hasLapsed = (now: number): Expression<SqlBool> =>
  eb.and([
    eb('account.active', '=', 1),
    eb('account.expireTime', '>', now - 30 * DAY_MS),
    eb('account.expireTime', '<=', now - 7 * DAY_MS),
  ])
