import type { Selectable } from 'kysely'
import { isPaidKind } from '#rules/providers/registry.ts'
import { nextLookAt } from '#rules/retries.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import type { Provider } from '../providers/provider.ts'
import { followDisputes, takeDispute } from './disputes.ts'
import { type FindProvider, queryProvider } from './providerStatus.ts'

type Order = Selectable<PlacedOrderTable>

/** The least time between two looks at one paid order, however many notices name it, ms. */
const MIN_INTERVAL_MS = 3_000
/** How soon a provider that failed is asked again, ms. */
const RETRY_MS = 3_600_000
/** How often a dispute is asked about while it is open, ms. */
const DISPUTE_MS = 24 * 3_600_000

/** Asks a provider about what it collected, on schedule, and when to ask again is stored. */
export async function lookAtPaid(world: World, find: FindProvider, order: Order): Promise<void> {
  const { now, log } = world
  if (!isPaidKind(order.kind) || order.paidTime === null) return setLook(world, order.id, null)
  try {
    // A provider that was removed cannot be asked; it may come back.
    const provider = await find(world, order.kind)
    if (provider) await look(world, provider, order)
    const next = nextLookAt(order.paidTime, now())
    const again = order.failure === 'disputed' ? now() + DISPUTE_MS : next
    await setLook(world, order.id, next === null ? again : Math.min(next, again ?? next))
  } catch (error) {
    log.warn({ err: error, order: order.id }, 'a provider could not be asked')
    await setLook(world, order.id, now() + RETRY_MS)
  }
}

/**
 * Asks at once about a paid order that a notice names, unless just done: then the schedule asks soon.
 * A dispute the notice names is asked about as well. A failure is logged, and the schedule asks again.
 */
export async function lookForNotice(
  world: World,
  provider: Provider,
  order: Order,
  disputeId?: string,
): Promise<void> {
  const { db, now, log } = world
  const { numUpdatedRows } = await db
    .updateTable('placedOrder')
    .set({ askTime: now() })
    .where('id', '=', order.id)
    .where((eb) => eb.or([eb('askTime', 'is', null), eb('askTime', '<=', now() - MIN_INTERVAL_MS)]))
    .executeTakeFirst()
  try {
    if (disputeId) await takeDispute(world, provider, order, disputeId)
    if (numUpdatedRows > 0n) await look(world, provider, order)
    else await lookSoon(world, order.id)
  } catch (error) {
    log.warn({ err: error, order: order.id }, 'a provider could not be asked')
    await lookSoon(world, order.id)
  }
}

/** Makes the schedule ask about a paid order soon. */
export function lookSoon(world: Pick<World, 'db' | 'now'>, id: number): Promise<void> {
  return setLook(world, id, world.now() + MIN_INTERVAL_MS)
}

async function look(world: World, provider: Provider, order: Order): Promise<void> {
  await queryProvider(world, provider, order)
  await followDisputes(world, provider, order)
}

async function setLook({ db }: Pick<World, 'db'>, id: number, nextLook: number | null) {
  await db.updateTable('placedOrder').set({ nextLook }).where('id', '=', id).execute()
}
