/** @module-tag long */
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { anAccount, countOf, openAsPayer, payer, renew, renewed } from '../support/customer.ts'
import type { Answers } from '../support/screens.ts'

type Progress = Answer<'getPaypalOrderStatus'>

const PAYPAL_ONLY = { ...payer, alipay: false, giftcard: false }
const delivered: Progress = { status: 'finish', state: 'delivered', accountId: 10 }
const open: Progress = { status: 'created', state: 'created', approvalUrl: 'https://pay.test/a' }

beforeEach(() => sessionStorage.clear())

/** Returns from PayPal, with or without an approval. */
async function comeBack(search: string, answers: Answers) {
  const opened = await openAsPayer(`/user/account?${search}`, {
    getStatus: PAYPAL_ONLY,
    ...answers,
  })
  return { ...opened, dialog: opened.screen.getByRole('dialog') }
}

describe('PayPal', () => {
  test.each([
    ['the server names', { approvalUrl: 'https://pay.test/a' }, 'https://pay.test/a'],
    ['PayPal has for its number', {}, 'https://www.paypal.com/checkoutnow?token=5O19'],
  ])('leads to the page that %s', async (_what, more, address) => {
    const { dialog } = await renew({
      getStatus: PAYPAL_ONLY,
      createPaypalOrder: { paymentID: '5O19', ...more },
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Pay $3.00 with PayPal' }))
    const link = dialog.getByRole('link', { name: 'Continue to PayPal' })
    await expect.element(link).toHaveAttribute('href', address)
    expect(document.querySelector('script[src*="paypal"]')).toBeNull()
  })

  test('collects what was agreed to, once, and says what it has changed', async () => {
    let collected = false
    const { screen, router, calls } = await openAsPayer('/user/account?token=5E19&PayerID=P1', {
      getStatus: PAYPAL_ONLY,
      executePaypalOrder: () => {
        collected = true
        return '' as never
      },
      listMyAccounts: () => [collected ? renewed() : anAccount()],
    })
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(/Account 50000 runs until/)).toBeVisible()
    const sent = calls.filter(({ id }) => id === 'executePaypalOrder')
    expect(sent.map(({ body }) => body)).toEqual([{ paymentID: '5E19', payerID: 'P1' }])
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }).last())
    await vi.waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  test('can be polled again when it did not confirm', async () => {
    let isPressed = false
    const press = () => void (isPressed = true)
    // Not before: the console asks again by itself when the device is back, and the button is gone.
    addEventListener('click', press, { capture: true, once: true })
    onTestFinished(() => removeEventListener('click', press, { capture: true }))
    const { screen } = await openAsPayer('/user/account?token=5O20&PayerID=P1', {
      getStatus: PAYPAL_ONLY,
      executePaypalOrder: () => (isPressed ? ('' as never) : { refused: 403 }),
    })
    const dialog = screen.getByRole('dialog')
    await expect.element(dialog.getByText(/PayPal has not confirmed/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await expect.element(dialog.getByText('Paid. Thank you.')).toBeVisible()
  })

  test('shows what the order costs, which is not always what the plan does', async () => {
    const { dialog, calls } = await renew({
      getStatus: PAYPAL_ONLY,
      createPaypalOrder: { paymentID: '5O19', amount: '3.50' },
    })
    await userEvent.click(dialog.getByRole('button', { name: 'Pay $3.00 with PayPal' }))
    await expect.element(dialog.getByText('$3.50')).toBeVisible()
    expect(calls.find(({ id }) => id === 'createPaypalOrder')?.body).toMatchObject({ price: 3 })
  })

  test('says what was paid when it had arrived before the page was opened', async () => {
    // Another tab has seen the account as it was before.
    const { dialog } = await comeBack('token=5E20&PayerID=P1', {
      executePaypalOrder: () => '' as never,
      getPaypalOrderStatus: delivered,
      listMyAccounts: [renewed()],
    })
    await expect.element(dialog.getByText(/Account 50000 runs until/)).toBeVisible()
  })

  test('names the account that was paid for, though another changed meanwhile', async () => {
    let requested = 0
    const { dialog } = await comeBack('token=5E21&PayerID=P1', {
      executePaypalOrder: () => '' as never,
      getPaypalOrderStatus: () =>
        ++requested > 1 ? delivered : { status: 'approved', state: 'paid', accountId: 10 },
      listMyAccounts: () => [
        anAccount({ id: 9, port: 49_999, data: { ...anAccount().data!, flowPack: requested } }),
        requested > 1 ? renewed() : anAccount(),
      ],
    })
    await expect.element(dialog.getByText('Paid. Thank you.')).toBeVisible()
    await expect
      .element(dialog.getByText(/Account 50000 runs until/), { timeout: 8_000 })
      .toBeVisible()
    const end = renewed().data!
    const year = String(new Date(end.create! + 2 * 30 * 86_400_000).getFullYear())
    await expect.element(dialog.getByText(new RegExp(`runs until .*${year}`))).toBeVisible()
  })

  test.each([
    ['under review', /PayPal is checking your payment/],
    ['wrong amount', /the amount does not match this order/],
  ])('that calls a payment %s does not have it paid again', async (word, sentence) => {
    const { dialog } = await comeBack('token=5O22&PayerID=P1', {
      executePaypalOrder: { refused: 403, word },
    })
    await expect.element(dialog.getByText(sentence)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Try again' }).query()).toBeNull()
  })

  test('that declined a card leads back to choose another', async () => {
    const { dialog } = await comeBack('token=5O23&PayerID=P1', {
      executePaypalOrder: { refused: 403, word: 'card declined' },
      getPaypalOrderStatus: open,
    })
    await expect.element(dialog.getByText(/your card was declined/)).toBeVisible()
    const link = dialog.getByRole('link', { name: 'Choose another card at PayPal' })
    await expect.element(link).toHaveAttribute('href', 'https://pay.test/a')
  })

  test('that declined a card of an order that has ended leads to a new one', async () => {
    const { dialog } = await comeBack('token=5O24&PayerID=P1', {
      executePaypalOrder: { refused: 403, word: 'card declined' },
      getPaypalOrderStatus: { status: 'closed', state: 'closed', accountId: 10 },
    })
    await expect.element(dialog.getByText(/your card was declined/)).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Choose again' }))
    await expect.element(dialog.getByRole('button', { name: /^Pay/ })).toBeVisible()
  })

  test('returns to the choice without an approval', async () => {
    const { dialog, calls } = await comeBack('token=5O21', { getPaypalOrderStatus: open })
    await expect.element(dialog.getByText(/without agreeing. Nothing was charged/)).toBeVisible()
    expect(countOf(calls, 'executePaypalOrder')).toBe(0)
    await userEvent.click(dialog.getByRole('button', { name: 'Choose again' }))
    await expect.element(dialog.getByRole('button', { name: /^Pay/ })).toBeVisible()
  })

  test.each([
    ['delivered', delivered, /Account 50000 runs until/],
    ['paid', { status: 'approved', state: 'paid' }, 'Paid. Thank you.'],
    ['checking', { status: 'created', state: 'checking' }, /PayPal is checking your payment/],
    [
      'of another amount',
      { status: 'created', state: 'wrongAmount' },
      /the amount does not match this order/,
    ],
    ['not known', { refused: 500 }, /cannot tell yet whether you paid/],
  ] as const)(
    'does not say that nothing was charged when it is %s',
    async (_how, said, sentence) => {
      const { dialog } = await comeBack('token=5O25', { getPaypalOrderStatus: said })
      await expect.element(dialog.getByText(sentence)).toBeVisible()
      expect(dialog.getByText(/Nothing was charged/).query()).toBeNull()
    },
  )
})
