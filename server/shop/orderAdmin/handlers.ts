import { maxPage, PAGE_SIZE } from '#rules/paging.ts'
import type { Handlers } from '../../http/contract.ts'
import { searched } from '../../database/lists/search.ts'
import { cacheAnswer } from '../../http/cachedAnswer.ts'
import { chosenGroup, groupOf } from '../../http/scope.ts'
import {
  exportAlipayOrders,
  exportGiftcardOrders,
  exportPaypalOrders,
  exportPlacedOrders,
  exportRefOrders,
} from '../orders/export.ts'
import {
  listAlipayOrders,
  listGiftcardOrders,
  listPaypalOrders,
  listRefOrders,
  listUserAlipayOrders,
  listUserGiftcardOrders,
  listUserPaymentOrders,
  listUserPaypalOrders,
  listUserRefOrders,
} from '../orders/lists.ts'
import {
  getPlacedOrder,
  refundAlipayOrder,
  refundPaypalOrder,
  refundPaymentOrder,
  retryPlacedOrder,
  reviewPlacedOrder,
} from './order.ts'
import { kindsSent } from '../orders/kinds.ts'
import { momentTyped, renewalsFrom } from '../orders/period.ts'
import { selectOrderPage, selectPaidOrders, selectRecentOrders } from '../orders/store.ts'
import { ALIPAY, PAYPAL, toAlipayOrder, toPaypalOrder } from '../orders/older.ts'
import { toPlacedOrder, toUserOrder } from '../orders/view.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'

const RECENT_LIMIT = 5

/** Orders that were placed. */
export const paymentHandlers = {
  getPlacedOrder,
  retryPlacedOrder,
  reviewPlacedOrder,
  refundAlipayOrder,
  refundPaypalOrder,
  refundPaymentOrder,
  listAlipayOrders,
  listPaypalOrders,
  listRefOrders,
  listGiftcardOrders,
  listUserAlipayOrders,
  listUserPaypalOrders,
  listUserPaymentOrders,
  listUserRefOrders,
  listUserGiftcardOrders,
  async listMyOrders({ db, caller, query, now }) {
    const unpaid = query.unpaid === 1 ? now() : undefined
    return (await selectPaidOrders(db, caller.id, unpaid)).map((order) => toUserOrder(order, now()))
  },
  async listPlacedOrders(call) {
    const { db, caller, query, config, now } = call
    const { page = 1, pageSize = PAGE_SIZE, maxCreateTime = 0, renewal = false } = query
    const timeZone = await findTimeZone({ db, config })
    const start = momentTyped(query.start, 'start', timeZone)
    const wanted = {
      search: searched(query.search),
      states: query.filter ?? [],
      kinds: kindsSent(query.kind),
      group: chosenGroup(caller, query.group),
      start: start ?? (renewal ? renewalsFrom(now(), timeZone) : undefined),
      end: momentTyped(query.end, 'end', timeZone),
      newest: maxCreateTime || undefined,
      stuck: query.stuck ?? false,
      failed: query.failed ?? false,
      renewal,
      refunded: query.refunded ?? false,
    }
    const name = JSON.stringify(['listPlacedOrders', wanted.group ?? null, query])
    const from = ['placedOrder', 'user', 'plan', 'account'] as const
    return cacheAnswer(call, { name, from }, async () => {
      const { rows, total, newest } = await selectOrderPage(db, wanted, {
        page,
        pageSize,
        sort: query.sort,
      })
      return {
        total,
        page,
        pageSize,
        maxPage: maxPage(total, pageSize),
        maxCreateTime: total === 0 ? 0 : maxCreateTime || newest,
        orders: rows.map(toPlacedOrder),
      }
    })
  },
  exportPlacedOrders,
  exportAlipayOrders,
  exportPaypalOrders,
  exportRefOrders,
  exportGiftcardOrders,
  async listRecentAlipayOrders({ db, caller }) {
    const scope = { group: groupOf(caller), number: RECENT_LIMIT }
    const rows = await selectRecentOrders(db, ALIPAY, scope)
    return rows.map((order) => toAlipayOrder(order))
  },
  async listRecentPaypalOrders({ db, caller }) {
    const scope = { group: groupOf(caller), number: RECENT_LIMIT }
    const rows = await selectRecentOrders(db, PAYPAL, scope)
    return rows.map((order) => toPaypalOrder(order))
  },
} satisfies Partial<Handlers>
