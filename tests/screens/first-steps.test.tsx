import { afterEach, expect, test } from 'vitest'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const none = { total: 0, page: 1, pageSize: 20, maxPage: 1 }

function newShop(fields: Answers = {}): Answers {
  return {
    getStatus: statuses.mainAdmin,
    listServers: [],
    listAccounts: { ...none, account: [] },
    listOrders: [],
    getMailServer: { host: '' } as Answer<'getMailServer'>,
    getUserCounts: {
      start: 0,
      end: 0,
      total: { user: 0, admin: 1, signUp: 0, login: 0, paid: 0 },
      days: [],
    },
    ...fields,
  }
}

afterEach(() => localStorage.removeItem('sluice.begun'))

test('the first steps lead from the server to the link that customers sign up by', async () => {
  const { screen, router } = await openScreen('/admin/index', newShop())
  await expect.element(screen.getByText('0 of 7 done')).toBeVisible()
  await expect.element(screen.getByText('http://test/home/signup')).toBeVisible()
  await screen.getByRole('button', { name: 'Set up mail' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/settings/mail')
})

test('each step knows its state, and the card stays until it is put away', async () => {
  const answers = newShop({
    getStatus: { ...statuses.mainAdmin, paypal: true },
    getMailServer: { host: 'smtp.example.com' } as Answer<'getMailServer'>,
    listOrders: [{ id: 1, name: 'Month' }] as Answer<'listOrders'>,
  })
  const { screen } = await openScreen('/admin/index', answers)
  await expect.element(screen.getByText('3 of 7 done')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add plan' }).query()).toBeNull()
  await screen.getByRole('button', { name: 'Hide the first steps' }).click()
  await expect.element(screen.getByText('3 of 7 done')).not.toBeInTheDocument()
  const again = await openScreen('/admin/index', answers)
  await expect.element(again.screen.getByRole('heading', { name: 'Home' })).toBeVisible()
  expect(again.screen.getByText('3 of 7 done').query()).toBeNull()
})

test('a shop with more accounts than a page began long ago', async () => {
  const { screen } = await openScreen(
    '/admin/index',
    newShop({ listAccounts: { ...none, total: 30, account: [] } }),
  )
  await expect.element(screen.getByRole('heading', { name: 'Home' })).toBeVisible()
  expect(screen.getByText(/of 7 done/).query()).toBeNull()
})
