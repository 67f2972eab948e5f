/** @module-tag long */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Answer, Schema } from '#contract'
import { seeLate } from '../support/lateSight.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const front: Schema<'FrontPage'> = {
  isOn: true,
  line: 'Fast and quiet',
  plans: Array.from({ length: 8 }, (_, index) => ({
    id: index + 1,
    name: `Plan ${index + 1}`,
    shortComment: '',
    type: 3,
    cycle: 1,
    flow: 100e9,
    alipay: 20,
    paypal: 0,
  })),
  trial: { type: 4, cycle: 1, flow: 1e9 },
  signUp: 'open',
  service: true,
  help: true,
}
type Article = Answer<'listArticles'>['data'][number]
const anArticle = (id: number, guide: Article['guide'] = null): Article => ({
  id,
  title: guide ? `Guide ${id}` : `Question ${id}`,
  content: '',
  position: 'help',
  category: '',
  category_order: 0,
  url: '',
  guide,
})
const server = (name: string, state: 'green' | 'red' | 'grey') => ({
  name,
  state,
  since: null,
  outages: [],
})

const shop = (changes: Partial<Schema<'FrontPage'>> = {}, answers: Answers = {}): Answers => ({
  getStatus: statuses.visitor,
  getFrontPage: { ...front, ...changes },
  getServiceStatus: { isOn: true, servers: [server('Tokyo', 'green'), server('Osaka', 'green')] },
  listArticles: { data: [], count: 0, pc: 0, p: 1 },
  ...answers,
})

afterEach(() => page.viewport(414, 896))

describe('below the log-in', () => {
  const visitor = { ...statuses.visitor, front: true }
  const cheap = { ...front.plans[0]!, id: 9, type: 4, flow: 5e9, alipay: 1.5 }
  const dear = { ...front.plans[0]!, id: 10, alipay: 0, paypal: 0.5 }

  test('stands what is sold, from what price, and what can be tried', async () => {
    const plans = [dear, ...front.plans, cheap]
    const answers = shop({ plans }, { getStatus: visitor })
    const { screen } = await openScreen('/home/login', answers)
    await expect.element(screen.getByText('Fast and quiet'), { timeout: 15_000 }).toBeVisible()
    await expect.element(screen.getByText('From CN¥1.50 (1 day · 5 GB)')).toBeVisible()
    await expect.element(screen.getByText(/Free trial: 1 day · 1 GB/)).toBeVisible()
    await screen.getByRole('link', { name: 'Plans and prices' }).click()
    // The page itself says it once.
    await expect.element(screen.getByRole('heading', { name: 'Plans' })).toBeVisible()
    expect(screen.getByText(/^From/).elements()).toEqual([])
  })

  test.each([true, false])(
    'leaves the network to the log-in for 1.5 s, and is asked for only where it is shown: %s',
    async (isShown) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const status = { ...statuses.visitor, front: isShown }
      const { screen, calls } = await openScreen('/home/login', shop({}, { getStatus: status }))
      const isAsked = () => calls.some(({ id }) => id === 'getFrontPage')
      await expect.element(screen.getByRole('button', { name: 'Log in' })).toBeVisible()
      await vi.advanceTimersByTimeAsync(1_499)
      expect(isAsked()).toBe(false)
      // From here on it comes by itself, as the words and files it needs do.
      await vi.advanceTimersByTimeAsync(1_500)
      vi.useRealTimers()
      if (isShown) await expect.poll(isAsked).toBe(true)
      else await stays(() => expect(isAsked()).toBe(false))
    },
  )

  test.each<[string, Answers]>([
    ['it does not come', { getFrontPage: { refused: 500 } }],
    ['the page was put away meanwhile', { getFrontPage: { ...front, isOn: false } }],
  ])('stands nothing where %s', async (_why, answers) => {
    const { screen, calls } = await openScreen(
      '/home/login',
      shop({}, { getStatus: visitor, ...answers }),
    )
    await expect.poll(() => calls.some(({ id }) => id === 'getFrontPage')).toBe(true)
    await stays(() => {
      expect(screen.getByRole('alert').elements()).toEqual([])
      expect(screen.getByText(/Fast and quiet|^From|Free trial/).elements()).toEqual([])
    })
    await expect.element(screen.getByRole('button', { name: 'Log in' })).toBeVisible()
  })

  test.each<[string, Partial<Schema<'FrontPage'>>, string]>([
    ['nothing can be paid for', { plans: [{ ...dear, paypal: 0 }], trial: null }, ''],
    ['nothing is sold', { plans: [], trial: null }, ''],
    ['only PayPal takes money', { plans: [{ ...dear, paypal: 3 }, dear] }, 'From $0.50'],
  ])('names the price at which one can buy: where %s', async (_why, changes, price) => {
    const { screen } = await openScreen('/home/login', shop(changes, { getStatus: visitor }))
    await expect.element(screen.getByText('Fast and quiet')).toBeVisible()
    const prices = screen.getByText(/^From/).elements()
    expect(prices.map(({ textContent }) => textContent?.split(' (')[0]).join()).toBe(price)
    expect(screen.getByText(/Free trial/).elements()).toHaveLength(changes.trial === null ? 0 : 1)
  })
})

