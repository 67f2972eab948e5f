import type { KyselyPlugin } from 'kysely'
import { currencyOf } from '#rules/providers/registry.ts'
import {
  type Provider,
  ProviderFailure,
  type Statement,
} from '../../server/shop/providers/provider.ts'
import type { World } from '../../server/http/world.ts'

type Trade = {
  amount: number
  status: Statement['status']
  paid: number | null
  refunds: Map<string, number>
}

/** What becomes of the next calls of a fakeProvider. */
type Behaviour = 'well' | 'unreachable' | 'refused' | 'lost'

/** A provider without a network, for tests of what happens around it: it stores trades and checks refunds. */
export function openFakeProvider(kind: Provider['kind']) {
  const trades = new Map<string, Trade>()
  let behaviour: Behaviour = 'well'

  const fail = () => {
    if (behaviour === 'unreachable') throw new ProviderFailure('unreachable', 'timeout')
    if (behaviour === 'refused') throw new ProviderFailure('refused', 'no')
  }
  const answer = <Reply>(reply: Reply): Reply => {
    if (behaviour === 'lost') throw new ProviderFailure('unreachable', 'timeout')
    return reply
  }

  /** What the fakeProvider would say of an order. */
  function statement(orderId: string): Statement {
    const trade = trades.get(orderId)
    const status = trade?.status ?? 'waiting'
    const isPaid = status === 'paid'
    return {
      kind,
      orderId,
      status,
      paymentId: isPaid || status === 'checking' ? `pay-${orderId}` : null,
      amount: isPaid ? (trade?.paid ?? null) : null,
      currency: currencyOf(kind),
      data: { status },
    }
  }

  function pay(orderId: string, amount?: number): void {
    const trade = trades.get(orderId)
    if (!trade || trade.status === 'paid' || trade.status === 'closed') return
    trade.status = 'paid'
    trade.paid = amount ?? trade.amount
  }

  const provider: Provider = {
    kind,
    currency: currencyOf(kind),
    async create({ orderId, amount }) {
      fail()
      if (!trades.has(orderId))
        trades.set(orderId, { amount, status: 'waiting', paid: null, refunds: new Map() })
      return answer({ providerId: `${kind}-${orderId}`, qrCode: `code-${orderId}` })
    },
    async query({ orderId }) {
      fail()
      return answer(statement(orderId))
    },
    async collect({ orderId }) {
      fail()
      if (trades.get(orderId)?.status === 'seen') pay(orderId)
      return answer(statement(orderId))
    },
    async close({ orderId }) {
      fail()
      const trade = trades.get(orderId)
      if (trade?.status === 'paid') throw new ProviderFailure('refused', 'paid')
      if (trade && trade.status !== 'checking') trade.status = 'closed'
    },
    async refund({ orderId }, amount, requestId) {
      fail()
      const trade = trades.get(orderId)
      if (trade?.status !== 'paid') throw new ProviderFailure('refused', 'not paid')
      const given = [...trade.refunds.values()].reduce((sum, part) => sum + part, 0)
      if (!trade.refunds.has(requestId)) {
        if (given + amount > (trade.paid ?? 0)) throw new ProviderFailure('refused', 'too much')
        trade.refunds.set(requestId, amount)
      }
      return answer({ refunded: amount })
    },
  }

  return {
    provider,
    trades,
    statement,
    /** The payer pays, or at PayPal agrees to. */
    pay,
    agree: (orderId: string) => {
      const trade = trades.get(orderId)
      if (trade?.status === 'waiting') trade.status = 'seen'
    },
    /** The payer has agreed and the provider looks into it; who pays then was let through. */
    hold: (orderId: string) => {
      const trade = trades.get(orderId)
      if (trade?.status === 'waiting' || trade?.status === 'seen') trade.status = 'checking'
    },
    behave: (next: Behaviour) => void (behaviour = next),
  }
}

export type FakeProvider = ReturnType<typeof openFakeProvider>

/**
 * A world whose process dies at its `last` statement: that one and all later ones fail, and what was
 * not committed is undone.
 */
export function mortal(world: World, last: number): World {
  let count = 0
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      count += 1
      if (count >= last) throw new Error('the process died')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { ...world, db: world.db.withPlugin(plugin) }
}
