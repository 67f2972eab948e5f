/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Answer, Schema } from '#contract'
import { older, openScreen, statuses } from '../support/screens.ts'

type Conversation = Answer<'listConversations'>[number]

const now = Date.now()
const aConversation = (userId: number, changes: Partial<Conversation> = {}): Conversation => ({
  userId,
  username: `user${userId}@example.com`,
  content: `Question ${userId}`,
  createTime: now - userId * 60_000,
  from: 'user',
  unread: 0,
  state: 'waiting',
  ...changes,
})

const aUser = {
  id: 9,
  username: 'user9@example.com',
  createTime: 0,
  comment: '',
  account: [],
  macAccount: [],
} as unknown as Answer<'getUser'>

/** A server whose conversations change their state as they are told to. */
function aDesk(conversations: Conversation[]) {
  return {
    getStatus: statuses.mainAdmin,
    getUnreadMessages: { unread: 0 },
    listConversations: (_body: unknown, url: URL) => {
      const asked = (name: string) => url.searchParams.get(name)
      const [page, pageSize] = [Number(asked('page') ?? 1), Number(asked('pageSize') ?? 50)]
      const found = conversations
        .filter(({ state }) => [null, state].includes(asked('state') as typeof state))
        .filter(({ userId }) => [null, String(userId)].includes(asked('userId')))
        .filter(({ username }) => username.includes(asked('search') ?? ''))
      if (asked('sort') === 'oldest') found.sort((a, b) => a.createTime - b.createTime)
      return found.slice((page - 1) * pageSize, page * pageSize)
    },
    listMessages: [
      { id: 5, createTime: now - 60_000, content: 'Question 9', from: 'user' as const },
    ],
    readMessages: 'success' as const,
    getUser: aUser,
    finishConversation: (body: unknown) => {
      const state: Schema<'ConversationState'> =
        (body as { id: number }).id > 0 ? 'done' : 'waiting'
      for (const one of conversations) if (one.userId === 9) one.state = state
      return 'success' as const
    },
  }
}

describe('the inbox', () => {
  test('lists who waits for an answer, and the others where they are asked for', async () => {
    const { screen } = await openScreen(
      '/admin/message',
      aDesk([
        aConversation(9, { unread: 2 }),
        aConversation(8, { state: 'answered', from: 'admin', content: 'Try again' }),
      ]),
    )
    await expect.element(screen.getByRole('link', { name: /user9@example.com/ })).toBeVisible()
    await expect.element(screen.getByRole('img', { name: '2 unread messages' })).toBeVisible()
    expect(screen.getByText('user8@example.com').query()).toBeNull()
    await screen.getByRole('tab', { name: 'Answered' }).click()
    await expect.element(screen.getByText('You: Try again')).toBeVisible()
    expect(screen.getByText('user9@example.com').query()).toBeNull()
    await screen.getByRole('tab', { name: 'Resolved' }).click()
    await expect.element(screen.getByText('No conversations here.')).toBeVisible()
  })

  test('says which account each has and how it stands, one that does not connect first', async () => {
    const open = { state: 'open', servers: 2, open: 2, affected: 2, until: null } as const
    const over = { state: 'over', servers: 2, open: 0, affected: 2, until: null } as const
    const data = { create: now - 86_400_000, flow: 1e9, limit: 2 }
    const account = (id: number, userId: number, more: Partial<Schema<'AccountOfUser'>>) => ({
      id,
      userId,
      port: 50_000 + id,
      orderName: 'Month',
      type: 3 as const,
      active: 1 as const,
      data,
      flowUsed: 0,
      state: 'open' as const,
      connection: open,
      ...more,
    })
    const { screen, calls } = await openScreen('/admin/message', {
      ...aDesk([aConversation(9), aConversation(8), aConversation(7)]),
      listAccountsOfUsers: [
        account(1, 9, {}),
        account(2, 9, { state: 'over', connection: over, flowUsed: 1e9 }),
        account(3, 8, { orderName: null }),
      ],
    })
    const row = (name: RegExp) => screen.getByRole('link', { name })
    await expect
      .poll(() => row(/user9/).element().textContent)
      .toMatch(/50002 · Month · Over quota · \+1/)
    expect(row(/user8/).element().textContent).toMatch(/50003 · Active$/)
    expect(row(/user7/).element().textContent).toMatch(/No account$/)
    const asked = calls.filter(({ id }) => id === 'listAccountsOfUsers')
    expect(asked.map(({ body }) => body)).toEqual([{ userIds: [7, 8, 9] }])
  })

  test('says so when no one waits', async () => {
    const { screen } = await openScreen('/admin/message', aDesk([]))
    await expect.element(screen.getByText('No one is waiting for an answer.')).toBeVisible()
  })

  test('says why it cannot be shown', async () => {
    const { screen } = await openScreen('/admin/message', {
      ...aDesk([]),
      listConversations: { refused: 500 },
    })
    await expect.element(screen.getByText(/Network error/)).toBeVisible()
    expect(screen.getByText('No one is waiting for an answer.').query()).toBeNull()
  })

  test('lists all of them, without states, over a server that knows none', async () => {
    const { screen } = await openScreen('/admin/message', {
      ...aDesk([aConversation(9), aConversation(8, { state: 'answered' })]),
      getStatus: older(statuses.mainAdmin),
    })
    await expect.element(screen.getByText('user8@example.com')).toBeVisible()
    await expect.element(screen.getByText('user9@example.com')).toBeVisible()
    expect(screen.getByRole('tab').query()).toBeNull()
  })
})

