import { describe, expect, test, vi } from 'vitest'
import type { Answer } from '#contract'
import { changeWaiting } from '#device/unsentMessages.ts'
import { openScreen, statuses } from '../support/screens.ts'

type Message = Answer<'listMyMessages'>[number]

const now = Date.now()
const aMessage = (id: number, changes: Partial<Message> = {}): Message => ({
  id,
  createTime: now - 60_000 + id,
  content: `Message ${id}`,
  from: 'admin',
  ...changes,
})

type Screen = Awaited<ReturnType<typeof openScreen>>['screen']

async function write(screen: Screen, text: string) {
  await screen.getByRole('textbox', { name: 'Your message' }).fill(text)
  await screen.getByRole('button', { name: 'Send', exact: true }).click()
}

const user = { getStatus: statuses.user, listMyOrders: [], readMyMessages: 'success' as const }

describe('a user writing to the admins', () => {
  test('sees both sides, and marks what was read', async () => {
    const { screen, calls } = await openScreen('/user/message', {
      ...user,
      listMyMessages: [aMessage(1, { from: 'user', content: 'Slow' }), aMessage(2)],
    })
    await expect.element(screen.getByText('Slow')).toBeVisible()
    await expect.element(screen.getByText('Message 2')).toBeVisible()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'readMyMessages')?.body).toEqual({ id: 2 }),
    )
  })

  test('is led to the addresses in a message, which end where the sentence goes on', async () => {
    const { screen } = await openScreen('/user/message', {
      ...user,
      listMyMessages: [
        aMessage(1, { content: '看https://a.example/help。谢谢（https://b.example/x）后面' }),
        aMessage(2, { content: 'http://c.example and https://d.example/y(z), <b>https://' }),
      ],
    })
    await expect.element(screen.getByText(/谢谢/)).toBeVisible()
    const links = screen.getByRole('log').or(screen.getByRole('main')).getByRole('link')
    const targets = () =>
      links
        .elements()
        .filter((link) => link.getAttribute('target') === '_blank')
        .map((link) => link.getAttribute('href'))
    expect(targets()).toEqual([
      'https://a.example/help',
      'https://b.example/x',
      'https://d.example/y',
    ])
    await expect.element(screen.getByText('<b>', { exact: false })).toBeVisible()
  })

  test('sends what was typed, under a key of its own', async () => {
    const stored: Message[] = []
    const { screen, calls } = await openScreen('/user/message', {
      ...user,
      listMyMessages: () => [...stored],
      sendMyMessage: (body) => {
        stored.push(aMessage(1, { from: 'user', content: (body as { msg: string }).msg }))
        return 'success'
      },
    })
    await write(screen, 'It does not connect')
    await expect.element(screen.getByText('It does not connect')).toBeVisible()
    await expect.element(screen.getByText('Waiting to be sent')).not.toBeInTheDocument()
    const sent = calls.filter(({ id }) => id === 'sendMyMessage')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toMatchObject({ msg: 'It does not connect', key: expect.any(String) })
    await expect.element(screen.getByRole('textbox')).toHaveValue('')
  })

  test('keeps a message while there is no server, and sends it under the same key', async () => {
    let reachable = false
    const { screen, calls } = await openScreen('/user/message', {
      ...user,
      listMyMessages: [],
      sendMyMessage: () => {
        if (!reachable) throw new TypeError('Failed to fetch')
        return 'success'
      },
    })
    await write(screen, 'Hello')
    await expect.element(screen.getByText('Waiting to be sent')).toBeVisible()
    expect(localStorage.getItem('sluice.waiting')).toContain('Hello')
    await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('sendMyMessage'))
    reachable = true
    dispatchEvent(new Event('online'))
    await expect.element(screen.getByText('Waiting to be sent')).not.toBeInTheDocument()
    const keys = calls
      .filter(({ id }) => id === 'sendMyMessage')
      .map(({ body }) => (body as { key: string }).key)
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    expect(localStorage.getItem('sluice.waiting')).toBeNull()
  })

  const waitingMessage = { key: 'k', to: null, text: 'Hello', time: 1 }

  test('sends unsent messages from any screen', async () => {
    changeWaiting(() => [waitingMessage])
    const { screen, calls } = await openScreen('/user/settings', {
      ...user,
      sendMyMessage: 'success',
    })
    await expect.element(screen.getByRole('heading', { name: 'Settings' })).toBeVisible()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'sendMyMessage')?.body).toMatchObject({ key: 'k' }),
    )
    await vi.waitFor(() => expect(localStorage.getItem('sluice.waiting')).toBeNull())
  })

  test('confirms before a logout deletes unsent messages', async () => {
    changeWaiting(() => [waitingMessage])
    const { screen, calls } = await openScreen('/user/settings', {
      ...user,
      sendMyMessage: { refused: 500 },
    })
    await screen.getByRole('button', { name: 'Log out' }).last().click()
    const question = screen.getByRole('alertdialog', { name: 'Log out anyway?' })
    await expect.element(question).toBeVisible()
    await expect.element(screen.getByText(/^1 message has not been sent yet/)).toBeVisible()
    await screen.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    expect(localStorage.getItem('sluice.waiting')).toContain('Hello')
    expect(calls.map(({ id }) => id)).not.toContain('logOut')
  })

  test('says why a message was refused, and sends it again on request', async () => {
    let refused = true
    const { screen } = await openScreen('/user/message', {
      ...user,
      listMyMessages: [],
      sendMyMessage: () => (refused ? { refused: 403, word: 'too many messages' } : 'success'),
    })
    await write(screen, 'Hello')
    await expect.element(screen.getByText(/Wait a minute, then send it again/)).toBeVisible()
    refused = false
    await screen.getByRole('button', { name: 'Send again' }).click()
    await expect
      .element(screen.getByText(/Wait a minute, then send it again/))
      .not.toBeInTheDocument()
  })
})

describe('an admin answering a user', () => {
  test('writes to that user and opens the page of it', async () => {
    const { screen, calls } = await openScreen('/admin/message/9', {
      getStatus: statuses.mainAdmin,
      listConversations: [
        { userId: 9, username: 'ann@example.com', content: 'Slow', createTime: now, from: 'user' },
      ],
      listMessages: [aMessage(5, { from: 'user', content: 'Slow' })],
      readMessages: 'success',
      sendMessage: 'success',
    })
    await expect.element(screen.getByRole('heading', { name: 'ann@example.com' })).toBeVisible()
    await write(screen, 'Try again')
    await vi.waitFor(() => {
      const sent = calls.find(({ id }) => id === 'sendMessage')
      expect(sent?.url.pathname).toBe('/api/admin/messages/9')
      expect(sent?.body).toMatchObject({ msg: 'Try again' })
    })
    await expect
      .element(screen.getByRole('link', { name: 'User' }))
      .toHaveAttribute('href', '/admin/user/9')
  })
})
