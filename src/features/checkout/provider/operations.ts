import {
  type MutationOptions,
  mutationOptions,
  queryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { answer, api, type ApiError } from '#api/client.ts'
import { onThisClock } from '#api/clock.ts'
import type { Body, OperationId, Schema } from '#contract'
import { isPaid } from '#rules/orderStates.ts'
import { ALIPAY_POLL_MS } from '#rules/timing.ts'
import { approvalPage } from '../paypal/approvalPage.ts'
import type { Placed } from '../step.ts'

/** Places an order to be paid by Alipay; an order placed already is returned. */
export const createAlipayOrder = mutationOptions({
  mutationKey: ['createAlipayOrder'],
  mutationFn: (body: Body<'createAlipayOrder'>) =>
    answer(api.POST('/api/user/order/qrcode', { body })).then(onThisClock),
})

/** The state of an Alipay order; polled every 5 s until it is paid. Spec 9. */
export const getAlipayOrderStatus = (orderId: string) =>
  queryOptions({
    queryKey: ['getAlipayOrderStatus', orderId],
    queryFn: () =>
      answer(api.POST('/api/user/order/status', { body: { orderId } })).then(onThisClock),
    staleTime: 0,
    gcTime: 0,
    // An order that is paid, or closed by Alipay, stays so.
    refetchInterval: ({ state: { data } }) => !isSettled(data?.status) && ALIPAY_POLL_MS,
  })

/** Places an order to be paid by PayPal. */
export const createPaypalOrder = mutationOptions({
  mutationKey: ['createPaypalOrder'],
  mutationFn: (body: { accountId: number | null; orderId: number; price: number }) =>
    answer(api.POST('/api/user/paypal/create', { body })),
})

/** The state of a PayPal order. */
export const getPaypalOrderStatus = (paymentID: string) =>
  queryOptions({
    queryKey: ['getPaypalOrderStatus', paymentID],
    queryFn: () => answer(api.POST('/api/user/paypal/status', { body: { paymentID } })),
    staleTime: 0,
    gcTime: 0,
  })

/** Collects what the payer agreed to at PayPal: once for each order, however often it is shown. */
export const executePaypalOrder = (approval: { paymentID: string; payerID: string }) =>
  queryOptions({
    queryKey: ['executePaypalOrder', approval.paymentID],
    // It answers without content, and a query has to have some.
    queryFn: async () => {
      await answer(api.POST('/api/user/paypal/execute', { body: approval }))
      return 'collected' as const
    },
    staleTime: Infinity,
    refetchOnReconnect: 'always',
  })

/** Places an order to be paid by any provider; one placed already is returned. */
export const createPaymentOrder = mutationOptions({
  mutationKey: ['createPaymentOrder'],
  mutationFn: ({ kind, ...body }: Body<'createPaymentOrder'> & { kind: string }) =>
    answer(api.POST('/api/user/payment/{kind}/order', { params: { path: { kind } }, body })).then(
      onThisClock,
    ),
})

/** The state of an order by any provider; polled every 5 s until it is paid. */
export const getPaymentOrderStatus = (kind: string, orderId: string) =>
  queryOptions({
    queryKey: ['getPaymentOrderStatus', kind, orderId],
    queryFn: () => {
      const params = { path: { kind } }
      return answer(
        api.POST('/api/user/payment/{kind}/status', { params, body: { orderId } }),
      ).then(onThisClock)
    },
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { data } }) => !isSettled(data?.status) && ALIPAY_POLL_MS,
  })

/** What is ordered; the status says where the page of an older server is. */
type Order = Parameters<typeof createPaypalOrder.mutationFn & object>[0] & {
  status: Schema<'Status'> | undefined
}
type Progress = Schema<'OrderProgress'> & { expireTime?: number }

/** How orders by one provider are placed and followed. */
type Way = {
  create: MutationOptions<Placed, ApiError, Order>
  /** The state of an order by the `id` of `Placed`. */
  follow: (id: string) => UseQueryOptions<Progress, ApiError>
}

/** By operations of their own, which the specification names. */
const OWN: Readonly<Record<string, Way>> = {
  alipay: {
    create: made(createAlipayOrder, async ({ status: _, ...order }) => {
      const { orderId, qrCode, ...rest } = await run(createAlipayOrder, order)
      return { way: 'alipay', id: orderId, payAt: qrCode, ...rest }
    }),
    follow: (id) => getAlipayOrderStatus(id) as unknown as UseQueryOptions<Progress, ApiError>,
  },
  paypal: {
    create: made(createPaypalOrder, async ({ status, ...order }) => {
      const { paymentID, approvalUrl, amount } = await run(createPaypalOrder, order)
      const payAt = approvalPage({ paymentID, approvalUrl }, status?.paypalMode)
      return { way: 'paypal', id: paymentID, payAt, ...(amount !== undefined && { amount }) }
    }),
    follow: (id) => getPaypalOrderStatus(id) as unknown as UseQueryOptions<Progress, ApiError>,
  },
}

/** Who leads back here with a number of its own and, after an approval, the payer's. */
export const RETURNING = 'paypal'

/** How orders by a provider are placed and followed. */
export function wayOf(kind: string): Way {
  const own = Object.hasOwn(OWN, kind) ? OWN[kind] : undefined
  return (
    own ?? {
      create: made(createPaymentOrder, async ({ status: _, ...order }) => {
        const { orderId, payAt = '', ...rest } = await run(createPaymentOrder, { kind, ...order })
        return { way: kind, id: orderId, payAt, ...rest }
      }),
      follow: (id) =>
        getPaymentOrderStatus(kind, id) as unknown as UseQueryOptions<Progress, ApiError>,
    }
  )
}

type Sending<Sent, Answered> = {
  mutationKey?: readonly [OperationId]
  mutationFn?: (sent: Sent, context: never) => Promise<Answered>
  meta?: MutationOptions['meta']
}

/** A mutation with another result, under the name and with the effects of the one it sends. */
function made(
  { mutationKey, meta }: Sending<never, unknown>,
  mutationFn: (order: Order) => Promise<Placed>,
): Way['create'] {
  return { mutationFn, ...(mutationKey && { mutationKey }), ...(meta && { meta }) }
}

function run<Sent, Answered>({ mutationFn }: Sending<Sent, Answered>, sent: Sent) {
  return mutationFn!(sent, undefined as never)
}

const isSettled = (status = '') => isPaid(status) || ['TRADE_CLOSED', 'closed'].includes(status)