/** A desk whose server counts and searches. */
const aCounted = (conversations: Conversation[]) => ({
  ...aDesk(conversations),
  getUnreadMessages: { unread: 0, waiting: conversations.length, answered: 1200, done: 0 },
})
const manyWaiting = (count: number) =>
  Array.from({ length: count }, (_, index) => aConversation(1000 + index))
const listed = (calls: { id: string; url: URL }[]) =>
  calls
    .filter(({ id, url }) => id === 'listConversations' && url.searchParams.has('state'))
    .map(({ url }) => url.searchParams)

describe('an inbox with many who wait', () => {
  test('says how many there are in each state', async () => {
    const { screen } = await openScreen('/admin/message', aCounted(manyWaiting(3)))
    await expect.element(screen.getByRole('tab', { name: 'Unanswered 3' })).toBeVisible()
    await expect.element(screen.getByRole('tab', { name: 'Answered 1,200' })).toBeVisible()
    await expect.element(screen.getByRole('tab', { name: 'Resolved 0' })).toBeVisible()
  })

  test.each([390, 1280])('loads on as it is scrolled, at %i pixels', async (width) => {
    await page.viewport(width, 800)
    const { screen, calls } = await openScreen('/admin/message', aCounted(manyWaiting(120)))
    const first = screen.getByRole('link', { name: /user1119@example.com/ })
    await expect.element(first).toBeVisible()
    // Looked for each time: until all has arrived the list may be another one.
    const someone = screen.getByRole('link', { name: /user1\d+@example.com/ }).first()
    const scrollOn = () => {
      const scrolled =
        width < 1280
          ? document.documentElement
          : someone.element().closest('section')!.lastElementChild!
      scrolled.scrollTop = scrolled.scrollHeight
    }
    for (const wanted of ['2', '3']) {
      await vi.waitFor(() => {
        scrollOn()
        expect(listed(calls).map((asked) => asked.get('page'))).toContain(wanted)
      })
    }
    const last = screen.getByRole('link', { name: /user1000@example.com/ })
    await vi.waitFor(() => {
      scrollOn()
      expect(last.query()).not.toBeNull()
    })
    await page.viewport(414, 896)
  })

  test('has who waits longest first, or last, and remembers that in the address', async () => {
    const { screen, calls, router } = await openScreen('/admin/message', aCounted(manyWaiting(3)))
    await screen.getByRole('button', { name: 'Waiting longest first' }).click()
    await expect.element(screen.getByRole('button', { name: 'Latest message first' })).toBeVisible()
    expect(router.state.location.search).toEqual({ sort: 'newest' })
    await vi.waitFor(() =>
      expect(new Set(listed(calls).map((asked) => asked.get('sort')))).toEqual(
        new Set(['oldest', 'newest']),
      ),
    )
  })

  test('is searched by name', async () => {
    const { screen, calls } = await openScreen('/admin/message', aCounted(manyWaiting(12)))
    await screen.getByRole('searchbox', { name: 'Search conversations' }).fill('user1007')
    await expect.element(screen.getByRole('link', { name: /user1007/ })).toBeVisible()
    await vi.waitFor(() =>
      expect(screen.getByRole('link', { name: /user1003/ }).query()).toBeNull(),
    )
    const counted = () => calls.filter(({ id }) => id === 'getUnreadMessages').at(-1)?.url
    await expect.poll(() => counted()?.searchParams.get('search')).toBe('user1007')
    await screen.getByRole('searchbox', { name: 'Search conversations' }).fill('nobody')
    await expect.element(screen.getByText('No conversations here.')).toBeVisible()
  })

  test('asks an older server, which has one page alone, for no more', async () => {
    const { screen, calls } = await openScreen('/admin/message', {
      ...aDesk([]),
      listConversations: manyWaiting(50),
    })
    await expect.element(screen.getByRole('link', { name: /user1000@/ })).toBeVisible()
    expect(screen.getByRole('searchbox').query()).toBeNull()
    // Rows become as high as they are while they are scrolled to: the end moves.
    await vi.waitFor(
      () => {
        document.documentElement.scrollTop = document.documentElement.scrollHeight
        expect(screen.getByText('End of list').query()).not.toBeNull()
      },
      { timeout: 45_000 },
    )
    expect(listed(calls).map((asked) => asked.get('page'))).not.toContain('3')
  })
})

