import { maxPage } from '#rules/paging.ts'
import type { Handlers } from '../contract.ts'
import { searched } from '../users/search.ts'
import { chosenGroup, groupOf } from '../users/scope.ts'
import { momentTyped } from './period.ts'
import { selectOrderPage, selectPaidOrders, selectRecentOrders } from './store.ts'
import { toPlacedOrder, toProviderOrder, toUserOrder } from './view.ts'

const RECENT = 5

/** Orders that were placed. */
export const paymentHandlers = {
  async listMyOrders({ db, caller }) {
    return (await selectPaidOrders(db, caller.id)).map(toUserOrder)
  },
  async listPlacedOrders({ db, caller, query, config }) {
    const { page = 1, pageSize = 20, maxCreateTime = 0 } = query
    const wanted = {
      search: searched(query.search),
      states: query.filter ?? [],
      kinds: query.kind ?? [],
      group: chosenGroup(caller, query.group),
      start: momentTyped(query.start, 'start', config.timeZone),
      end: momentTyped(query.end, 'end', config.timeZone),
      newest: maxCreateTime || undefined,
    }
    const { rows, total, newest } = await selectOrderPage(db, wanted, { page, pageSize })
    return {
      total,
      page,
      pageSize,
      maxPage: maxPage(total, pageSize),
      maxCreateTime: total === 0 ? 0 : maxCreateTime || newest,
      orders: rows.map(toPlacedOrder),
    }
  },
  async listRecentAlipayOrders({ db, caller }) {
    const scope = { group: groupOf(caller), number: RECENT }
    const rows = await selectRecentOrders(db, 'alipay', scope)
    return rows.map((order) => ({ ...toProviderOrder(order), alipayData: null }))
  },
  async listRecentPaypalOrders({ db, caller }) {
    const scope = { group: groupOf(caller), number: RECENT }
    const rows = await selectRecentOrders(db, 'paypal', scope)
    return rows.map((order) => ({ ...toProviderOrder(order), paypalData: null }))
  },
} satisfies Partial<Handlers>
