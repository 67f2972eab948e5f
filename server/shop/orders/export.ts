import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify'
import type { Schema } from '#contract'
import { wallTime } from '#rules/zone.ts'
import type { Call } from '../../http/contract.ts'
import type { Database } from '../../database/database.ts'
import { chosenGroup } from '../../http/scope.ts'
import { searched } from '../../database/lists/search.ts'
import { momentTyped } from './period.ts'
import { statesOf } from './states.ts'
import { conditionsOf, orders, type StoredOrder, type Wanted } from './store.ts'
import { amountOf } from './view.ts'

type Export =
  | 'exportAlipayOrders'
  | 'exportPaypalOrders'
  | 'exportRefOrders'
  | 'exportGiftcardOrders'

/** How many orders are read at once, so that a table of any length needs little memory. */
const BATCH_SIZE = 500

const PAID = ['orderId', 'amount', 'username', 'orderName', 'port', 'status', 'createTime']
const COLUMNS: Record<Schema<'OrderKind'>, readonly string[]> = {
  alipay: PAID,
  paypal: PAID,
  giftcard: PAID.filter((name) => name !== 'amount'),
  refOrder: ['orderId', 'username', 'port', 'refTime', 'status', 'createTime'],
}

/** Alipay orders as a table. Wire-contract facts: 19.6. */
export const exportAlipayOrders = (call: Call<'exportAlipayOrders'>) => exportOrders(call, 'alipay')

/** PayPal orders as a table. */
export const exportPaypalOrders = (call: Call<'exportPaypalOrders'>) => exportOrders(call, 'paypal')

/** Rewards for inviting as a table. */
export const exportRefOrders = (call: Call<'exportRefOrders'>) => exportOrders(call, 'refOrder')

/** Used recharge codes as a table. */
export const exportGiftcardOrders = (call: Call<'exportGiftcardOrders'>) =>
  exportOrders(call, 'giftcard')

function exportOrders(call: Call<Export>, kind: Schema<'OrderKind'>): Readable {
  const { db, now, caller, query, config, header } = call
  const { timeZone } = config
  const wanted = {
    search: searched(query.search),
    states: statesOf(query.filter ?? []),
    kinds: [kind],
    group: chosenGroup(caller, query.group),
    start: momentTyped(query.start, 'start', timeZone),
    end: momentTyped(query.end, 'end', timeZone),
    // Orders placed while the table is read are left out.
    newest: now(),
  }
  const day = new Date(wallTime(now(), timeZone)).toISOString().slice(0, 10)
  header('content-disposition', `attachment; filename=${kind}-${day}.csv`)
  header('cache-control', 'no-store')
  const rows = Readable.from(selectAll(db, wanted))
  const table = stringify({
    bom: true,
    header: true,
    columns: [...COLUMNS[kind]],
    record_delimiter: 'windows',
    // A name such as =HYPERLINK() must stay a text in a spreadsheet.
    escape_formulas: true,
  })
  rows.on('error', (error) => table.destroy(error))
  table.on('close', () => rows.destroy())
  return rows.pipe(table)
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
  amount: amountOf(order),
  createTime: new Date(order.createTime).toISOString(),
})
