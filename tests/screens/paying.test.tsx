/** @module-tag long */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answers } from '../support/screens.ts'
import {
  anAccount,
  aPlan,
  countOf,
  openAsPayer,
  payer,
  renew,
  renewed,
} from '../support/customer.ts'

const DAY = 86_400_000
const ALIPAY_ONLY = { ...payer, paypal: false, giftcard: false }
const QR = 'https://qr.alipay.test/bax01'
const placed = { orderId: '20261121000000123456', qrCode: QR }

beforeEach(() => sessionStorage.clear())

describe('the way to pay', () => {
  test('is requested where money and codes are taken', async () => {
    // Without a plan of its own there is no same again.
    const { dialog } = await renew({ listMyAccounts: [anAccount({ orderId: 0 })] }, /^Renew$/)
    await expect.element(dialog.getByText('Alipay · PayPal')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: /Redeem a recharge code/ }))
    await expect.element(dialog.getByLabelText('Recharge code')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Back' }))
    await userEvent.click(dialog.getByRole('button', { name: /Choose a plan/ }))
    await expect.element(dialog.getByRole('radio', { name: /Month/ })).toBeVisible()
  })

  test('is not offered where there is only one', async () => {
    const { dialog } = await renew({ getStatus: ALIPAY_ONLY })
    await expect.element(dialog.getByRole('button', { name: /^Pay/ })).toBeVisible()
    expect(dialog.getByRole('button', { name: /PayPal/ }).query()).toBeNull()
  })

  test('is left out where nothing is sold', async () => {
    const { screen } = await openAsPayer('/user/account', {
      getStatus: { ...payer, alipay: false, paypal: false, giftcard: false },
    })
    await expect.element(screen.getByRole('button', { name: 'Connect' })).toBeVisible()
    expect(screen.getByRole('button', { name: /^Renew/ }).query()).toBeNull()
  })
})

