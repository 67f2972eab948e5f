/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

type Article = Answer<'getArticle'>

const anArticle = (changes: Partial<Article> = {}): Article => ({
  id: 6,
  title: 'Phones',
  content: '# Install\nIt',
  position: 'help',
  category: 'Start',
  category_order: 0,
  url: '',
  time: Date.now(),
  revision: 'one',
  ...changes,
})
const pageOf = (url: URL, total = 25) => {
  const p = Number(url.searchParams.get('p'))
  const ps = Number(url.searchParams.get('ps'))
  const ids = Array.from({ length: Math.min(ps, total - (p - 1) * ps) }, (_, at) => at + 1)
  const data = ids.map((at) => anArticle({ id: (p - 1) * ps + at, title: `A${(p - 1) * ps + at}` }))
  return { data, count: total, pc: Math.ceil(total / ps), p }
}

const open = (path: string, answers: Answers = {}) =>
  openScreen(path, {
    getStatus: statuses.mainAdmin,
    listArticles: (_body, url) => pageOf(url),
    listArticleCategories: ['Start', 'Trouble'],
    getArticle: anArticle(),
    ...answers,
  })

describe('the help', () => {
  test('opens without a network though neither it nor the article was ever opened', async () => {
    // Only where a worker has the page, whose next start may be without a network.
    const worker = { addEventListener: () => undefined, removeEventListener: () => undefined }
    const controlled = { ...worker, controller: worker, ready: new Promise(() => undefined) }
    vi.spyOn(navigator, 'serviceWorker', 'get').mockReturnValue(
      controlled as unknown as ServiceWorkerContainer, // what the console asks it
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const { screen, router, calls } = await open('/user/index', {
      getStatus: statuses.user,
      listMyAccounts: [],
      listMyServers: [],
      listMyNotices: [],
    })
    await expect.element(screen.getByText(/You have no account yet/)).toBeVisible()
    await vi.advanceTimersByTimeAsync(5_000)
    const lists = () => calls.filter(({ id }) => id === 'listArticles')
    await vi.waitFor(() => expect(lists()).toHaveLength(2))
    vi.useRealTimers()
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    dispatchEvent(new Event('offline'))
    await router.navigate({ to: '/user/help' })
    await screen.getByRole('link', { name: /A7/ }).click()
    await expect.element(screen.getByRole('heading', { name: 'Install' })).toBeVisible()
    // One beyond the first page, and one that is gone, are not there.
    await router.navigate({ to: '/user/help/$articleId', params: { articleId: 25 } })
    await expect.element(screen.getByText(/No connection to the server/)).toBeVisible()
    vi.restoreAllMocks()
    dispatchEvent(new Event('online'))
  })

  test('does not show from its list what the server says is gone', async () => {
    const { screen, router } = await open('/user/help', {
      getStatus: statuses.user,
      getArticle: { refused: 403 },
    })
    await expect.element(screen.getByText('A7', { exact: true })).toBeVisible()
    await router.navigate({ to: '/user/help/$articleId', params: { articleId: 7 } })
    await expect.element(screen.getByText(/This does not exist/)).toBeVisible()
  })
})

describe('an article that cannot be had', () => {
  const lost = () => {
    throw new TypeError('the network went away')
  }
  const asUser = (path: string, answers: Answers) =>
    open(path, { getStatus: statuses.user, getArticle: lost, ...answers })

  test.each<[string, Answers]>([
    ['may not be read', { listArticles: { refused: 403 } }],
    ['cannot be had either', { listArticles: lost }],
    ['lacks it', { listArticles: (_body, url) => pageOf(url, 3) }],
  ])('is said to be out of reach where the list %s', async (_why, answers) => {
    const { screen } = await asUser('/user/help/7', answers)
    await expect.element(screen.getByText(/No connection to the server/)).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Install' }).query()).toBeNull()
  })
})

describe('list of articles', () => {
  test('loads ten at a time as it is scrolled', async () => {
    const { screen, calls } = await open('/admin/article')
    await expect.element(screen.getByText('A1', { exact: true })).toBeVisible()
    const first = calls.find(({ id }) => id === 'listArticles')
    expect(first?.url.searchParams.get('ps')).toBe('10')
    await vi.waitFor(
      () => {
        window.scrollTo(0, document.body.scrollHeight)
        expect(screen.getByText('A25', { exact: true }).query()).not.toBeNull()
      },
      { timeout: 20_000, interval: 200 },
    )
  })

  test('keeps search and category in the address', async () => {
    const { screen, router, calls } = await open('/admin/article')
    await userEvent.selectOptions(screen.getByLabelText('Category'), 'Trouble')
    await userEvent.fill(screen.getByRole('searchbox'), 'slow')
    const wanted = { search: 'slow', category: 'Trouble' }
    await vi.waitFor(() => expect(router.state.location.search).toEqual(wanted))
    await vi.waitFor(() =>
      expect(calls.map(({ url }) => Object.fromEntries(url.searchParams))).toContainEqual({
        ...wanted,
        p: '1',
        ps: '10',
      }),
    )
  })

  test('is for reading where the admin is not the main one', async () => {
    const { screen } = await open('/admin/article', { getStatus: statuses.admin })
    await userEvent.click(screen.getByText('A1', { exact: true }))
    await expect.element(screen.getByRole('heading', { name: 'Install' })).toBeVisible()
    expect(screen.getByRole('button', { name: /Write article|Save|Delete/ }).query()).toBeNull()
  })

  test('offers the main admin to write the first', async () => {
    const { screen } = await open('/admin/article', {
      listArticles: { data: [], count: 0, pc: 0, p: 1 },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Write article' }))
    await expect.element(screen.getByRole('heading', { name: 'New article' })).toBeVisible()
  })
})

describe('editor of articles', () => {
  test('validates addresses and positions, and publishes help by default', async () => {
    const { screen, calls } = await open('/admin/addArticle', { createArticle: { id: 7 } })
    await userEvent.fill(screen.getByRole('textbox', { name: 'Title' }), 'Router')
    await userEvent.fill(screen.getByLabelText('External link'), 'example.com')
    await userEvent.fill(screen.getByLabelText('Position'), 'first')
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
    await expect.element(screen.getByText(/that starts with https/)).toBeVisible()
    await expect.element(screen.getByText(/Enter a whole number/)).toBeVisible()
    await userEvent.fill(screen.getByLabelText('External link'), 'https://example.com')
    await userEvent.fill(screen.getByLabelText('Position'), '-1')
    await userEvent.fill(screen.getByLabelText('Category'), 'New')
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'createArticle')?.body).toEqual({
        title: 'Router',
        content: '',
        position: 'help',
        category: 'New',
        category_order: -1,
        url: 'https://example.com',
        language: null,
      }),
    )
  })

  test('gives the link of what everybody may read', async () => {
    const { screen } = await open('/admin/article/6', {
      getArticle: anArticle({ position: 'public' }),
    })
    await expect.element(screen.getByText('http://test/help/6')).toBeVisible()
  })
})

describe('help', () => {
  test('in the user area lists and shows articles', async () => {
    const { screen } = await open('/user/help', { getStatus: statuses.user, listMyOrders: [] })
    await userEvent.click(screen.getByText('A2', { exact: true }))
    await expect.element(screen.getByRole('heading', { name: 'Phones' })).toBeVisible()
    await expect.element(screen.getByRole('heading', { name: 'Install' })).toBeVisible()
  })

  test('for everybody needs no login', async () => {
    const { screen } = await open('/help/6', { getStatus: statuses.visitor })
    await expect.element(screen.getByRole('heading', { name: 'Install' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Log in' })).toBeVisible()
  })

  test('says so when an article is not for this reader', async () => {
    const { screen } = await open('/help/6', {
      getStatus: statuses.visitor,
      getArticle: { refused: 403 },
    })
    await expect.element(screen.getByText(/does not exist, or you may not see it/)).toBeVisible()
  })
})
