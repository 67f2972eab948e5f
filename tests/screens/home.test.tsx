import { describe, expect, test, vi } from 'vitest'
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
