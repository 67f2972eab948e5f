import type { Selectable } from 'kysely'
import { OPEN } from '#rules/placed.ts'
import { isFlowPack } from '#rules/plan.ts'
import { type PortRange, withinShifts } from '#rules/ports.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { findFreePort } from '../../accounts/freePorts.ts'
import { portsOf } from '../../accounts/opening.ts'
import { findAccount } from '../../accounts/store.ts'
import { shiftsOf } from '../../accounts/servers/allowed.ts'
import { holdPortServers } from '../../accounts/servers/store.ts'
import type { Bought } from '../paidTime/renewal.ts'
import { hasPlaceForOrder } from '../ports/newcomers.ts'
import { noteShortage } from '../ports/shortage.ts'
import { FulfilmentError } from './failure.ts'
import { checkPack, renewedBy } from './fulfil.ts'
import { type PurchasedTerms, termsToApply } from './terms.ts'

/** What is to be bought, before anything is paid. */
type Sale = {
  purchased: PurchasedTerms
  worth: Omit<Bought, 'terms'>
  kind: string
  userId: number
  /** The account to renew; null for a new one. */
  accountId: number | null
}

type Place = { config: Pick<Config, 'port'>; now: number }
type Order = Pick<
  Selectable<PlacedOrderTable>,
  'id' | 'userId' | 'accountId' | 'reservedPort' | 'terms' | 'status'
>

/** How many ports one customer may hold by orders that are not paid. */
const MAX_RESERVED = 3

/**
 * Refuses what could not be delivered once it was paid: `no port` for a new account, `port taken`
 * where the plan brings a server on which another account has the port, without a word for the rest,
 * such as a plan without a period. Returns the port to set aside for a new account; null where none
 * is needed.
 *
 * Requires the transaction that stores the order. Others who take or reserve a port wait for its end.
 */
export async function reservePort(tx: Database, sale: Sale, place: Place): Promise<number | null> {
  const { purchased, worth, accountId } = sale
  const account = accountId === null ? undefined : await findAccount(tx, accountId)
  try {
    if (isFlowPack(purchased)) {
      checkPack(account, place.now)
      return null
    }
    const terms = termsToApply(purchased)
    if (account) await renewedBy(tx, account, { ...worth, terms }, place)
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error
    throw new Refusal(403, error.failure === 'portTaken' ? 'port taken' : '')
  }
  if (account) return null
  const { ranges, free } = await findPort(tx, purchased, place)
  const held = await selectHeld(tx, sale)
  if (free === undefined) {
    // The same by another way to pay: what was set aside for the first way serves for this one.
    const same = held.find(({ planId, kind }) => planId === purchased.id && kind !== sale.kind)
    if (!same) throw new Refusal(403, 'no port')
    await release(tx, [same], place.now)
    return same.reservedPort
  }
  if (!(await hasPlaceForOrder(tx, sale.userId, ranges))) throw new Refusal(403, 'no port')
  await noteShortage(tx, ranges, { ...place, coming: 1 })
  // One who opens order after order does not take the ports from everybody else.
  await release(tx, held.slice(MAX_RESERVED - 1), place.now)
  return free
}

/** Sets a port aside for an open order that has none yet. */
export async function setAside(
  tx: Database,
  { id }: Pick<Order, 'id'>,
  reservedPort: number,
): Promise<void> {
  await tx.updateTable('placedOrder').set({ reservedPort }).where('id', '=', id).execute()
}

/**
 * Whether an order that is paid now could be delivered; an open one that has no port any more, or is
 * of an earlier release, has one set aside by this. What is approved and not collected yet is asked
 * about here, as nobody need refund it.
 */
export function hasRoom(world: Pick<World, 'db' | 'config'>, order: Order): Promise<boolean> {
  return world.db.transaction().execute(async (tx) => {
    const { accountId, reservedPort, terms } = order
    if (reservedPort !== null || terms === null) return true
    const purchased: PurchasedTerms = JSON.parse(terms)
    if (isFlowPack(purchased)) return true
    const account = accountId === null ? undefined : await findAccount(tx, accountId)
    if (account?.userId === order.userId) return true
    const { free } = await findPort(tx, purchased, world)
    if (free !== undefined && OPEN.some((word) => word === order.status))
      await setAside(tx, order, free)
    return free !== undefined
  })
}

async function findPort(
  tx: Database,
  { portRange }: PurchasedTerms,
  { config }: Pick<Place, 'config'>,
): Promise<{ ranges: PortRange[]; free: number | undefined }> {
  const shifts = shiftsOf(await holdPortServers(tx))
  const { port } = await findSetting(tx, 'account')
  const ranges = withinShifts(portsOf(portRange, port), shifts)
  const random = port?.random ? Math.random : undefined
  const free = await findFreePort(tx, ranges, { consolePort: config.port, random })
  return { ranges, free }
}

/** The customer's unpaid orders that hold a port, newest first; those under review are not let go. */
function selectHeld(tx: Database, { userId }: Sale) {
  return tx
    .selectFrom('placedOrder')
    .select(['id', 'planId', 'kind', 'reservedPort'])
    .where('userId', '=', userId)
    .where('reservedPort', 'is not', null)
    .where('status', 'in', [...OPEN])
    .where('paymentId', 'is', null)
    .orderBy('id', 'desc')
    .execute()
}

/** Ends orders that nobody need pay any more: they are due to be closed at their providers. */
async function release(
  tx: Database,
  orders: readonly { id: number }[],
  now: number,
): Promise<void> {
  const ended = { reservedPort: null, expireTime: now, nextTry: now }
  for (const { id } of orders)
    await tx.updateTable('placedOrder').set(ended).where('id', '=', id).execute()
}
