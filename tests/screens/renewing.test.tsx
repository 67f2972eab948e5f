import { beforeEach, describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aPlan, countOf, openAsPayer, payer, renew } from '../support/customer.ts'
import type { Answers } from '../support/screens.ts'

const placed = { orderId: '20261121000000123456', qrCode: 'https://qr.alipay.test/bax01' }

beforeEach(() => sessionStorage.clear())

describe('the same again', () => {
  const year = aPlan({ id: 4, name: 'Year', cycle: 12, alipay: 199, paypal: 29 })
  const answers = (changes: Answers = {}): Answers => ({
    getStatus: { ...payer, paypal: false },
    listMyPlans: [year, aPlan()],
    createAlipayOrder: placed,
    getAlipayOrderStatus: { status: 'CREATE' },
    ...changes,
  })

  test('is one tap from the ring: its plan, its price, one button, and nothing ordered yet', async () => {
    const { dialog, calls } = await renew(answers())
    const pay = dialog.getByRole('button', { name: /^Pay/ })
    await expect.element(pay).toHaveTextContent('Pay CN¥20.00 with Alipay')
    expect(dialog.getByRole('radio').elements()).toHaveLength(1)
    await expect.element(dialog.getByRole('radio', { name: /Month/ })).toBeChecked()
    expect(countOf(calls, 'createAlipayOrder')).toBe(0)
    await userEvent.click(pay)
    await expect.element(dialog.getByText('Waiting for the payment…')).toBeVisible()
    const order = calls.find(({ id }) => id === 'createAlipayOrder')
    expect(order?.body).toEqual({ accountId: 10, orderId: 3, price: 20 })
  })

  test('is one tap from the home screen as well', async () => {
    const { screen } = await openAsPayer('/user/index', answers())
    await userEvent.click(screen.getByRole('button', { name: /^Renew for/ }))
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText('Pay CN¥20.00 with Alipay')).toBeVisible()
  })

  test('leads to the other plans, and to a recharge code', async () => {
    const { dialog } = await renew(answers())
    await userEvent.click(dialog.getByRole('button', { name: 'Other plans' }))
    await userEvent.click(dialog.getByRole('radio', { name: /Year/ }))
    await expect.element(dialog.getByText('Pay CN¥199.00 with Alipay')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Another payment method' }))
    await expect
      .element(dialog.getByRole('button', { name: /Redeem a recharge code/ }))
      .toBeVisible()
  })

  test('keeps a button for each way where there are several', async () => {
    const { dialog } = await renew(answers({ getStatus: payer }))
    await expect.element(dialog.getByRole('button', { name: /^Pay/ }).nth(1)).toBeVisible()
    expect(dialog.getByRole('button', { name: /^Pay/ }).elements()).toHaveLength(2)
  })

  test('lists all plans where its own is not sold any more', async () => {
    const { dialog } = await renew(answers({ listMyPlans: [year] }), /^Renew$/)
    await userEvent.click(dialog.getByRole('button', { name: /Choose a plan/ }))
    await expect.element(dialog.getByRole('radio', { name: /Year/ })).toBeChecked()
  })
})
