/** @module-tag long */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { answersOf } from '#device/cache.ts'
import { renew } from '../support/customer.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const PATIENT = { timeout: 15_000 }

/** A write that is done, and all of whose answers are lost on the way. */
const losing =
  <Reply,>(_reply: Reply) =>
  (): Reply => {
    throw new TypeError('the network went away')
  }

describe('when every answer to a sign-up is lost', () => {
  const signedUp = async (answers: Answers) => {
    const opened = await openScreen('/home/signup', {
      listMyAccounts: [],
      listMyNotices: [],
      listMyOrders: [],
      ...answers,
    })
    const { screen } = opened
    await screen.getByLabelText('Email').fill('new@example.com')
    await screen.getByLabelText('Code from the email').fill('123456')
    await userEvent.fill(screen.getByLabelText('Password', { exact: true }), 'long enough')
    const press = () => screen.getByRole('button', { name: 'Sign up', exact: true }).click()
    vi.useFakeTimers({ toFake: ['setTimeout'] }).setTimerTickMode('nextTimerAsync')
    await press()
    return { ...opened, press }
  }
  afterEach(() => void vi.useRealTimers())

  test('who is registered is logged in', async () => {
    let inside = false
    const { router, calls } = await signedUp({
      getStatus: () => (inside ? statuses.user : statuses.visitor),
      signUp: losing('normal' as const),
      logIn: () => {
        inside = true
        return { type: 'normal' as const, id: 7 }
      },
    })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/index'), PATIENT)
    expect(new Set(calls.filter(({ id }) => id === 'signUp').map(({ key }) => key)).size).toBe(1)
  })

  test('a code that is then used up is not called wrong', async () => {
    let isBack = false
    const lost = losing('normal' as const)
    const { screen, press, calls } = await signedUp({
      getStatus: statuses.visitor,
      signUp: () => (isBack ? ({ refused: 403, word: 'wrong code' } as never) : lost()),
      logIn: () => {
        if (isBack) return { refused: 403, word: 'invalid password' } as never
        throw new TypeError('the network went away')
      },
    })
    const unknown = screen.getByText(/we cannot tell whether it was done/)
    await expect.element(unknown, PATIENT).toBeVisible()
    isBack = true
    await press()
    await expect.element(screen.getByText(/You may be registered already/)).toBeVisible()
    expect(screen.getByText(/This code is wrong/).query()).toBeNull()
    expect(calls.filter(({ id }) => id === 'logIn')).toHaveLength(2)
  })

  test('a wrong code that was never sent before is wrong', async () => {
    const { screen, calls } = await signedUp({
      getStatus: statuses.visitor,
      signUp: { refused: 403, word: 'wrong code' },
    })
    await expect.element(screen.getByText(/This code is wrong/)).toBeVisible()
    expect(calls.some(({ id }) => id === 'logIn')).toBe(false)
  })
})

describe('when every answer to a recharge code is lost', () => {
  const CODE = '0f3a9c5be7d2461a8b'
  const sent = async (answers: Answers) => {
    const opened = await renew(answers)
    const { dialog } = opened
    await dialog.getByRole('button', { name: 'Another payment method' }).click()
    await dialog.getByRole('button', { name: /Redeem a recharge code/ }).click()
    await dialog.getByLabelText('Recharge code').fill(`卡密：${CODE.toUpperCase()}。`)
    vi.useFakeTimers({ toFake: ['setTimeout'] }).setTimerTickMode('nextTimerAsync')
    await dialog.getByRole('button', { name: 'Redeem' }).click()
    return opened
  }
  afterEach(() => void vi.useRealTimers())
  const UNKNOWN = 'It is not known yet whether the code was redeemed'

  test('nothing is claimed, until it stands among the orders', async () => {
    let orders: Answer<'listMyOrders'> = []
    const { dialog, calls } = await sent({
      redeemGiftcard: losing({ success: true as const, type: 3, cardId: 1 }),
      listMyOrders: () => orders,
    })
    await expect.element(dialog.getByText(UNKNOWN), PATIENT).toBeVisible()
    expect(dialog.getByText('Code not redeemed').query()).toBeNull()
    const bodies = calls.filter(({ id }) => id === 'redeemGiftcard').map(({ body }) => body)
    expect(bodies).toHaveLength(5)
    expect(bodies[0]).toMatchObject({ password: CODE.toUpperCase() })
    // What is asked for once after every failed write has been answered.
    await expect.poll(() => answersOf(() => {}).isFetching({ queryKey: ['listMyOrders'] })).toBe(0)
    orders = [
      { orderId: CODE, type: '充值码', kind: 'giftcard', orderName: 'Month', createTime: 1 },
    ]
    await expect.element(dialog.getByLabelText('Recharge code'), PATIENT).not.toBeInTheDocument()
    await expect.element(dialog.getByText(UNKNOWN)).not.toBeInTheDocument()
  })

  test('one that is refused as used then may have been used here', async () => {
    let isBack = false
    const lost = losing({ success: true as const, type: 3, cardId: 1 })
    const { dialog } = await sent({
      redeemGiftcard: () => {
        if (isBack) return { success: false as const, message: '无法使用这个充值码' }
        return lost()
      },
      listMyOrders: [],
    })
    await expect.element(dialog.getByText(UNKNOWN), PATIENT).toBeVisible()
    isBack = true
    await dialog.getByRole('button', { name: 'Redeem' }).click()
    await expect.element(dialog.getByText(/It may be you who has used it/)).toBeVisible()
    expect(dialog.getByText(/already used or revoked/).query()).toBeNull()
  })
})
