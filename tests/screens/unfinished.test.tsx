import { describe, expect, test } from 'vitest'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const noAccounts: Answer<'listAccounts'> = {
  total: 0,
  page: 1,
  pageSize: 1,
  maxPage: 0,
  account: [],
}
const noMails: Answer<'listMails'> = { total: 0, page: 1, pageSize: 20, maxPage: 0, mails: [] }
const noOrders: Answer<'listPlacedOrders'> = {
  total: 0,
  page: 1,
  pageSize: 50,
  maxPage: 0,
  maxCreateTime: 0,
  orders: [],
}

const open = (answers: Answers = {}) =>
  openScreen('/admin/unfinished', {
    getStatus: statuses.mainAdmin,
    getUnreadMessages: { unread: 0 },
    listConversations: [],
    listPlacedOrders: noOrders,
    listServers: [],
    listMails: noMails,
    listJobs: [],
    listAccounts: noAccounts,
    ...answers,
  })

describe('what waits for the admin', () => {
  test('says so when nothing does', async () => {
    const { screen } = await open()
    await expect.element(screen.getByText('Nothing needs your attention.')).toBeVisible()
  })

  test('lists each kind with the way to it, and only what there is', async () => {
    const { screen } = await open({
      getUnreadMessages: { unread: 1 },
      listConversations: [
        { userId: 7, username: 'ann@example.com', content: 'Slow', createTime: 1e12, unread: 2 },
        { userId: 8, username: 'bob@example.com', content: 'Thanks', createTime: 1e12, unread: 0 },
      ],
      listMails: { ...noMails, total: 3 },
      listAccounts: (body) => {
        const { filter } = body as { filter: { endsWithin?: number } }
        return { ...noAccounts, total: filter.endsWithin === 1 ? 4 : 0 }
      },
    })
    const talk = screen.getByRole('link', { name: /ann@example.com/ })
    await expect.element(talk).toHaveAttribute('href', '/admin/message/7')
    expect(screen.getByText('bob@example.com').query()).toBeNull()
    await expect
      .element(screen.getByRole('link', { name: /3 emails were not sent/ }))
      .toHaveAttribute('href', '/admin/settings/mail?tab=outbox&status=failed')
    await expect
      .element(screen.getByRole('link', { name: /4 accounts expire within a day/ }))
      .toHaveAttribute('href', expect.stringContaining('ends=1'))
    expect(screen.getByText(/no traffic left/).query()).toBeNull()
    expect(screen.getByText('Nothing needs your attention.').query()).toBeNull()
  })

  test('shows other admins nothing outside their permissions, and requests none of it', async () => {
    const { screen, calls } = await open({ getStatus: statuses.admin })
    await expect.element(screen.getByText('Nothing needs your attention.')).toBeVisible()
    const requested = calls.map(({ id }) => id)
    for (const id of ['listMails', 'listServers'] as const) expect(requested).not.toContain(id)
  })

  test('never says all is well when it could not be found out', async () => {
    const { screen } = await open({ listPlacedOrders: { refused: 500 } })
    await expect.element(screen.getByText(/Network error/)).toBeVisible()
    expect(screen.getByText('Nothing needs your attention.').query()).toBeNull()
  })

  test('reports in the menu how many conversations wait', async () => {
    const { screen } = await openScreen('/admin/settings', {
      getStatus: statuses.mainAdmin,
      // Those that were read and have no answer wait as well.
      getUnreadMessages: { unread: 1, waiting: 3, answered: 2, done: 0 },
    })
    await screen.getByRole('button', { name: 'Menu' }).click()
    await expect
      .element(screen.getByRole('link', { name: 'Messages, 3 unanswered conversations' }).last())
      .toBeVisible()
  })
})
