/** @module-tag long */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { plainWords } from '../../src/features/checkout/other/plainWords.ts'
import { addPayerWay } from '../../src/features/checkout/ways.ts'
import { plainMethod } from '../../src/features/providers/other/plainMethod.ts'
import { plainSetting } from '../../src/features/providers/other/plainSetting.ts'
import { addMethod } from '../../src/features/providers/registry.ts'
import { addSetting } from '../../src/features/providers/settings.ts'
import { PLAIN_WORDS } from '#rules/providers/facts.ts'
import { addFacts } from '#rules/providers/registry.ts'

// On the screens of this file alone there is a third way of paying.
const kind = 'courier'
const facts = { kind, currency: 'USD', words: PLAIN_WORDS, hasOwnFields: false } as const
const forgetting = [addFacts(facts)]
const label = (message: string) => ({ id: message, message })
forgetting.push(addMethod(plainMethod({ kind, name: 'Courier', by: 'code' })))
forgetting.push(addPayerWay(kind, { words: plainWords('Courier', 'code') }))
const setting = plainSetting(kind, {
  fields: { depot: label('Depot') },
  secrets: { key: label('Courier key') },
})
forgetting.push(addSetting(kind, setting))
// Files of tests share their page.
afterAll(() => {
  for (const forget of forgetting) forget()
})
const { openScreen, statuses } = await import('../support/screens.ts')
const { aPlan, openAsPayer, payer } = await import('../support/customer.ts')

const provider = {
  kind,
  name: 'Courier',
  on: false,
  fields: { depot: 'North' },
  secrets: { key: false },
  notifyUrl: 'http://test/api/payment/courier/notice',
  tested: null,
}

beforeEach(() => sessionStorage.clear())

describe('a third way of paying', () => {
  test('has a form of its fields and secrets', async () => {
    const { screen, calls } = await openScreen('/admin/settings/editPayment/courier', {
      getStatus: statuses.mainAdmin,
      getProvider: provider,
      editProvider: 'success',
    })
    await screen.getByRole('switch', { name: 'Customers may pay with Courier' }).click()
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect.element(screen.getByText('Enter everything before you turn it on.')).toBeVisible()
    await screen.getByLabelText('Depot').fill('South')
    await screen.getByLabelText('Courier key').fill('a key')
    await screen.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => calls.find(({ id }) => id === 'editProvider')?.body)
      .toEqual({ data: { kind, on: true, fields: { depot: 'South' }, secrets: { key: 'a key' } } })
  })

  test('has its newest orders at home', async () => {
    const order = {
      kind,
      orderId: '20261121000000000002',
      username: 'ann@example.com',
      orderName: 'Month',
      amount: '7.00',
      status: 'finish',
      createTime: 1,
    }
    const { screen, calls } = await openScreen('/admin/index', {
      getStatus: { ...statuses.mainAdmin, alipay: false, paypal: false, payments: [kind] },
      listPlacedOrders: (_body, { searchParams }) => ({
        total: 0,
        page: 1,
        pageSize: 5,
        maxPage: 1,
        maxCreateTime: 0,
        orders: searchParams.get('kind') === kind ? [order as never] : [],
      }),
    })
    await expect.element(screen.getByRole('heading', { name: 'Courier orders' })).toBeVisible()
    await expect.element(screen.getByText('$7.00')).toBeVisible()
    expect(calls.some(({ id }) => id === 'listRecentAlipayOrders')).toBe(false)
  })

  test('names each provider of the newest orders at home', async () => {
    const { screen } = await openScreen('/admin/index', {
      getStatus: { ...statuses.mainAdmin, alipay: true, paypal: true },
      listRecentAlipayOrders: [],
      listRecentPaypalOrders: [],
    })
    await expect.element(screen.getByText('There are no orders yet.')).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'PayPal orders' })).toBeVisible()
    await expect.element(screen.getByText('There are no PayPal orders yet.')).toBeVisible()
  })

  test('is sold by its price, paid by its code, and followed', async () => {
    let status = 'created'
    const { screen, calls } = await openAsPayer('/user/account', {
      getStatus: { ...payer, alipay: false, paypal: false, giftcard: false, payments: [kind] },
      listMyPlans: [aPlan({ alipay: 0, paypal: 0, prices: { [kind]: 7 } })],
      createPaymentOrder: { orderId: '20261121000000000001', payAt: 'courier:1', amount: '7.00' },
      getPaymentOrderStatus: () => ({ status, state: status === 'created' ? 'created' : 'paid' }),
    })
    await userEvent.click(screen.getByRole('button', { name: /^Renew/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Pay $7.00 with Courier' }))
    await expect.element(screen.getByText('Scan this code to pay with Courier.')).toBeVisible()
    const order = calls.find(({ id }) => id === 'createPaymentOrder')
    expect(order?.url.pathname).toBe('/api/user/payment/courier/order')
    expect(order?.body).toMatchObject({ price: 7 })
    status = 'approved'
    await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible()
  })
})
