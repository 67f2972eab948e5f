import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import { createStore, entries, get } from 'idb-keyval'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { answersOf } from '#device/cache.ts'
import { mayCache } from '#device/cachePolicy.ts'
import { answers, clearAnswers, tidyAnswers } from '#device/answerStore.ts'
import { knownStatus, storeStatus } from '#device/status.ts'
import { knownServer, noteMarked } from '#api/serverInfo.ts'
import { checkVisit } from '#features/session/visit.ts'
import { openScreen, statuses } from '../support/screens.ts'

const store = createStore('sluice-kept', 'answers')
const rows = () => entries<string, { at: number; data: ArrayBuffer }>(store)

const query = (data: unknown): PersistedQuery =>
  ({
    buster: '2',
    queryHash: 'h',
    queryKey: ['listMyAccounts'],
    state: { data, dataUpdatedAt: Date.now() },
  }) as unknown as PersistedQuery // the rest of the state does not matter here

beforeEach(async () => {
  await clearAnswers()
  storeStatus(statuses.user)
})

describe('what a device keeps', () => {
  test('is encrypted, and can be read only by the person it was stored for', async () => {
    await answers.setItem('a', query([{ password: 'open sesame' }]))
    const [row] = await rows()
    const bytes = new TextDecoder().decode(row?.[1].data)
    expect(bytes).not.toContain('sesame')
    expect((await answers.getItem('a'))?.state.data).toEqual([{ password: 'open sesame' }])
  })

  test('cannot be read by anyone else', async () => {
    await answers.setItem('a', query('mine'))
    storeStatus({ ...statuses.user, id: 8 })
    await expect(answers.getItem('a')).rejects.toMatchObject({ name: 'OperationError' })
    storeStatus(statuses.mainAdmin)
    await expect(answers.getItem('a')).rejects.toMatchObject({ name: 'OperationError' })
  })

  test('is encrypted with a key that cannot be exported, and that is deleted at log-out', async () => {
    await answers.setItem('a', query('mine'))
    const keys = createStore('sluice-key', 'key')
    const key = await get<CryptoKey>('answers', keys)
    await expect(crypto.subtle.exportKey('raw', key!)).rejects.toThrow(/not extractable/)
    await clearAnswers()
    expect(await rows()).toEqual([])
    expect(await get('answers', keys)).toBeUndefined()
  })

  test('is the first pages of a list that was scrolled far', async () => {
    const pages = Array.from({ length: 40 }, (_, page) => [page])
    await answers.setItem('a', query({ pages, pageParams: pages.map((_, page) => page + 1) }))
    expect((await answers.getItem('a'))?.state.data).toEqual({
      pages: [[0], [1], [2]],
      pageParams: [1, 2, 3],
    })
  })

  test('is dropped after a week, and the oldest where there are too many', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
    await answers.setItem('old', query('x'))
    vi.setSystemTime(Date.now() + 604_800_001)
    for (let index = 0; index < 160; index++) {
      vi.setSystemTime(Date.now() + 1)
      await answers.setItem(`n${index}`, query(index))
    }
    await tidyAnswers()
    vi.useRealTimers()
    const names = (await rows()).map(([name]) => name)
    expect(names).toHaveLength(150)
    expect(names).toContain('n159')
    expect(names).not.toContain('n9')
    expect(names).not.toContain('old')
  })

  test('is nothing where one answer is larger than it is worth', async () => {
    await answers.setItem('a', query('x'.repeat(1_000_001)))
    expect(await rows()).toEqual([])
  })

  test('does no harm where the device is full', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    await expect(answers.setItem('a', query('x'))).resolves.toBeUndefined()
    put.mockRestore()
  })

  test.each([
    [statuses.visitor, { listArticles: true, listMyAccounts: false, listAccounts: false }],
    [statuses.user, { listMyAccounts: true, getStatus: false, listAccounts: false }],
    [statuses.mainAdmin, { listAccounts: true, getProvider: false, getMailServer: false }],
  ])('is what the role may keep: %#', (status, expected) => {
    storeStatus(status)
    expect(Object.fromEntries(Object.keys(expected).map((id) => [id, mayCache(id)]))).toEqual(
      expected,
    )
  })
})

const article = (title: string) => ({
  id: 6,
  title,
  content: 'Text',
  position: 'help' as const,
  category: '',
  category_order: 0,
  url: '',
  time: 1,
  revision: 'one',
})

