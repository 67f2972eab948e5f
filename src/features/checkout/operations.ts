import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { answer, api } from '#api/client.ts'
import { onThisClock } from '#api/clock.ts'
import type { Body } from '#contract'
import { isPaid } from '#rules/orderStates.ts'
import { ALIPAY_POLL_MS } from '#rules/timing.ts'

/** What the caller may buy: to renew an account, or null for a new one. */
export const listMyPlans = (accountId: number | null) =>
  queryOptions({
    queryKey: ['listMyPlans', accountId],
    queryFn: () =>
      answer(
        api.GET('/api/user/order/price', {
          params: { query: accountId === null ? {} : { accountId } },
        }),
      ),
  })

/** Places an order to be paid by Alipay; an order placed already is returned. */
export const createAlipayOrder = mutationOptions({
  mutationKey: ['createAlipayOrder'],
  mutationFn: (body: Body<'createAlipayOrder'>) =>
    answer(api.POST('/api/user/order/qrcode', { body })).then(onThisClock),
  meta: { outdates: ['listMyOrders'] },
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
  meta: { outdates: ['listMyOrders'] },
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

/** Uses a recharge code. */
export const redeemGiftcard = mutationOptions({
  mutationKey: ['redeemGiftcard'],
  mutationFn: (body: Body<'redeemGiftcard'>) =>
    answer(api.POST('/api/user/giftcard/use', { body })),
  meta: {
    outdates: ['listMyAccounts', 'getMyAccount', 'listMyOrders', 'listMyPlans', 'listMyServers'],
  },
})

const isSettled = (status = '') => isPaid(status) || status === 'TRADE_CLOSED'