describe('the choice of a plan', () => {
  const plans = [
    aPlan({ id: 9, baseId: 3, name: 'Pack', alipay: 5, paypal: 0, type: null, cycle: null }),
    aPlan({ id: 4, name: 'Year', cycle: 12, alipay: 199, paypal: 29 }),
    aPlan({ speedUp: 10_000, speedDown: 50_000, speedAfter: 1_000 }),
    aPlan({ id: 5, name: 'Not sold', alipay: 0, paypal: 0 }),
  ]

  test('lists what is sold: plans by price, then traffic', async () => {
    const { dialog } = await renew({
      getStatus: { ...payer, giftcard: false },
      listMyPlans: plans,
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Other plans' }))
    const radios = dialog.getByRole('radio')
    await expect.element(radios.nth(2)).toBeVisible()
    expect(radios.elements().map((radio) => (radio as HTMLInputElement).value)).toEqual([
      '3',
      '4',
      '9',
    ])
    await expect.element(dialog.getByText('12 months · 100 GB a month')).toBeVisible()
    const limited = '1 month · 100 GB, then 1 Mbit/s · up to 50 Mbit/s'
    await expect.element(dialog.getByText(limited)).toBeVisible()
    await expect
      .element(dialog.getByRole('button', { name: 'Pay $3.00 with PayPal' }))
      .toBeVisible()
    await userEvent.click(dialog.getByRole('radio', { name: /Pack/ }))
    await expect
      .element(dialog.getByRole('button', { name: 'Pay CN¥5.00 with Alipay' }))
      .toBeVisible()
    expect(dialog.getByRole('button', { name: /PayPal/ }).query()).toBeNull()
    await expect.element(dialog.getByText(/Adds 100 GB that can be used until/)).toBeVisible()
  })

  test('says what paying would do to the account', async () => {
    const { dialog } = await renew({
      getStatus: ALIPAY_ONLY,
      listMyPlans: [aPlan({ flow: 200e9 })],
    })
    const end = anAccount().data!.create! + 2 * 30 * DAY
    const year = String(new Date(end).getFullYear())
    await expect
      .element(dialog.getByText(new RegExp(`Account 50000 then runs until .*${year}`)))
      .toBeVisible()
    await expect.element(dialog.getByText(/Each of its cycles then has 200 GB/)).toBeVisible()
  })

  test('names no day for an account that is not started', async () => {
    const waiting = { active: 0 as const, state: 'inactive' as const }
    const { dialog } = await renew({
      getStatus: { ...ALIPAY_ONLY, multiAccount: 1 },
      listMyAccounts: [anAccount(), anAccount({ ...waiting, id: 11, port: 50_001 })],
    })
    await userEvent.selectOptions(dialog.getByLabelText('For'), 'Account 50001')
    await expect
      .element(dialog.getByText(/^Account 50001 gets this time on top\. Its time starts when/))
      .toBeVisible()
    expect(dialog.getByText(/then runs until|then works again/).query()).toBeNull()
  })

  test('offers another account where several are allowed', async () => {
    const { dialog, calls } = await renew({
      getStatus: { ...ALIPAY_ONLY, multiAccount: 1 },
      createAlipayOrder: placed,
      getAlipayOrderStatus: { status: 'CREATE' },
    })
    await userEvent.selectOptions(dialog.getByLabelText('For'), 'A new account')
    await userEvent.click(dialog.getByRole('button', { name: /^Pay/ }))
    await expect.element(dialog.getByText('Waiting for the payment…')).toBeVisible()
    const order = calls.find(({ id }) => id === 'createAlipayOrder')
    expect(order?.body).toEqual({ accountId: null, orderId: 3, price: 20 })
  })

  test('says so when nothing is on sale', async () => {
    const { dialog } = await renew({ getStatus: ALIPAY_ONLY, listMyPlans: [] }, /^Renew$/)
    await expect.element(dialog.getByText(/There is nothing for you to buy/)).toBeVisible()
  })

  test('can be tried again when it does not load', async () => {
    let down = true
    const answers: Answers = {
      getStatus: ALIPAY_ONLY,
      listMyPlans: () => (down ? { refused: 500 } : [aPlan()]),
    }
    const { dialog } = await renew(answers, /^Renew$/)
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    down = false
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await expect.element(dialog.getByRole('radio', { name: /Month/ })).toBeVisible()
  })
})

test('the terms of a plan are shown for three seconds before one can go on', async () => {
  const { dialog, calls } = await renew({
    getStatus: ALIPAY_ONLY,
    listMyPlans: [aPlan({ comment: 'No **refunds**.' })],
    createAlipayOrder: placed,
    getAlipayOrderStatus: { status: 'CREATE' },
  })
  await userEvent.click(dialog.getByRole('button', { name: /^Pay/ }))
  const shown = Date.now()
  await expect.element(dialog.getByText('refunds')).toBeVisible()
  const onward = dialog.getByRole('button', { name: /^Continue/ })
  await expect.element(onward).toHaveAttribute('aria-disabled', 'true')
  expect(countOf(calls, 'createAlipayOrder')).toBe(0)
  await expect.element(dialog.getByRole('button', { name: 'Continue', exact: true })).toBeVisible()
  expect(Date.now() - shown).toBeGreaterThan(2_500)
  await userEvent.click(onward)
  await expect.element(dialog.getByText('Waiting for the payment…')).toBeVisible()
})

describe('Alipay', () => {
  test('shows the code, polls every 5 s, and says what the payment has changed', async () => {
    let status = 'CREATE'
    const { dialog, calls } = await renew({
      getStatus: ALIPAY_ONLY,
      createAlipayOrder: { ...placed, expiresIn: 600_000 },
      getAlipayOrderStatus: () => ({ status }),
      listMyAccounts: () => [status === 'FINISH' ? renewed() : anAccount()],
    })
    await userEvent.dblClick(dialog.getByRole('button', { name: /^Pay/ }))
    await expect.element(dialog.getByRole('img', { name: 'Code to pay with Alipay' })).toBeVisible()
    await expect.element(dialog.getByText(/^(10:00|9:5\d)$/)).toBeVisible()
    expect(countOf(calls, 'createAlipayOrder')).toBe(1)
    expect(countOf(calls, 'getAlipayOrderStatus')).toBe(1)
    status = 'FINISH'
    await expect
      .element(dialog.getByText(/Account 50000 runs until/), { timeout: 8_000 })
      .toBeVisible()
    expect(countOf(calls, 'getAlipayOrderStatus')).toBe(2)
    await userEvent.click(dialog.getByRole('button', { name: 'Connect' }))
  })

  test('offers to install the console once what was paid is there', async () => {
    onTestFinished(() => void dispatchEvent(new Event('appinstalled')))
    const prompt = async () => undefined
    dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
    let paid = false
    const { dialog } = await renew({
      getStatus: ALIPAY_ONLY,
      createAlipayOrder: placed,
      getAlipayOrderStatus: () => {
        paid = true
        return { status: 'FINISH' }
      },
      listMyAccounts: () => [paid ? renewed() : anAccount()],
    })
    expect(dialog.getByRole('button', { name: 'Install' }).query()).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: /^Pay/ }))
    await expect.element(dialog.getByText(/Account 50000 runs until/)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Install' })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Not now' }))
    await expect.element(dialog.getByRole('button', { name: 'Connect' })).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Install' }).query()).toBeNull()
  })

  test('shows what the order costs, and counts by the time the server gives', async () => {
    const { dialog } = await renew({
      getStatus: ALIPAY_ONLY,
      // The clock of this device is two hours ahead.
      createAlipayOrder: {
        ...placed,
        amount: '21.50',
        expireTime: Date.now() - 3_600_000,
        expiresIn: 600_000,
      },
      getAlipayOrderStatus: { status: 'CREATE', state: 'created', expiresIn: 300_000 },
    })
    await userEvent.click(dialog.getByRole('button', { name: /^Pay/ }))
    await expect.element(dialog.getByText('CN¥21.50')).toBeVisible()
    await expect.element(dialog.getByText(/^(5:00|4:5\d)$/)).toBeVisible()
    await expect.element(dialog.getByRole('img', { name: 'Code to pay with Alipay' })).toBeVisible()
  })

  test('says that the price has changed, and shows the new one', async () => {
    let alipay = 20
    const { dialog, calls } = await renew({
      getStatus: ALIPAY_ONLY,
      listMyPlans: () => [aPlan({ alipay })],
      createAlipayOrder: () => ({ refused: 403, word: 'price changed' }),
    })
    await expect.element(dialog.getByRole('button', { name: /Pay CN¥20\.00/ })).toBeVisible()
    alipay = 200
    await userEvent.click(dialog.getByRole('button', { name: /^Pay/ }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'createAlipayOrder')?.body).toMatchObject({ price: 20 }),
    )
    await expect.element(dialog.getByText(/price of this plan has changed/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Choose again' }))
    await expect.element(dialog.getByRole('button', { name: /Pay CN¥200\.00/ })).toBeVisible()
  })

  test('says thank you while what was paid is on its way', async () => {
    const { dialog } = await renew({
      getStatus: ALIPAY_ONLY,
      createAlipayOrder: placed,
      getAlipayOrderStatus: { status: 'TRADE_SUCCESS' },
    })
    await userEvent.click(dialog.getByRole('button', { name: /^Pay/ }))
    await expect.element(dialog.getByText('Paid. Thank you.')).toBeVisible()
    await expect.element(dialog.getByText(/is delivered within two minutes/)).toBeVisible()
  })

  test('loses nothing while there is no answer', async () => {
    const { dialog } = await renew({
      getStatus: ALIPAY_ONLY,
      createAlipayOrder: placed,
      getAlipayOrderStatus: { refused: 502 },
    })
    await userEvent.click(dialog.getByRole('button', { name: /^Pay/ }))
    await expect.element(dialog.getByText(/We keep asking/)).toBeVisible()
    await expect.element(dialog.getByRole('img').first()).toBeVisible()
    await expect.element(dialog.getByText(/You can close this. The order stays/)).toBeVisible()
  })

  test.each([
    ['Alipay closed it', {}, 'TRADE_CLOSED'],
    ['its time is over', { expiresIn: 0 }, 'CREATE'],
  ])('starts again after %s', async (_why, end, status) => {
    const { dialog } = await renew({
      getStatus: ALIPAY_ONLY,
      createAlipayOrder: { ...placed, ...end },
      getAlipayOrderStatus: { status },
    })
    await userEvent.click(dialog.getByRole('button', { name: /^Pay/ }))
    await expect.element(dialog.getByText(/This order has ended/)).toBeVisible()
    expect(dialog.getByRole('img').query()).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Start again' }))
    await expect.element(dialog.getByRole('radio', { name: /Month/ })).toBeVisible()
  })

  test.each([
    [403, /The order could not be placed/],
    [500, /Network error/],
  ])('says why no order was placed (%i)', async (refused, sentence) => {
    const { dialog } = await renew({ getStatus: ALIPAY_ONLY, createAlipayOrder: { refused } })
    await userEvent.click(dialog.getByRole('button', { name: /^Pay/ }))
    await expect.element(dialog.getByText(sentence)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Choose again' }))
    await expect.element(dialog.getByRole('button', { name: /^Pay/ })).toBeVisible()
  })
})