/** That something is so, and is still after what was asked for has had the time to come. */
async function stays(check: () => void) {
  check()
  await new Promise((resolve) => setTimeout(resolve, 400))
  check()
}

describe('the front page', () => {
  test('says in three steps how to begin, and not where nobody may', async () => {
    const { screen } = await openScreen('/home/plans', shop())
    const steps = screen.getByRole('listitem').filter({ hasText: /your email|an app|Import/ })
    await expect.element(screen.getByRole('heading', { name: 'How it works' })).toBeVisible()
    expect(steps.elements().map(({ firstChild }) => firstChild?.textContent)).toEqual([
      'Sign up with your email',
      'Get an app',
      'Press Import',
    ])
    await screen.unmount()
    const closed = (await openScreen('/home/plans', shop({ signUp: 'closed' }))).screen
    await expect.element(closed.getByRole('heading', { name: 'Plans' })).toBeVisible()
    expect(closed.getByRole('heading', { name: 'How it works' }).query()).toBeNull()
    expect(closed.getByRole('link', { name: 'Try it for free' }).query()).toBeNull()
  })

  test('has five questions of those everybody may read, and no guides but for trouble', async () => {
    const data = [
      anArticle(1),
      anArticle(2, 'apple'),
      anArticle(3, 'trouble'),
      ...[4, 5, 6, 7].map((id) => anArticle(id)),
    ]
    const articles = { listArticles: { data, count: data.length, pc: 1, p: 1 } }
    const { screen } = await openScreen('/home/plans', shop({}, articles))
    await expect.element(screen.getByRole('link', { name: 'Question 1' })).toBeVisible()
    const links = screen.getByRole('link', { name: /^(Question|Guide)/ }).elements()
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Question 1',
      'Guide 3',
      'Question 4',
      'Question 5',
      'Question 6',
    ])
    await expect
      .element(screen.getByRole('link', { name: 'Guide 3' }))
      .toHaveAttribute('href', '/help/3')
  })

  test('asks for no articles, and for no state, where there is nothing for everybody', async () => {
    const { screen, calls } = await openScreen('/home/plans', shop({ help: false, service: false }))
    await expect.element(screen.getByRole('heading', { name: 'How it works' })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Common questions' }).query()).toBeNull()
    const asked = calls.map(({ id }) => id)
    expect(asked).not.toContain('listArticles')
    expect(asked).not.toContain('getServiceStatus')
  })

  test.each([
    [['green', 'green'], 'All 2 servers work'],
    [['green', 'red'], '1 of 2 servers work'],
    [['green', 'grey'], 'The server works'],
  ] as const)('says of servers that are %s: %s', async (states, words) => {
    const servers = states.map((state, at) => server(`Server ${at}`, state))
    const { screen } = await openScreen(
      '/home/plans',
      shop({}, { getServiceStatus: { isOn: true, servers } }),
    )
    await expect.element(screen.getByText(words)).toBeVisible()
  })

  test('keeps the way in at the thumb once it has left the view, on phones', async () => {
    await page.viewport(390, 700)
    const { screen } = await openScreen('/home/plans', shop())
    const ways = screen.getByRole('link', { name: 'Try it for free' })
    await expect.element(ways).toBeVisible()
    expect(ways.elements()).toHaveLength(1)
    await vi.waitFor(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      expect(ways.elements()).toHaveLength(2)
    })
    const { bottom } = ways.elements()[1]!.getBoundingClientRect()
    expect(bottom).toBeGreaterThan(600)
    expect(bottom).toBeLessThanOrEqual(700)
    // It covers nothing at the end of the page.
    const last = screen.getByText(/a light on this site shows/).element()
    expect(last.getBoundingClientRect().bottom).toBeLessThanOrEqual(bottom - 48)
    scrollTo(0, 0)
    await vi.waitFor(() => expect(ways.elements()).toHaveLength(1))
  })

  test('has it there on a busy device, too, which reports two frames in one call', async () => {
    seeLate()
    await page.viewport(390, 700)
    const { screen } = await openScreen('/home/plans', shop())
    const ways = screen.getByRole('link', { name: 'Try it for free' })
    await expect.element(ways).toBeVisible()
    // That it is in view has been seen by then, and is not reported yet.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    scrollTo(0, document.documentElement.scrollHeight)
    await vi.waitFor(() => expect(ways.elements()).toHaveLength(2))
  })

  test('has the log-in itself beside the offer where there is room, and no bar', async () => {
    await page.viewport(1280, 700)
    const { screen } = await openScreen('/home/plans', shop())
    await expect.element(screen.getByRole('textbox', { name: 'Email' })).toBeVisible()
    await vi.waitFor(() => {
      scrollTo(0, document.documentElement.scrollHeight)
      expect(scrollY).toBeGreaterThan(0)
    })
    for (const way of screen.getByRole('link', { name: 'Try it for free' }).elements())
      if (way.checkVisibility()) expect(way.getBoundingClientRect().bottom).toBeLessThan(650)
  })
})
