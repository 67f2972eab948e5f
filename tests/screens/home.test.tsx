import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const accounts: Answer<'listAccounts'> = {
  total: 5,
  page: 1,
  pageSize: 1,
  maxPage: 5,
  account: [],
}

/** A shop with something of each kind that waits. */
const desk: Answers = {
  getStatus: statuses.mainAdmin,
  listServers: [
    {
      id: 1,
      type: 'Shadowsocks',
      name: 'Tokyo',
      host: 'a.example',
      scale: 1,
      comment: '',
      shift: 0,
      status: -1,
    } as unknown as Answer<'listServers'>[number], // what the card looks at
  ],
  listServerLights: [],
  listAccounts: accounts,
  listPlacedOrders: {
    total: 1,
    page: 1,
    pageSize: 50,
    maxPage: 1,
    maxCreateTime: 1,
    orders: [
      {
        orderId: 'A1',
        kind: 'alipay',
        status: 'TRADE_SUCCESS',
        failure: 'no port',
        createTime: 1,
      } as unknown as Answer<'listPlacedOrders'>['orders'][number], // what is counted
    ],
  },
  getUnreadMessages: { unread: 2 },
  listMails: { total: 3, page: 1, pageSize: 20, maxPage: 1, mails: [] },
  listJobs: [
    {
      id: 1,
      of: 'account',
      action: { kind: 'lift' },
      status: 'running',
    } as unknown as Answer<'listJobs'>[number], // what is counted
  ],
  listTopFlow: [],
  listConversations: [],
  listRecentSignUps: [],
  listRecentLogins: [],
}

describe('home', () => {
  test('shows every kind of thing that waits, also when all of them have something', async () => {
    const { screen } = await openScreen('/admin/index', desk)
    const waiting = screen.getByRole('list', { name: 'Needs attention' })
    await expect.element(waiting.getByText('5 accounts expire within a day')).toBeVisible()
    await vi.waitFor(() => expect(waiting.getByRole('listitem').elements()).toHaveLength(7))
    // Whatever view of orders this device last had.
    await expect
      .element(waiting.getByRole('link', { name: /1 order needs review/ }))
      .toHaveAttribute('href', '/admin/pay?only=stuck')
  })

  test('mails the owners of accounts that end soon once it was asked, and says who had been', async () => {
    let presses = 0
    const { screen, calls } = await openScreen('/admin/index', {
      ...desk,
      mailEndingAccounts: () =>
        presses++ === 0 ? { mailed: 3, before: 1 } : { mailed: 0, before: 4 },
    })
    const sent = () => calls.filter(({ id }) => id === 'mailEndingAccounts')
    const button = screen.getByRole('button', { name: 'Mail them' })
    await button.click()
    const dialog = screen.getByRole('alertdialog', { name: 'Mail the owners of 5 accounts?' })
    await expect.element(dialog.getByText(/Accounts without an owner are left out/)).toBeVisible()
    expect(sent()).toHaveLength(0)
    await dialog.getByRole('button', { name: 'Mail them' }).click()
    await expect
      .element(dialog.getByText('3 emails are on their way. 1 owner had been mailed before.'))
      .toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await button.click()
    await dialog.getByRole('button', { name: 'Mail them' }).click()
    await expect
      .element(dialog.getByText('No email was sent. 4 owners had been mailed before.'))
      .toBeVisible()
    expect(sent()).toHaveLength(2)
  })

  test('has no empty place beside a card at 1280 pixels', async () => {
    await page.viewport(1280, 900)
    const { screen } = await openScreen('/admin/index', {
      ...desk,
      getFirstSteps: { over: true, connected: true },
      getShopFigures: {
        income: [
          {
            currency: 'CNY',
            today: 1,
            month: 1,
            monthBefore: 1,
            days: [{ date: '2026-11-25', cents: 1, before: 1 }],
          },
        ],
        orders: { paid: 0, begun: 0 },
        customers: { today: 0, yesterday: 0 },
        payments: { stuck: 0, failed: 0 },
        online: 0,
        accounts: 0,
      },
    })
    const cardOf = (name: string) =>
      screen.getByRole('heading', { name, exact: true }).element().closest('section')!
    await expect.element(screen.getByRole('heading', { name: 'Payments' })).toBeVisible()
    await expect.element(screen.getByText('Income, last 30 days').first()).toBeVisible()
    const [waiting, income] = [cardOf('Needs attention'), cardOf('Income, last 30 days')]
    const grid = waiting.parentElement!
    const top = waiting.getBoundingClientRect().top
    const beside = [...grid.children].filter(
      (card) => card !== waiting && Math.abs(card.getBoundingClientRect().top - top) < 2,
    )
    expect(beside.length).toBeGreaterThan(0)
    expect(beside).not.toContain(income)
    // Who signed up and who logged in stand side by side.
    const people = ['Recent sign-ups', 'Recent logins'].map((name) => cardOf(name))
    const [first, second] = people.map((card) => card.getBoundingClientRect())
    expect(first!.top).toBe(second!.top)
    expect(first!.left).toBeLessThan(second!.left)
    await page.viewport(414, 896)
  })

  test('says of each server how many use it, what it carries, and how busy its machine is', async () => {
    const light = { state: 'green', cause: null, since: 1 }
    const { screen } = await openScreen('/admin/index', {
      ...desk,
      listServers: (desk.listServers as Answer<'listServers'>).flatMap((server) => [
        { ...server, status: 1, nodeId: 5 },
        { ...server, id: 2, name: 'Paris', status: 1, nodeId: null },
      ]),
      listServerLights: [1, 2].map((serverId) => ({
        serverId,
        agent: light,
        ports: light,
        handshake: light,
        up: 1e6,
        down: 2e6,
      })) as unknown as Answer<'listServerLights'>, // what the card looks at
      listOnlineAccounts: { 1: 1_042 },
      listNodes: [{ id: 5, machine: { cores: 4, load: 1.4 } }] as unknown as Answer<'listNodes'>,
    })
    const rows = screen.getByRole('list', { name: 'Servers' }).getByRole('listitem')
    const words = () => rows.elements().map(({ textContent }) => textContent)
    await expect
      .poll(words)
      .toEqual([
        expect.stringMatching(/^Tokyo.* · 1,042 online · Load 35%24 Mb\/s$/),
        expect.stringMatching(/^Paris.* · 0 online24 Mb\/s$/),
      ])
  })

  test('says offline from when it is', async () => {
    const { screen } = await openScreen('/admin/index', desk)
    await expect.element(screen.getByText('5 accounts expire within a day')).toBeVisible()
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    await expect.element(screen.getByText(/^Offline, as of \d\d:\d\d$/)).toBeVisible()
    online.mockRestore()
    dispatchEvent(new Event('online'))
  })
})