describe('a conversation', () => {
  test('is resolved and opened again', async () => {
    const { screen, calls } = await openScreen('/admin/message/9', aDesk([aConversation(9)]))
    await screen.getByRole('button', { name: 'Resolve' }).click()
    await expect.element(screen.getByRole('button', { name: 'Reopen' })).toBeVisible()
    await screen.getByRole('button', { name: 'Reopen' }).click()
    await expect.element(screen.getByRole('button', { name: 'Resolve' })).toBeVisible()
    const sent = calls.filter(({ id }) => id === 'finishConversation').map(({ body }) => body)
    expect(sent).toEqual([{ id: 5 }, { id: 0 }])
  })

  test('is resolved and opened again, also where the list does not have it', async () => {
    const { screen } = await openScreen('/admin/message/9', aDesk([]))
    await screen.getByRole('button', { name: 'Resolve' }).click()
    await screen.getByRole('button', { name: 'Reopen' }).click()
    await expect.element(screen.getByRole('button', { name: 'Resolve' })).toBeVisible()
  })

  test('says so when it could not be resolved', async () => {
    const { screen } = await openScreen('/admin/message/9', {
      ...aDesk([aConversation(9)]),
      finishConversation: { refused: 500 },
    })
    await screen.getByRole('button', { name: 'Resolve' }).click()
    await expect.element(screen.getByText(/Network error/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Resolve' })).toBeVisible()
  })

  test('stands beside the list where there is room', async () => {
    await page.viewport(1280, 800)
    const { screen, router } = await openScreen(
      '/admin/message',
      aDesk([aConversation(9), aConversation(8)]),
    )
    await expect.element(screen.getByText('Choose a conversation.')).toBeVisible()
    await screen.getByRole('link', { name: /user9@example.com/ }).click()
    await expect.element(screen.getByRole('heading', { name: 'user9@example.com' })).toBeVisible()
    await expect
      .element(
        screen.getByRole('link', { name: /user9@example.com/, includeHidden: false }).first(),
      )
      .toHaveAttribute('aria-current', 'page')
    await screen.getByRole('tab', { name: 'Resolved' }).click()
    // Another tab leaves the conversation that is open where it is.
    await vi.waitFor(() => expect(router.state.location.search).toEqual({ state: 'done' }))
    expect(router.state.location.pathname).toBe('/admin/message/9')
    await expect.element(screen.getByRole('heading', { name: 'user9@example.com' })).toBeVisible()
  })
})

describe('what is known of the customer', () => {
  const order = (orderId: string, createTime: number, more: object = {}) => ({
    kind: 'alipay' as const,
    orderId,
    orderType: 1,
    orderName: 'Month',
    userId: 9,
    username: null,
    group: null,
    accountId: null,
    port: null,
    amount: '20.00',
    refTime: null,
    status: 'FINISH' as const,
    createTime,
    expireTime: null,
    ...more,
  })
  const talk = {
    ...aDesk([aConversation(9)]),
    listMessages: [
      { id: 4, createTime: now - 300_000, content: 'First', from: 'user' as const },
      { id: 5, createTime: now - 100_000, content: 'Second', from: 'user' as const },
    ],
    listUserOrders: {
      paid: [{ currency: 'CNY' as const, amount: 4000, orders: 2 }],
      orders: [
        order('CODE', now - 50_000, { kind: 'giftcard', amount: null }),
        order('A2', now - 200_000),
        order('A1', now - 400_000, { kind: 'refOrder' }),
      ],
    },
  }

  test('stands in the talk at its time: what was ordered, and what became of it', async () => {
    const { screen } = await openScreen('/admin/message/9', talk)
    const link = screen.getByRole('link', { name: 'Month · CN¥20.00 · Alipay' })
    await expect.element(link).toHaveAttribute('href', '/admin/pay?order=A2')
    const lines = screen.getByRole('list', { name: 'Messages' }).getByRole('listitem').elements()
    expect(lines.map((line) => /First|Second|Alipay|Recharge/.exec(line.textContent)?.[0])).toEqual(
      ['First', 'Alipay', 'Second', 'Recharge'],
    )
    // A code is worth money: it is in no address.
    expect(screen.getByRole('link', { name: /Recharge/ }).query()).toBeNull()
  })

  test('is a press away on a phone', async () => {
    await page.viewport(390, 844)
    const { screen } = await openScreen('/admin/message/9', talk)
    await screen.getByRole('button', { name: 'About this user' }).click()
    const sheet = screen.getByRole('dialog')
    await expect.element(sheet.getByText('Total paid')).toBeVisible()
    await expect
      .element(sheet.getByRole('link', { name: 'User' }))
      .toHaveAttribute('href', '/admin/user/9')
    await page.viewport(414, 896)
  })
})

describe('an answer', () => {
  test('is put together of saved ones, sent, and takes the next who waits', async () => {
    const { screen, calls, router } = await openScreen('/admin/message/9', {
      // Of the others, the second has waited longest.
      ...aDesk([aConversation(7), aConversation(9), aConversation(8)]),
      getSavedAnswers: { answers: ['Try another server.', 'Import the link again.'] },
      sendMessage: 'success',
    })
    const box = screen.getByRole('textbox', { name: 'Your message' })
    await screen.getByRole('button', { name: 'Try another server.' }).click()
    await screen.getByRole('button', { name: 'Import the link again.' }).click()
    await expect.element(box).toHaveValue('Try another server.\nImport the link again.')
    await screen.getByRole('button', { name: 'Send and resolve' }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'sendMessage')?.body).toMatchObject({
        msg: 'Try another server.\nImport the link again.',
        done: 5,
      }),
    )
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/message/8'))
  })

  test('is saved for all by the main admin', async () => {
    const { screen, calls } = await openScreen('/admin/message/9', {
      ...aDesk([aConversation(9)]),
      getSavedAnswers: { answers: ['One'], revision: 'r' },
      editSavedAnswers: 'success',
    })
    await screen.getByRole('button', { name: 'Saved answers' }).click()
    await screen.getByRole('textbox', { name: 'Answer 2' }).fill('Two')
    await screen.getByRole('button', { name: 'Save' }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'editSavedAnswers')?.body).toEqual({
        data: { answers: ['One', 'Two'] },
        revision: 'r',
      }),
    )
  })
})
