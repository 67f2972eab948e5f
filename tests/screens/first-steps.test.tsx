/** @module-tag long */
import { expect, test } from 'vitest'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const none = { total: 0, page: 1, pageSize: 20, maxPage: 1 }

function newShop(fields: Answers = {}): Answers {
  return {
    getStatus: statuses.mainAdmin,
    getFirstSteps: { over: false, connected: false },
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

test('the first steps lead from the server to the link that customers sign up by', async () => {
  const { screen, router } = await openScreen('/admin/index', newShop())
  await expect.element(screen.getByText('0 of 9 done')).toBeVisible()
  await expect.element(screen.getByText('http://test/home/signup')).toBeVisible()
  await screen.getByRole('button', { name: 'Set up mail' }).click()
  await expect.poll(() => router.state.location.pathname).toBe('/admin/settings/mail')
})

test('each step knows its state, and the card stays until it is put away', async () => {
  const answers = newShop({
    getStatus: { ...statuses.mainAdmin, paypal: true },
    getMailServer: { host: 'smtp.example.com' } as Answer<'getMailServer'>,
    listOrders: [{ id: 1, name: 'Month' }] as Answer<'listOrders'>,
    editFirstSteps: 'success',
  })
  const { screen, calls } = await openScreen('/admin/index', answers)
  await expect.element(screen.getByText('3 of 9 done')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Add plan' }).query()).toBeNull()
  await screen.getByRole('button', { name: 'Hide the first steps' }).click()
  await expect.element(screen.getByText('3 of 9 done')).not.toBeInTheDocument()
  // It is hidden before the server knows.
  const put = () => calls.find(({ id }) => id === 'editFirstSteps')?.body
  await expect.poll(put).toEqual({ over: true })
})

test('backups and HTTPS are steps, done where they are there', async () => {
  const status = { lastShipped: 0, lastChecked: null, problem: null, isKeyKept: true }
  const { screen } = await openScreen(
    '/admin/index',
    newShop({
      getStatus: { ...statuses.mainAdmin, site: 'https://test' },
      getBackupStatus: { ...status, state: 'ok', canBackUp: true },
    }),
  )
  await expect.element(screen.getByText('2 of 9 done')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Service' }).query()).toBeNull()
})

test('the card is not there once the operator has put it away, on whichever device', async () => {
  const { screen, calls } = await openScreen(
    '/admin/index',
    newShop({ getFirstSteps: { over: true, connected: true } }),
  )
  await expect.element(screen.getByRole('heading', { name: 'Home' })).toBeVisible()
  await expect.poll(() => calls.some(({ id }) => id === 'getFirstSteps')).toBe(true)
  expect(screen.getByText(/of 9 done/).query()).toBeNull()
})

test('it stays in a shop that began with many accounts, and knows that one was used', async () => {
  const { screen } = await openScreen(
    '/admin/index',
    newShop({
      getFirstSteps: { over: false, connected: true },
      listAccounts: {
        ...none,
        total: 300,
        account: [{ id: 300, port: 50_300 }] as unknown as Answer<'listAccounts'>['account'],
      },
    }),
  )
  await expect.element(screen.getByText('2 of 9 done')).toBeVisible()
})

test('a mail server is tried from its step, and the sandbox of PayPal is named', async () => {
  const answers = newShop({
    getStatus: { ...statuses.mainAdmin, paypal: true, paypalMode: 'sandbox' },
    getMailServer: { host: 'smtp.example.com' } as Answer<'getMailServer'>,
    testMail: { sent: false, problem: 'login' },
  })
  const { screen, calls } = await openScreen('/admin/index', answers)
  await expect.element(screen.getByText(/PayPal is in its sandbox/)).toBeVisible()
  const test = screen.getByRole('button', { name: 'Send a test email' })
  await test.click()
  await expect.element(screen.getByText(/The test email was not sent/)).toBeVisible()
  answers.testMail = { sent: true }
  await test.click()
  await expect.element(screen.getByText(/accepted the email to boss@example.com/)).toBeVisible()
  const bodies = calls.filter(({ id }) => id === 'testMail').map(({ body }) => body)
  expect(bodies).toEqual([{ recipient: 'boss@example.com' }, { recipient: 'boss@example.com' }])
})

const withMail = (fields: Answers) =>
  newShop({
    getStatus: { ...statuses.mainAdmin, paypal: true, paypalMode: 'live' },
    getMailServer: { host: 'smtp.example.com' } as Answer<'getMailServer'>,
    ...fields,
  })

test('a test email is sent once however fast it is pressed', async () => {
  const { screen, calls } = await openScreen('/admin/index', withMail({ testMail: { sent: true } }))
  const test = screen.getByRole('button', { name: 'Send a test email' })
  await expect.element(test).toBeVisible()
  const button = test.element() as HTMLElement
  button.click()
  button.click()
  await expect.element(screen.getByText(/accepted the email to boss@example.com/)).toBeVisible()
  expect(calls.filter(({ id }) => id === 'testMail')).toHaveLength(1)
  // PayPal that takes real money is not called a sandbox, and needs nothing more.
  expect(screen.getByText(/PayPal is in its sandbox/).query()).toBeNull()
  expect(screen.getByRole('button', { name: 'Set up', exact: true }).query()).toBeNull()
})

test('a test email that the server refuses to send is not called sent', async () => {
  const { screen } = await openScreen('/admin/index', withMail({ testMail: { refused: 500 } }))
  await screen.getByRole('button', { name: 'Send a test email' }).click()
  await expect.element(screen.getByText(/The test email was not sent/)).toBeVisible()
  expect(screen.getByText(/accepted the email/).query()).toBeNull()
})

test('no test email is offered where no mail server is set up', async () => {
  const { screen } = await openScreen('/admin/index', newShop())
  await expect.element(screen.getByText('0 of 9 done')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Send a test email' }).query()).toBeNull()
})
