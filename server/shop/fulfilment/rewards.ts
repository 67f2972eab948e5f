import type { Database } from '../../database/database.ts'

/** Names, in the books, the reward that an account got for an order. */
export const rewardEffect = (orderId: number, accountId: number): string =>
  `reward:${orderId}:${accountId}`

/** The rewards that inviters got for an order, as orders. */
export async function selectRewardsFor(db: Database, orderId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('ledger')
    .select('placedOrderId')
    .where('effect', 'like', `reward:${orderId}:%`)
    .orderBy('placedOrderId')
    .execute()
  return rows.map(({ placedOrderId }) => placedOrderId)
}
