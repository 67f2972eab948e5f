import type { Selectable } from 'kysely'
import { OPEN } from '#rules/placed.ts'
import { isFlowPack } from '#rules/plan.ts'
import { hasOwnPort } from '#rules/ports.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../../database/database.ts'
import type { PlacedOrderTable } from '../../database/tables.ts'
import type { World } from '../../http/world.ts'
import { choosePort, findPort, holdRanges } from '../../accounts/opening.ts'
import { findAccount, type StoredAccount } from '../../accounts/store.ts'
import { numberFor } from '../../accounts/withoutPort.ts'
import type { Bought } from '../paidTime/renewal.ts'
import { hasPlaceForOrder } from '../ports/newcomers.ts'
import { noteShortage } from '../ports/shortage.ts'
import { type Failure, FulfilmentError } from './failure.ts'
import { checkPack, needsPort, renewedBy } from './fulfil.ts'
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

/** An open order that holds a port. */
type Held = Pick<
  Selectable<PlacedOrderTable>,
  'id' | 'planId' | 'accountId' | 'kind' | 'reservedPort'
>

/** How many ports one customer may hold by orders that are not paid. */
const MAX_RESERVED = 3

/**
 * Refuses what could not be delivered once it was paid: `no port` for a new account, or for one
 * without a port that comes to need one; `port taken` where the plan brings a server on which another
 * account has the port; without a word for the rest, such as a plan without a period. Returns the port
 * to set aside, or the number that promises an account without one; null where neither is needed.
 *
 * Requires the transaction that stores the order. Others who take or reserve a port wait for its end.
 */
export async function reservePort(tx: Database, sale: Sale, place: Place): Promise<number | null> {
  const { purchased, accountId } = sale
  const account = accountId === null ? undefined : await findAccount(tx, accountId)
  try {
    if (isFlowPack(purchased)) {
      checkPack(account, place.now)
      return null
    }
    if (account) return await reserveForRenewal(tx, sale, account, place)
    return await reserveForNew(tx, sale, termsToApply(purchased).server, place)
  } catch (error) {
    if (!(error instanceof FulfilmentError)) throw error
    throw new Refusal(403, WORDS[error.failure] ?? '')
  }
}

/** The words of what cannot be delivered for want of a port. */
const WORDS: Partial<Record<Failure, 'no port' | 'port taken'>> = {
  noPort: 'no port',
  portTaken: 'port taken',
}

/** For an account without a port of its own that comes to need one; null for any other. */
async function reserveForRenewal(
  tx: Database,
  sale: Sale,
  account: StoredAccount,
  place: Place,
): Promise<number | null> {
  const { purchased, worth, userId } = sale
  const { portRange } = purchased
  const bought = { ...worth, terms: termsToApply(purchased) }
  const held = await selectHeld(tx, sale)
  const same = otherWay(held, sale)
  let port: number | undefined
  try {
    port = (await renewedBy(tx, account, bought, { ...place, portRange })).port
  } catch (error) {
    const isShort = error instanceof FulfilmentError && error.failure === 'noPort'
    if (!isShort || !same) throw error
    return takeOver(tx, same, place.now)
  }
  if (port === undefined) return null
  const ranges = await holdRanges(tx, portRange)
  if (!(await hasPlaceForOrder(tx, userId, ranges))) throw new FulfilmentError('noPort')
  await noteShortage(tx, ranges, { ...place, coming: 1 })
  await release(tx, held.slice(MAX_RESERVED - 1), place.now)
  return port
}

async function reserveForNew(
  tx: Database,
  sale: Sale,
  servers: readonly number[] | null,
  place: Place,
): Promise<number | null> {
  const server = servers && JSON.stringify(servers)
  const wish = { server, portRange: sale.purchased.portRange }
  const { ranges, port: chosen } = await choosePort(tx, wish, place.config)
  const isPort = chosen !== undefined && hasOwnPort({ port: chosen })
  const mayHave = !isPort || (await hasPlaceForOrder(tx, sale.userId, ranges))
  const port = mayHave ? chosen : await numberFor(tx, server)
  const held = await selectHeld(tx, sale)
  const same = otherWay(held, sale)
  if (chosen === undefined && same) return takeOver(tx, same, place.now)
  if (port === undefined) throw new Refusal(403, 'no port')
  if (hasOwnPort({ port })) await noteShortage(tx, ranges, { ...place, coming: 1 })
  // One who opens order after order does not take the ports from everybody else.
  await release(tx, held.slice(MAX_RESERVED - 1), place.now)
  return port
}

/** The same by another way to pay: what was set aside for that serves for this one. */
const otherWay = (held: readonly Held[], { purchased, kind, accountId }: Sale) =>
  held.find(
    (one) => one.planId === purchased.id && one.accountId === accountId && one.kind !== kind,
  )

async function takeOver(tx: Database, same: Held, now: number): Promise<number | null> {
  await release(tx, [same], now)
  return same.reservedPort
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
    const { server: servers, portRange } = purchased
    const server = servers && JSON.stringify(servers)
    const account = accountId === null ? undefined : await findAccount(tx, accountId)
    const isOwn = account?.userId === order.userId
    if (isOwn && !(await needsPort(tx, account, server))) return true
    const free = isOwn
      ? await findPort(tx, portRange, world.config)
      : (await choosePort(tx, { server, portRange }, world.config)).port
    if (free !== undefined && OPEN.some((word) => word === order.status))
      await setAside(tx, order, free)
    return free !== undefined
  })
}

/** The customer's unpaid orders that hold a port, newest first; those under review are not let go. */
function selectHeld(tx: Database, { userId }: Sale): Promise<Held[]> {
  return tx
    .selectFrom('placedOrder')
    .select(['id', 'planId', 'accountId', 'kind', 'reservedPort'])
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
