/** @module-tag long */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page as view, userEvent } from 'vitest/browser'
import type { Schema } from '#contract'
import { dropAnswers } from '#device/cache.ts'
import { MAIL_SERVER } from '../support/mailServer.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const PATH = '/admin/settings/mail'
const SERVER = { ...MAIL_SERVER, blackList: ['@bad.example'] }
const MAIL: Schema<'Mail'> = {
  id: 5,
  kind: 'order',
  recipient: 'ann@example.com',
  userId: 7,
  subject: 'Paid',
  status: 'failed',
  tries: 5,
  nextTry: null,
  error: '450 not now',
  createTime: 1_790_000_000_000,
  sentTime: null,
}
const page = (mails: Schema<'Mail'>[]) => ({
  total: mails.length,
  page: 1,
  pageSize: 20,
  maxPage: 1,
  mails,
})
const admin: Answers = {
  getStatus: statuses.mainAdmin,
  getMailServer: SERVER,
  listMails: page([]),
  getMailTemplate: (_body, url) => ({
    title: `Title of ${url.searchParams.get('type')}`,
    content: 'Your code is here:',
  }),
}

describe('mail server', () => {
  test('keeps the password that is not typed, and tests what is saved', async () => {
    const { screen, calls } = await openScreen(PATH, {
      ...admin,
      editMailServer: 'success',
      testMail: { sent: false, problem: 'login', detail: '535 no' },
    })
    await userEvent.fill(screen.getByLabelText('Name', { exact: true }), 'North')
    const send = screen.getByRole('button', { name: 'Send a test email' })
    await expect.element(send).toHaveAttribute('aria-disabled', 'true')
    await userEvent.selectOptions(screen.getByLabelText('Encryption'), 'starttls')
    await expect.element(screen.getByLabelText('Port')).toHaveValue('587')
    await userEvent.click(screen.getByRole('button', { name: 'Save', exact: true }))
    await expect.element(screen.getByText(/^Saved/)).toBeVisible()
    const { hasPassword: _, ...sent } = SERVER
    expect(calls.find(({ id }) => id === 'editMailServer')?.body).toEqual({
      ...sent,
      fromName: 'North',
      security: 'starttls',
      port: 587,
    })
    await userEvent.click(send)
    await expect.element(screen.getByText(/does not accept the user/)).toBeVisible()
    await expect.element(screen.getByText('535 no')).toBeVisible()
    const { body } = calls.find(({ id }) => id === 'testMail')!
    expect(body).toEqual({ recipient: 'boss@example.com' })
  })

  test('asks for the password when the server changes', async () => {
    const { screen } = await openScreen(PATH, {
      ...admin,
      editMailServer: { refused: 403, word: 'password needed' },
    })
    await userEvent.fill(screen.getByLabelText('Host'), 'other.example')
    await userEvent.click(screen.getByRole('button', { name: 'Save', exact: true }))
    await expect.element(screen.getByText(/Enter the password as well/)).toBeVisible()
  })

  test('says what cannot be saved', async () => {
    const { screen, calls } = await openScreen(PATH, admin)
    await userEvent.fill(screen.getByLabelText('Port'), '99999')
    await userEvent.fill(screen.getByLabelText('Address', { exact: true }), 'nobody')
    await userEvent.click(screen.getByRole('button', { name: 'Save', exact: true }))
    await expect.element(screen.getByText('Enter a port from 1 to 65535.')).toBeVisible()
    await expect.element(screen.getByText('Enter the address that email comes from.')).toBeVisible()
    expect(calls.map(({ id }) => id)).not.toContain('editMailServer')
  })
})

describe('mail on a desktop', () => {
  afterEach(() => view.viewport(414, 896))

  test('keeps the tabs where they are, and saves at the right', async () => {
    await view.viewport(1280, 800)
    const { screen } = await openScreen(PATH, admin)
    const sides = ({ left, right }: DOMRect) => ({ left, right })
    const at = (role: 'tab' | 'button' | 'form', name: string) =>
      sides(screen.getByRole(role, { name, exact: true }).element().getBoundingClientRect())
    await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
    expect(at('button', 'Save').right).toBe(at('form', 'Mail server').right)
    const before = at('tab', 'Outbox')
    await userEvent.click(screen.getByRole('tab', { name: 'Outbox' }))
    await expect.element(screen.getByText('No email was sent yet.')).toBeVisible()
    expect(at('tab', 'Outbox')).toEqual(before)
  })
})

describe('mail texts', () => {
  test('shows what the mail will look like, and saves it', async () => {
    const { screen, calls } = await openScreen(`${PATH}?tab=texts`, {
      ...admin,
      editMailTemplate: 'success',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Edit: Sign-up code' }))
    const preview = screen.getByRole('region', { name: 'Preview' })
    await expect.element(preview.getByText(/\[ 123456 \]/)).toBeVisible()
    await userEvent.fill(screen.getByLabelText('Text', { exact: true }), 'Use ')
    await userEvent.click(screen.getByRole('button', { name: 'Insert ${code}' }))
    await expect.element(preview.getByText('Use [ 123456 ]')).toBeVisible()
    await userEvent.fill(screen.getByLabelText('Subject'), 'Welcome')
    await userEvent.click(screen.getByRole('button', { name: 'Save', exact: true }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'editMailTemplate')?.body).toEqual({
        type: 'code',
        title: 'Welcome',
        content: 'Use ${code}',
      }),
    )
  })
})

describe('outbox', () => {
  test('shows failures, and sends one again', async () => {
    const { screen, router, calls } = await openScreen(PATH, {
      ...admin,
      listMails: page([MAIL]),
      retryMail: 'success',
    })
    await userEvent.click(screen.getByRole('tab', { name: 'Outbox: 1 failed' }))
    await userEvent.selectOptions(screen.getByLabelText('State'), 'failed')
    await vi.waitFor(() => expect(router.state.location.search).toMatchObject({ status: 'failed' }))
    await userEvent.click(screen.getByText('ann@example.com'))
    await expect.element(screen.getByText(/450 not now/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Send again' }))
    await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('retryMail'))
    expect(calls.find(({ id }) => id === 'retryMail')?.url.pathname).toBe('/api/admin/mail/5/retry')
  })

  test('says why a mail waits', async () => {
    const waiting: Schema<'Mail'> = { ...MAIL, status: 'waiting', nextTry: Date.now() + 60_000 }
    const requested = { ...admin, listMails: page([waiting]) }
    const first = await openScreen(`${PATH}?tab=outbox`, requested)
    await expect.element(first.screen.getByText('450 not now')).toBeVisible()
    await first.screen.unmount()
    await dropAnswers()
    const { screen } = await openScreen(`${PATH}?tab=outbox`, {
      ...requested,
      getMailServer: { ...SERVER, host: '' },
    })
    await expect.element(screen.getByText('No mail server is set up.')).toBeVisible()
    await userEvent.click(screen.getByText('ann@example.com'))
    const sheet = screen.getByRole('dialog')
    await expect.element(sheet.getByText('No mail server is set up.')).toBeVisible()
    expect(sheet.getByRole('button', { name: 'Send now' }).elements()).toEqual([])
  })

  test('says that nothing was sent', async () => {
    const { screen } = await openScreen(`${PATH}?tab=outbox`, admin)
    await expect.element(screen.getByText('No email was sent yet.')).toBeVisible()
  })

  test('is closed to other admins', async () => {
    const { router } = await openScreen(PATH, { ...admin, getStatus: statuses.admin })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings'))
  })
})
