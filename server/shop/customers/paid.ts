import type { Schema } from '#contract'
import { currencyOf, isPaidKind, paidKinds } from '#rules/providers/registry.ts'
import type { Database } from '../../database/database.ts'

/** What people paid in all, by currency, less refunds; returns a lookup by person. */
export async function selectPaid(
  db: Database,
  ids: readonly number[],
): Promise<(id: number) => Schema<'PaidSum'>[]> {
  if (ids.length === 0) return () => []
  const rows = await db
    .selectFrom('placedOrder')
    .select(({ fn }) => [
      'userId',
      'kind',
      fn.sum<number | string | null>('amount').as('amount'),
      fn.sum<number | string | null>('refunded').as('refunded'),
      fn.countAll<number>().as('orders'),
    ])
    .where('userId', 'in', ids)
    .where('kind', 'in', paidKinds())
    .where('paidTime', 'is not', null)
    .groupBy(['userId', 'kind'])
    .orderBy('kind')
    .execute()
  const groups = Map.groupBy(rows, ({ userId }) => userId)
  return (id) =>
    (groups.get(id) ?? []).flatMap(({ kind, amount, refunded, orders }) =>
      isPaidKind(kind)
        ? [
            {
              currency: currencyOf(kind),
              amount: Number(amount ?? 0) - Number(refunded ?? 0),
              orders: Number(orders),
            },
          ]
        : [],
    )
}
