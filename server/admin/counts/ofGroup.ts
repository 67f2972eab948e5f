import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import type { Tables } from '../../database/tables.ts'

const eb = expressionBuilder<Tables, 'placedOrder' | 'account'>()

/** Confines rows to those of one group's people; all rows without a group. */
export function ofGroup(
  owner: 'placedOrder.userId' | 'account.userId',
  group: number | undefined,
): Expression<SqlBool> {
  if (group === undefined) return eb.lit(true)
  return eb(owner, 'in', eb.selectFrom('user').select('user.id').where('user.groupId', '=', group))
}
