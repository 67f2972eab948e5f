import type { Readable } from 'node:stream'
import type { Schema } from '#contract'
import { placedState } from '#rules/placed.ts'
import { currencyOf, isPaidKind } from '#rules/providers/registry.ts'
import { toDecimal } from '#rules/price.ts'
import type { Call } from '../../http/contract.ts'
import type { Database } from '../../database/database.ts'
import { chosenGroup } from '../../http/scope.ts'
import { MAX_TABLE_ROWS, sendTable, timeText } from '../../http/table.ts'
import { searched } from '../../database/lists/search.ts'
import { kindsSent } from './kinds.ts'
import { momentTyped, renewalsFrom } from './period.ts'
import { statesOf } from './states.ts'
import { conditionsOf, orders, type StoredOrder, type Wanted } from './store.ts'
import { ALIPAY, PAYPAL } from './older.ts'
import { amountOf } from './view.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'

type Export =
  | 'exportAlipayOrders'
  | 'exportPaypalOrders'
  | 'exportRefOrders'
  | 'exportGiftcardOrders'

/** How many orders are read at once, so that a table of any length needs little memory. */
const BATCH_SIZE = 500

const PAID = ['orderId', 'amount', 'username', 'orderName', 'port', 'status', 'createTime']
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  giftcard: PAID.filter((name) => name !== 'amount'),
  refOrder: ['orderId', 'username', 'port', 'refTime', 'status', 'createTime'],
}

/** Alipay orders as a table. Wire-contract facts: 19.6. */
export const exportAlipayOrders = (call: Call<'exportAlipayOrders'>) => exportOrders(call, ALIPAY)

/** PayPal orders as a table. */
export const exportPaypalOrders = (call: Call<'exportPaypalOrders'>) => exportOrders(call, PAYPAL)

/** Rewards for inviting as a table. */
export const exportRefOrders = (call: Call<'exportRefOrders'>) => exportOrders(call, 'refOrder')

/** Used recharge codes as a table. */
export const exportGiftcardOrders = (call: Call<'exportGiftcardOrders'>) =>
  exportOrders(call, 'giftcard')

const ALL = [
  'orderId',
  'kind',
  'state',
  'status',
  'currency',
  'amount',
  'refunded',
  'username',
  'orderName',
  'port',
  'refTime',
  'createTime',
  'paidTime',
]

/** Orders of every kind in one table, as the list shows them. */
export async function exportPlacedOrders(call: Call<'exportPlacedOrders'>): Promise<Readable> {
  const { query } = call
  const wanted = await wantedBy(call, {
    kinds: kindsSent(query.kind),
    stuck: query.stuck ?? false,
    failed: query.failed ?? false,
    renewal: query.renewal ?? false,
    refunded: query.refunded ?? false,
  })
  const rows = selectAll(call.db, wanted)
  return sendTable(call, { name: 'orders', columns: ALL, rows, most: MAX_TABLE_ROWS })
}

async function exportOrders(call: Call<Export>, kind: Schema<'OrderKind'>): Promise<Readable> {
  const rows = selectAll(call.db, await wantedBy(call, { kinds: [kind] }))
  return sendTable(call, { name: kind, columns: COLUMNS[kind] ?? PAID, rows })
}

async function wantedBy(
  { db, caller, query, config, now }: Call<Export> | Call<'exportPlacedOrders'>,
  { kinds, ...only }: Pick<Wanted, 'kinds' | 'stuck' | 'failed' | 'refunded' | 'renewal'>,
): Promise<Wanted> {
  const timeZone = await findTimeZone({ db, config })
  const start = momentTyped(query.start, 'start', timeZone)
  return {
    search: searched(query.search),
    states: statesOf(query.filter ?? []),
    kinds,
    group: chosenGroup(caller, query.group),
    start: start ?? (only.renewal ? renewalsFrom(now(), timeZone) : undefined),
    end: momentTyped(query.end, 'end', timeZone),
    // Orders placed while the table is read are left out.
    newest: now(),
    ...only,
  }
}

async function* selectAll(db: Database, wanted: Wanted) {
  let last: StoredOrder | undefined
  do {
    const batch: StoredOrder[] = await selectAfter(db, wanted, last)
    for (const order of batch) yield toLine(order)
    last = batch.length === BATCH_SIZE ? batch.at(-1) : undefined
  } while (last)
}

function selectAfter(db: Database, wanted: Wanted, last: StoredOrder | undefined) {
  return orders(db)
    .where((eb) => eb.and(conditionsOf(wanted)))
    .$if(last !== undefined, (rows) =>
      rows.where((eb) =>
        eb.or([
          eb('placedOrder.createTime', '<', last!.createTime),
          eb.and([
            eb('placedOrder.createTime', '=', last!.createTime),
            eb('placedOrder.id', '<', last!.id),
          ]),
        ]),
      ),
    )
    .orderBy('placedOrder.createTime', 'desc')
    .orderBy('placedOrder.id', 'desc')
    .limit(BATCH_SIZE)
    .execute()
}

const toLine = (order: StoredOrder) => ({
  ...order,
  state: placedState(order),
  currency: isPaidKind(order.kind) ? currencyOf(order.kind) : '',
  amount: amountOf(order),
  refunded: order.refunded ? toDecimal(order.refunded) : '',
  createTime: new Date(order.createTime).toISOString(),
  paidTime: timeText(order.paidTime),
})