test.each([
  [
    'refuses',
    () =>
      vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
        throw new DOMException('refused', 'InvalidStateError')
      }),
  ],
  [
    'never answers',
    () => vi.spyOn(IDBObjectStore.prototype, 'get').mockReturnValue({} as IDBRequest),
  ],
])('a device that %s to keep anything shows everything all the same', async (_how, spoil) => {
  const spoilt = spoil()
  try {
    const { screen } = await openScreen('/user/help/6', {
      getStatus: statuses.user,
      listMyOrders: [],
      getArticle: article('Set up'),
    })
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Set up')
    await expect(clearAnswers()).resolves.toBeUndefined()
    await expect(tidyAnswers()).resolves.toBeUndefined()
  } finally {
    spoilt.mockRestore()
  }
})

test('a lost server is announced, and what is on screen is refetched when it is back', async () => {
  let title = 'Before'
  const { screen } = await openScreen('/user/help/6', {
    getStatus: statuses.user,
    listMyOrders: [],
    getArticle: () => article(title),
  })
  const heading = screen.getByRole('heading', { level: 1 })
  await expect.element(heading).toHaveTextContent('Before')
  const answering = globalThis.fetch
  const lost = async () => {
    throw new TypeError('Failed to fetch')
  }
  vi.stubGlobal('fetch', lost)
  reconnect()
  await expect.element(screen.getByText(/The server does not answer/)).toBeVisible()
  await expect.element(heading).toHaveTextContent('Before')
  title = 'After'
  vi.stubGlobal('fetch', answering)
  reconnect()
  await expect.element(heading).toHaveTextContent('After')
  expect(screen.getByText(/The server does not answer/).query()).toBeNull()
})

test.each([
  ['a page', 200, 'text/html', '<!DOCTYPE html>Welcome'],
  ['a page of what is missing', 404, 'text/html', '<html>Not found</html>'],
  ['a proxy without its server', 502, 'text/html', '<html>Bad gateway</html>'],
  ['JSON of somebody else', 200, 'application/json', '{"code":1}'],
  ['a refusal of somebody else', 401, 'text/html', '<html>Log in first</html>'],
])('%s takes nothing from a screen or the device', async (_what, status, type, body) => {
  let title = 'Before'
  const { screen, router } = await openScreen('/user/help/6', {
    getStatus: statuses.user,
    listMyOrders: [],
    getArticle: () => article(title),
  })
  const heading = screen.getByRole('heading', { level: 1 })
  await expect.element(heading).toHaveTextContent('Before')
  await answers.setItem('a', query('mine'))
  const answering = globalThis.fetch
  const foreign = vi.fn(
    async () => new Response(body, { status, headers: { 'content-type': type } }),
  )
  // As ours marks what it answers.
  noteMarked(true)
  vi.stubGlobal('fetch', foreign)
  reconnect()
  await checkVisit()
  await expect.element(screen.getByText(/The server does not answer/)).toBeVisible()
  await expect.element(heading).toHaveTextContent('Before')
  expect(knownStatus()?.status).toMatchObject({ id: 7, status: 'normal' })
  expect((await answers.getItem('a'))?.state.data).toBe('mine')
  expect(knownServer().missing.size).toBe(0)
  expect(router.state.location.pathname).toBe('/user/help/6')
  title = 'After'
  vi.stubGlobal('fetch', answering)
  // Without anybody doing anything.
  await expect.element(heading, { timeout: 20_000 }).toHaveTextContent('After')
  expect(screen.getByText(/The server does not answer/).query()).toBeNull()
})

test('a screen of stored answers is shown without a network, and throws nothing', async () => {
  const stored = article('Kept')
  await answers.setItem('answer-["getArticle",6]', {
    buster: '2',
    queryHash: '["getArticle",6]',
    queryKey: ['getArticle', 6],
    state: { data: stored, dataUpdatedAt: Date.now() - 3_600_000 },
  } as unknown as PersistedQuery) // the rest of the state does not matter here
  const thrown: unknown[] = []
  const note = ({ reason }: PromiseRejectionEvent) => void thrown.push(reason)
  addEventListener('unhandledrejection', note)
  const getArticle = vi.fn(() => {
    throw new TypeError('Failed to fetch')
  })
  const { screen } = await openScreen('/user/help/6', {
    getStatus: statuses.user,
    listMyOrders: [],
    getArticle,
  })
  await expect.element(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Kept')
  // Refetched in the background, and refused.
  await vi.waitFor(() => expect(getArticle).toHaveBeenCalled())
  const state = () => answersOf(() => {}).getQueryState(['getArticle', 6])
  await vi.waitFor(() => expect(state()?.errorUpdateCount).toBeGreaterThan(0))
  // An unhandled rejection is reported in a task after the one it happened in.
  await new Promise((resolve) => setTimeout(resolve))
  expect(thrown).toEqual([])
  removeEventListener('unhandledrejection', note)
})

function reconnect() {
  dispatchEvent(new Event('offline'))
  dispatchEvent(new Event('online'))
}
