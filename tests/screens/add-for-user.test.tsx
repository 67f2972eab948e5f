/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import type { Schema } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const row: Schema<'UserRow'> = {
  id: 7,
  type: 'normal',
  email: 'ann@example.com',
  username: 'ann',
  lastLogin: null,
  port: 50_013,
}

const ann: Schema<'User'> = {
  ...row,
  telegram: null,
  createTime: 0,
  group: 0,
  comment: '',
  account: [
    {
      id: 9,
      type: 1,
      orderId: 0,
      userId: 7,
      server: null,
      port: 50_013,
      password: 'secret',
      key: null,
      data: null,
      status: 0,
      autoRemove: 0,
      autoRemoveDelay: 0,
      multiServerFlow: 1,
      active: 1,
      user: 'ann',
      flowUsed: 0,
      state: 'open',
      lastConnect: 0,
    },
  ],
}

function shop(fields: Answers = {}): Answers {
  return {
    getStatus: statuses.mainAdmin,
    listAccounts: { total: 0, page: 1, pageSize: 30, maxPage: 0, account: [] },
    listServers: [],
    listOrders: [],
    listUsers: { total: 1, page: 1, pageSize: 20, maxPage: 1, users: [row] },
    getUser: ann,
    ...fields,
  }
}

/** The list of accounts, its dialog, what is added there, and the user who is found. */
async function pickAnn(addition: string, fields: Answers) {
  const opened = await openScreen('/admin/account', shop(fields))
  const { screen } = opened
  await screen.getByRole('button', { name: 'Add account' }).first().click()
  await screen.getByRole('button', { name: new RegExp(`^${addition}`) }).click()
  await screen.getByRole('searchbox', { name: 'User' }).fill('ann')
  await screen.getByRole('radio', { name: 'ann' }).click()
  return opened
}

describe('add account, for a user', () => {
  test('uses a recharge code for an account of the user, and shows the user then', async () => {
    const done = { success: true as const, type: 3, cardId: 1 }
    const { screen, calls, router } = await pickAnn('Recharge code', {
      redeemGiftcardForUser: done,
    })
    await screen.getByRole('textbox', { name: 'Recharge code' }).fill('ABCD')
    await screen.getByRole('button', { name: 'Redeem' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/user/7'))
    expect(calls.find(({ id }) => id === 'redeemGiftcardForUser')?.body).toEqual({
      password: 'ABCD',
      userId: 7,
      accountId: 9,
    })
    const requested = calls.find(({ id }) => id === 'listUsers')?.url.searchParams
    expect([requested?.get('search'), requested?.getAll('type')]).toEqual(['ann', ['normal']])
  })

  test('gives the user codes to invite with', async () => {
    const { screen, calls, router } = await pickAnn('Invitation code', {
      createUserRefCodes: 'success',
    })
    await screen.getByRole('button', { name: 'Add codes' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/user/7'))
    expect(calls.find(({ id }) => id === 'createUserRefCodes')?.url.pathname).toBe(
      '/api/admin/ref/code/7',
    )
  })

  test('registers a device of the user', async () => {
    const { screen, calls, router } = await pickAnn('MAC address', { addMacAccount: 'success' })
    await screen.getByRole('textbox', { name: 'MAC address' }).fill('aa:bb:cc:dd:ee:ff')
    await screen.getByRole('button', { name: 'Save' }).click()
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/user/7'))
    expect(calls.find(({ id }) => id === 'addMacAccount')?.body).toMatchObject({ userId: 7 })
  })

  test('goes back to what can be added, and from a user who cannot be read to the search', async () => {
    const { screen } = await pickAnn('Recharge code', { getUser: { refused: 500 } })
    await expect.element(screen.getByRole('button', { name: 'Back' })).toBeVisible()
    await screen.getByRole('button', { name: 'Back' }).click()
    await screen.getByRole('button', { name: 'Back' }).click()
    await expect
      .element(screen.getByRole('button', { name: /^Account on a new port/ }))
      .toBeVisible()
  })
})