describe('a recharge code', () => {
  const code = '123456789012345678'
  const use = async (answers: Answers) => {
    const opened = await openAsPayer(`/user/order?redeem=${code}`, answers)
    const dialog = opened.screen.getByRole('dialog')
    await expect.element(dialog.getByLabelText('Recharge code')).toHaveValue(code)
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem' }))
    return { ...opened, dialog }
  }

  test('is filled in from its link, and opens an account', async () => {
    let used = false
    const { dialog, calls } = await use({
      listMyAccounts: () => (used ? [anAccount()] : []),
      redeemGiftcard: () => {
        used = true
        return { success: true, type: 3, cardId: 1 }
      },
    })
    await expect.element(dialog.getByText(/Account 50000 runs until/)).toBeVisible()
    const sent = calls.find(({ id }) => id === 'redeemGiftcard')
    expect(sent?.body).toEqual({ password: code, accountId: null })
  })

  test.each([
    ['充值码类型错误', /for a plan that this account cannot have/],
    ['无法使用这个充值码', /was already used or revoked/],
    ['充值码不存在', /There is no such code/],
    ['Closed on Sundays', /Closed on Sundays/],
  ])('that cannot be used says why: %s', async (message, sentence) => {
    const { dialog } = await use({ redeemGiftcard: { success: false, message } })
    await expect.element(dialog.getByText(sentence)).toBeVisible()
    await expect.element(dialog.getByRole('button', { name: 'Redeem' })).toBeVisible()
  })

  test('is typed with blanks and dashes', async () => {
    const getStatus = { ...payer, alipay: false, paypal: false }
    const { dialog, calls } = await renew(
      { getStatus, redeemGiftcard: { refused: 500 } },
      /^Renew$/,
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem' }))
    await expect.element(dialog.getByText('Enter the code.')).toBeVisible()
    await userEvent.fill(dialog.getByLabelText('Recharge code'), ' c0ff-ee00 01 ')
    await userEvent.click(dialog.getByRole('button', { name: 'Redeem' }))
    await expect.element(dialog.getByText(/It is not known yet whether/)).toBeVisible()
    await expect.element(dialog.getByText(/Network error/)).toBeVisible()
    const sent = calls.find(({ id }) => id === 'redeemGiftcard')
    expect(sent?.body).toEqual({ password: 'c0ffee0001', accountId: 10 })
  })
})
