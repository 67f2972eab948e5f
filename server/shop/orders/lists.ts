import type { Answer, Schema } from '#contract'
import { maxPage, PAGE_SIZE } from '#rules/paging.ts'
import type { Call } from '../../http/contract.ts'
import { searched } from '../../database/lists/search.ts'
import { chosenGroup } from '../../http/scope.ts'
import { findSeenUser } from '../../people/users/seen.ts'
import { providerSent } from '../providers/registry.ts'
import { momentTyped } from './period.ts'
import { statesOf } from './states.ts'
import { orders, selectOrderPage, type StoredOrder } from './store.ts'
import { ALIPAY, PAYPAL, toAlipayOrder, toPaypalOrder } from './older.ts'
import { toGiftcardOrder, toPlacedOrder, toRefOrder } from './view.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'

type List = 'listAlipayOrders' | 'listPaypalOrders' | 'listRefOrders' | 'listGiftcardOrders'
type UserList =
  | 'listUserAlipayOrders'
  | 'listUserPaypalOrders'
  | 'listUserPaymentOrders'
  | 'listUserRefOrders'
  | 'listUserGiftcardOrders'

/** One page of Alipay orders, newest first. */
export const listAlipayOrders = async (
  call: Call<'listAlipayOrders'>,
): Promise<Answer<'listAlipayOrders'>> =>
  pageOf(call, ALIPAY, (order) => toAlipayOrder(order, call.caller))

/** One page of PayPal orders, newest first. */
export const listPaypalOrders = async (
  call: Call<'listPaypalOrders'>,
): Promise<Answer<'listPaypalOrders'>> =>
  pageOf(call, PAYPAL, (order) => toPaypalOrder(order, call.caller))

/** One page of rewards for inviting, newest first. */
export const listRefOrders = async (
  call: Call<'listRefOrders'>,
): Promise<Answer<'listRefOrders'>> => pageOf(call, 'refOrder', toRefOrder)

/** One page of used recharge codes, newest first. */
export const listGiftcardOrders = async (
  call: Call<'listGiftcardOrders'>,
): Promise<Answer<'listGiftcardOrders'>> => pageOf(call, 'giftcard', toGiftcardOrder)

/** All Alipay orders of a user. Refuses one the caller may not see. */
export const listUserAlipayOrders = (call: Call<'listUserAlipayOrders'>) =>
  allOf(call, ALIPAY, (order) => toAlipayOrder(order, call.caller))

/** All PayPal orders of a user. Refuses one the caller may not see. */
export const listUserPaypalOrders = (call: Call<'listUserPaypalOrders'>) =>
  allOf(call, PAYPAL, (order) => toPaypalOrder(order, call.caller))

/** All orders of a user by one way of paying. Refuses one the caller may not see. */
export const listUserPaymentOrders = (call: Call<'listUserPaymentOrders'>) =>
  allOf(call, providerSent('kind', call.path.kind).facts.kind, toPlacedOrder)

/** All rewards of a user. Refuses one the caller may not see. */
export const listUserRefOrders = (call: Call<'listUserRefOrders'>) =>
  allOf(call, 'refOrder', toRefOrder)

/** All recharge codes a user used. Refuses one the caller may not see. */
export const listUserGiftcardOrders = (call: Call<'listUserGiftcardOrders'>) =>
  allOf(call, 'giftcard', toGiftcardOrder)

async function pageOf<Shown>(
  { db, caller, query, config }: Call<List>,
  kind: Schema<'OrderKind'>,
  show: (order: StoredOrder) => Shown,
) {
  const { page = 1, pageSize = PAGE_SIZE } = query
  const timeZone = await findTimeZone({ db, config })
  const wanted = {
    search: searched(query.search),
    states: statesOf(query.filter ?? []),
    kinds: [kind],
    group: chosenGroup(caller, query.group),
    start: momentTyped(query.start, 'start', timeZone),
    end: momentTyped(query.end, 'end', timeZone),
    newest: undefined,
  }
  const { rows, total } = await selectOrderPage(db, wanted, { page, pageSize })
  return { total, page, pageSize, maxPage: maxPage(total, pageSize), orders: rows.map(show) }
}

async function allOf<Shown>(
  { db, caller, path }: Call<UserList>,
  kind: Schema<'OrderKind'>,
  show: (order: StoredOrder) => Shown,
): Promise<Shown[]> {
  const { id } = await findSeenUser(db, caller, path.userId)
  const rows = await orders(db)
    .where('placedOrder.userId', '=', id)
    .where('placedOrder.kind', '=', kind)
    .orderBy('placedOrder.createTime', 'desc')
    .orderBy('placedOrder.id', 'desc')
    .execute()
  return rows.map(show)
}
