import type { Caller } from '../../server/http/contract.ts'
import { mainAdmin, type makeWorld } from './world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>

/** Gives a customer a plan, as a code for it does; for an account, or for a new one. */
export async function buyByCard(
  world: World,
  as: Caller,
  orderId: number,
  accountId: number | null = null,
) {
  const batch = { count: 1, orderId, comment: '' }
  const made = await world.as(mainAdmin).POST('/api/admin/giftcard/add', { body: batch })
  const path = { batchNumber: made.data?.batchNumber ?? 0 }
  const details = '/api/admin/giftcard/details/{batchNumber}'
  const { data } = await world.as(mainAdmin).GET(details, { params: { path } })
  const body = { password: data?.cards[0]?.password ?? '', accountId }
  return (await world.as(as).POST('/api/user/giftcard/use', { body })).response.status
}
