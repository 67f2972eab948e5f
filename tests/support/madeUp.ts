import { createHmac, randomUUID } from 'node:crypto'
import type { ProviderDefinition } from '../../server/shop/providers/definition.ts'
import {
  type PlainSetting,
  plainSetting,
  secretOf,
} from '../../server/shop/providers/plainSetting.ts'
import {
  type OrderToCollect,
  ProviderFailure,
  type Statement,
} from '../../server/shop/providers/provider.ts'
import { decimalCents, toDecimal } from '#rules/price.ts'
import { PLAIN_WORDS, type ProviderFacts } from '#rules/providers/facts.ts'

/** Three people who deliver cash by bicycle, and sign for it. Nobody's real provider. */
export const facts: ProviderFacts = {
  kind: 'courier',
  currency: 'USD',
  words: PLAIN_WORDS,
  hasOwnFields: false,
}

type Trade = { amount: number; paid: number; closed: boolean; returned: number; currency: string }

/** The couriers' own books, where a test pays and takes back. */
export const trades = new Map<string, Trade>()

/** A notice as the couriers would send it, with `changes` of theirs under their signature. */
export function noticeOf(orderId: string, changes: Record<string, string> = {}) {
  const { paid = 0, currency = 'USD', returned = 0 } = trades.get(orderId) ?? {}
  const said = { order: orderId, paid: toDecimal(paid), currency, returned: String(returned) }
  const fields: Record<string, string> = { ...said, ...changes }
  return { ...fields, sign: signed(fields, 'a key') }
}

const signed = (fields: Record<string, unknown>, key: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify(Object.entries(fields).sort()))
    .digest('hex')

function statementOf(orderId: string, { paid, closed, returned, currency }: Trade): Statement {
  const status = paid > 0 ? 'paid' : closed ? 'closed' : 'waiting'
  const [paymentId, amount] = paid > 0 ? [`ride-${orderId}`, paid] : [null, null]
  const said = {
    kind: facts.kind,
    orderId,
    status,
    paymentId,
    amount,
    currency,
    data: { status, ride: { fare: amount, rider: 'Mei' } },
  }
  return { ...(said as Statement), ...(returned > 0 && { returned }) }
}

const tradeOf = ({ orderId }: Pick<OrderToCollect, 'orderId'>) => {
  const trade = trades.get(orderId)
  if (!trade) throw new ProviderFailure('refused', 'no such ride')
  return trade
}

const { defaults, edit, show } = plainSetting({
  facts,
  name: 'Courier',
  fields: { depot: '' },
  secrets: ['key'],
})

/** The whole provider: what its folder would hold. */
export const courier: ProviderDefinition<PlainSetting> = {
  facts,
  name: 'Courier',
  label: 'Courier',
  lifetimeMs: 3_600_000,
  noticePath: '/api/payment/courier/notice',
  collects: false,
  needed: ['status', 'ride', 'fare'],
  defaults,
  edit,
  show,
  testWords: { 'no such ride': 'works' },
  open(stored, { secret }) {
    if (secretOf(stored, 'key', secret) === undefined) return undefined
    const query = async ({ orderId }: OrderToCollect) => statementOf(orderId, tradeOf({ orderId }))
    return {
      check: async () => void tradeOf({ orderId: randomUUID() }),
      provider: {
        kind: facts.kind,
        currency: facts.currency,
        async create({ orderId, amount }) {
          const trade = { amount, paid: 0, closed: false, returned: 0, currency: 'USD' }
          if (!trades.has(orderId)) trades.set(orderId, trade)
          return { providerId: null, qrCode: `courier:${orderId}` }
        },
        query,
        collect: query,
        async close({ orderId }) {
          const trade = tradeOf({ orderId })
          if (trade.paid > 0) throw new ProviderFailure('refused', 'paid')
          trade.closed = true
        },
        async refund({ orderId }, amount) {
          tradeOf({ orderId }).returned += amount
          return { returned: amount }
        },
      },
    }
  },
  async read(open, { fields: { sign, ...fields } }) {
    if (!(await open())) return 'unread'
    const orderId = String(fields.order)
    if (sign !== signed(fields, 'a key')) return { forged: 'signature', orderId }
    const paid = decimalCents(String(fields.paid)) ?? 0
    const said = { paid, currency: String(fields.currency), returned: Number(fields.returned) }
    return { statement: statementOf(orderId, { amount: paid, closed: false, ...said }) }
  },
}
