import { describe, expect, test, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import type { Answer } from '#contract'
import { seeLate } from '../support/lateSight.ts'
import { openScreen, statuses } from '../support/screens.ts'

type Messages = Answer<'listMyMessages'>

const START = Date.now() - 1e7
/** What follows a frame may take its time on a slow machine. */
const SLOW_FRAMES = { timeout: 10_000 }
const aTalk = (count: number): Messages =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    createTime: START + index * 1000,
    content: `Message ${index + 1}.`,
    from: index % 2 === 0 ? ('user' as const) : ('admin' as const),
  }))

/** A server with a long conversation, which answers 200 at once. */
function aServer(talk: Messages) {
  return (_body: unknown, url: URL) => {
    const before = Number(url.searchParams.get('before') ?? Infinity)
    return talk.filter(({ id = 0 }) => id < before).slice(-200)
  }
}

/** Without scrolling to it, which loads them already. */
async function press(button: Locator) {
  await expect.element(button).toBeInTheDocument()
  ;(button.element() as HTMLElement).click()
}

const customer = { getStatus: statuses.user, listMyOrders: [], readMyMessages: 'success' as const }

describe('the messages before the last 200', () => {
  test('come as one scrolls up on a busy device, too', async () => {
    seeLate()
    const listMyMessages = vi.fn(aServer(aTalk(450)))
    const { screen } = await openScreen('/user/message', { ...customer, listMyMessages })
    await expect.element(screen.getByText('Message 450.')).toBeVisible()
    await vi.waitFor(() => expect(window.scrollY).toBeGreaterThan(1000), SLOW_FRAMES)
    await vi.waitFor(() => {
      window.scrollTo(0, 10)
      expect(screen.getByText('Message 250.').query()).not.toBeNull()
    })
  })

  test('come as one scrolls up, and what was read stays in its place', async () => {
    const listMyMessages = vi.fn(aServer(aTalk(450)))
    const { screen } = await openScreen('/user/message', { ...customer, listMyMessages })
    await expect.element(screen.getByText('Message 450.')).toBeVisible()
    // It opens at the very end, which the box would cover where only the message was in view.
    await vi.waitFor(() => {
      expect(window.scrollY).toBeGreaterThan(1000)
      const { scrollHeight } = document.documentElement
      expect(window.scrollY + innerHeight).toBeGreaterThan(scrollHeight - 2)
    }, SLOW_FRAMES)
    // The browser has to see that the beginning is out of view.
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(listMyMessages).toHaveBeenCalledOnce()
    window.scrollTo(0, 10)
    await expect.element(screen.getByText('Message 250.')).toBeInTheDocument()
    // Message 251 was the first there; it has not run away to the bottom.
    await vi.waitFor(() => expect(window.scrollY).toBeGreaterThan(1000), SLOW_FRAMES)
    expect(screen.getByText('Message 50.').query()).toBeNull()
    window.scrollTo(0, 10)
    await expect.element(screen.getByText('Message 1.', { exact: true })).toBeInTheDocument()
    await expect
      .element(screen.getByRole('list', { name: 'Earlier messages' }).getByText('Message 250.'))
      .toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Earlier messages' }).query()).toBeNull()
  })

  test('come by the button, for the admin too', async () => {
    const { screen } = await openScreen('/admin/message/9', {
      getStatus: statuses.mainAdmin,
      getUnreadMessages: { unread: 0 },
      listConversations: [],
      listMessages: aServer(aTalk(203)),
      readMessages: 'success',
    })
    await press(screen.getByRole('button', { name: 'Earlier messages' }))
    await expect.element(screen.getByText('Message 3.', { exact: true })).toBeInTheDocument()
  })

  test('are no more than an older server has, which answers with the last again', async () => {
    const { screen } = await openScreen('/user/message', {
      ...customer,
      listMyMessages: aTalk(200),
    })
    await press(screen.getByRole('button', { name: 'Earlier messages' }))
    await vi.waitFor(() =>
      expect(screen.getByRole('button', { name: 'Earlier messages' }).query()).toBeNull(),
    )
    expect(screen.getByText('Message 200.').elements()).toHaveLength(1)
  })

  test('are not offered where there are none', async () => {
    const { screen } = await openScreen('/user/message', {
      ...customer,
      listMyMessages: aTalk(199),
    })
    await expect.element(screen.getByText('Message 199.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Earlier messages' }).query()).toBeNull()
  })
})
