/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Schema } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const NOW = Date.now()

/** The order of one of the people `user1@…`, `user2@…`. */
const anOrder = (at: number, fields: Partial<Schema<'PlacedOrder'>> = {}) =>
  ({
    kind: 'alipay',
    orderId: `n${at}`,
    orderType: 3,
    orderName: 'Month',
    userId: at,
    username: `user${at}@example.com`,
    group: 0,
    accountId: 9,
    port: 50_013,
    amount: `${at}.00`,
    refTime: null,
    status: 'FINISH',
    createTime: NOW - at * 1000,
    expireTime: NOW,
    state: 'delivered',
    failure: null,
    ...fields,
  }) satisfies Schema<'PlacedOrder'>

const detailOf = (row: Schema<'PlacedOrder'>): Schema<'PlacedOrderDetail'> => ({
  ...row,
  state: row.state ?? 'delivered',
  failure: row.failure ?? null,
  currency: 'CNY',
  paidTime: NOW,
  deliveredTime: NOW,
  providerId: null,
  paymentId: null,
  failures: 0,
  nextTry: null,
  providerData: null,
  sold: null,
  events: [],
  ledger: [],
})

const STUCK = { status: 'TRADE_SUCCESS', state: 'paid', failure: 'noPort' } as const

/** A shop with so many orders, of which some are paid and not delivered until somebody tries again. */
function shop(count: number, fields: Answers = {}, stuck: readonly number[] = []): Answers {
  const left = new Set(stuck)
  const orderAt = (at: number) => anOrder(at, left.has(at) ? STUCK : {})
  const all = () => Array.from({ length: count }, (_, index) => orderAt(index + 1))
  const atOf = (part: string | undefined) => Number(part?.slice(1))
  return {
    getStatus: statuses.mainAdmin,
    listPlacedOrders: (_body, { searchParams }) => {
      const asked = (name: string) => Number(searchParams.get(name) ?? 1)
      const found = searchParams.has('stuck') ? all().filter(({ failure }) => failure) : all()
      const orders = found.slice((asked('page') - 1) * 20, asked('page') * 20)
      return {
        total: found.length,
        page: asked('page'),
        pageSize: 20,
        maxPage: Math.ceil(found.length / 20),
        maxCreateTime: NOW,
        orders,
      }
    },
    getPlacedOrder: (_body, { pathname }) => {
      const at = atOf(pathname.split('/').at(-1))
      return at <= count ? detailOf(orderAt(at)) : { refused: 403 }
    },
    retryPlacedOrder: (_body, { pathname }) => {
      left.delete(atOf(pathname.split('/').at(-2)))
      return { state: 'delivered', status: 'FINISH', failure: null }
    },
    refundAlipayOrder: {},
    getPaidFigures: [],
    listGroups: [],
    listUnassignedAccounts: [],
    ...fields,
  }
}

type Opened = Awaited<ReturnType<typeof openScreen>>

async function openWide(path: string, answers: Answers) {
  await page.viewport(1440, 900)
  return openScreen(path, answers)
}

const partsOf = ({ screen }: Opened) => {
  const list = screen.getByRole('list', { name: 'Orders', exact: true })
  const panel = screen.getByRole('region', { name: 'Order', exact: true })
  return {
    list,
    panel,
    row: (at: number) => list.getByRole('link', { name: new RegExp(`user${at}@`) }),
    of: (at: number) => panel.getByRole('link', { name: `user${at}@example.com` }),
  }
}

const focused = () => document.activeElement
const marked = () =>
  [...document.querySelectorAll('main [aria-current="page"]')].map(
    ({ textContent }) => /user(\d+)@/.exec(textContent ?? '')?.[1],
  )
const searchOf = ({ router }: Opened) => router.state.location.search as Record<string, unknown>

describe('an order beside its list', () => {
  test('is there from 1440 pixels on, and a sheet below', async () => {
    await page.viewport(1439, 900)
    const opened = await openScreen('/admin/pay?order=n2', shop(3))
    const { panel, of, row } = partsOf(opened)
    const sheet = opened.screen.getByRole('dialog', { name: 'Order' })
    await expect.element(sheet).toBeVisible()
    expect(panel.query()).toBeNull()
    await page.viewport(1440, 900)
    await expect.element(of(2)).toBeVisible()
    await expect.element(sheet).not.toBeInTheDocument()
    await expect.element(row(2)).toHaveAttribute('aria-current', 'page')
    await page.viewport(1439, 900)
    await expect.element(sheet).toBeVisible()
    expect(panel.query()).toBeNull()
  })

  test('leaves the list in use: another takes its place, and the way back is to the list', async () => {
    const opened = await openWide('/admin/pay?hide=CREATE', shop(5))
    const { row, of, panel } = partsOf(opened)
    const { router, screen } = opened
    const entries = router.history.length
    await row(2).click()
    await expect.element(of(2)).toBeVisible()
    for (const at of [4, 3]) {
      await row(at).click()
      await expect.element(of(at)).toBeVisible()
      expect(marked()).toEqual([String(at)])
    }
    expect(searchOf(opened)).toEqual({ hide: 'CREATE', order: 'n3' })
    expect(router.history.length).toBe(entries + 1)
    // A filter leaves what is open.
    await screen.getByRole('combobox', { name: 'Payment method' }).selectOptions('Alipay')
    await vi.waitFor(() => expect(searchOf(opened)).toMatchObject({ kind: 'alipay', order: 'n3' }))
    await expect.element(of(3)).toBeVisible()
    router.history.back()
    await expect.element(panel).not.toBeInTheDocument()
    expect(searchOf(opened)).toEqual({ hide: 'CREATE' })
  })

  test('is walked to by keys; the list goes along, and loads on', async () => {
    const opened = await openWide('/admin/pay?order=n18', shop(30))
    const { row, of, panel } = partsOf(opened)
    await expect.element(of(18)).toBeVisible()
    await vi.waitFor(() => {
      const { top, bottom } = row(18).element().getBoundingClientRect()
      expect(top >= 64 && bottom <= innerHeight).toBe(true)
    })
    for (let at = 19; at <= 22; at++) {
      await expect
        .element(opened.screen.getByRole('button', { name: 'Next in the list' }))
        .toBeEnabled()
      // A key pressed again before the address has followed would lead one too far.
      await vi.waitFor(
        async () => {
          if (searchOf(opened).order === `n${at - 1}`) await userEvent.keyboard('j')
          expect(searchOf(opened).order).toBe(`n${at}`)
        },
        { interval: 1_000 },
      )
      await expect.element(of(at)).toBeVisible()
    }
    await userEvent.keyboard('k')
    await expect.element(of(21)).toBeVisible()
    expect(panel.element().contains(focused())).toBe(false)
  })

  test('is opened by Enter without taking the focus; Escape and the cross give it back', async () => {
    const opened = await openWide('/admin/pay', shop(5))
    const { row, of, panel } = partsOf(opened)
    await vi.waitFor(() => expect(row(1).element()).toHaveAttribute('tabindex', '0'))
    ;(row(1).element() as HTMLElement).focus()
    await userEvent.keyboard('{ArrowDown}')
    await vi.waitFor(() => expect(focused()).toBe(row(2).element()))
    expect(panel.query()).toBeNull()
    await userEvent.keyboard('{Enter}')
    await expect.element(of(2)).toBeVisible()
    expect(focused()).toBe(row(2).element())
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    expect(focused()).toBe(row(2).element())
    expect(searchOf(opened)).toEqual({})
    await userEvent.keyboard('{Enter}')
    await expect.element(of(2)).toBeVisible()
    ;(of(2).element() as HTMLElement).focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    expect(focused()).toBe(row(2).element())
    // By buttons the focus stays at them, and the row of the one that is open has it in the end.
    await userEvent.keyboard('{Enter}')
    const next = panel.getByRole('button', { name: 'Next in the list' })
    await next.click()
    await next.click()
    await expect.element(of(4)).toBeVisible()
    expect(focused()).toBe(next.element())
    await panel.getByRole('button', { name: 'Close' }).click()
    await vi.waitFor(() => expect(focused()).toBe(row(4).element()))
  })

  test('closes by Escape and leaves a focus that is elsewhere', async () => {
    const opened = await openWide('/admin/pay?order=n2', shop(5))
    const { row, of, panel } = partsOf(opened)
    await expect.element(of(2)).toBeVisible()
    ;(row(4).element() as HTMLElement).focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    expect(focused()).toBe(row(4).element())
  })

  test('stays when an action takes it from the list; the next one is what took its place', async () => {
    const answers = shop(5, {}, [2, 3, 4])
    const all = answers.listPlacedOrders as (body: unknown, url: URL) => never
    // A list of what is stuck, and not the card above it.
    answers.listPlacedOrders = (body, url) => {
      if (!url.searchParams.has('stuck')) url.searchParams.set('stuck', 'true')
      else if (url.searchParams.get('pageSize') === '50')
        return { total: 0, page: 1, pageSize: 50, maxPage: 0, maxCreateTime: 0, orders: [] }
      return all(body, url)
    }
    const opened = await openWide('/admin/pay?only=stuck&order=n3', answers)
    const { row, of, panel } = partsOf(opened)
    await expect.element(of(3)).toBeVisible()
    await panel.getByRole('button', { name: 'Deliver again' }).click()
    await expect.element(panel.getByText('Delivered.')).toBeVisible()
    await expect.element(row(3)).not.toBeInTheDocument()
    await expect.element(of(3)).toBeVisible()
    await userEvent.keyboard('j')
    await expect.element(of(4)).toBeVisible()
    await userEvent.keyboard('k')
    await expect.element(of(2)).toBeVisible()
    // What came of one is not said of another.
    await opened.router.navigate({ to: '/admin/pay', search: { only: 'stuck', order: 'n5' } })
    await expect.element(of(5)).toBeVisible()
    expect(panel.getByText('Delivered.').query()).toBeNull()
  })

  test('is refunded there, and keeps what was typed as the window changes', async () => {
    const opened = await openWide('/admin/pay?order=n5', shop(5))
    const { screen, calls } = opened
    const { panel, of } = partsOf(opened)
    await panel.getByRole('button', { name: 'Refund…' }).click()
    const amount = screen.getByRole('textbox', { name: 'Amount' })
    await amount.fill('2.50')
    await screen.getByRole('checkbox', { name: /Yes, refund .*2\.50/ }).click()
    for (const width of [1439, 390, 1440]) {
      await page.viewport(width, 900)
      await expect.element(amount).toHaveValue('2.50')
      await expect.element(screen.getByRole('checkbox', { name: /Yes, refund/ })).toBeChecked()
    }
    // Another one is not opened from beneath it.
    await userEvent.keyboard('{Tab}j')
    await screen.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect.element(screen.getByRole('alertdialog')).not.toBeInTheDocument()
    await expect.element(of(5)).toBeVisible()
    const sent = calls.filter(({ id }) => id === 'refundAlipayOrder')
    expect(sent).toHaveLength(1)
    expect(sent[0]?.body).toMatchObject({ orderId: 'n5', amount: '2.50' })
  })

  test('closes the dialog over it first', async () => {
    const opened = await openWide('/admin/pay?order=n5', shop(5))
    const { panel, of } = partsOf(opened)
    await panel.getByRole('button', { name: 'Refund…' }).click()
    const dialog = opened.screen.getByRole('alertdialog')
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(of(5)).toBeVisible()
  })

  test('that does not exist is said to, and not asked for again', async () => {
    const opened = await openWide('/admin/pay?order=n99', shop(5))
    const { panel, row, of } = partsOf(opened)
    await expect.element(panel.getByText(/does not exist/)).toBeVisible()
    expect(panel.getByRole('button', { name: 'Try again' }).query()).toBeNull()
    expect(marked()).toEqual([])
    await row(1).click()
    await expect.element(of(1)).toBeVisible()
  })

  test('says that it cannot be loaded, and the list stays', async () => {
    let isDown = true
    const answers = shop(5)
    const one = answers.getPlacedOrder as (body: unknown, url: URL) => never
    answers.getPlacedOrder = (body, url) => (isDown ? { refused: 500 } : one(body, url))
    const opened = await openWide('/admin/pay?order=n2', answers)
    const { panel, row, of } = partsOf(opened)
    await expect.element(panel.getByText(/Network error/)).toBeVisible()
    await expect.element(row(3)).toBeVisible()
    await expect.element(panel.getByRole('button', { name: 'Try again' })).toBeVisible()
    // It is tried again by itself as well, so a click may come too late.
    isDown = false
    await expect.element(of(2)).toBeVisible()
  })

  test('is in the view stored on this device when only the order is named', async () => {
    const opened = await openWide('/admin/pay?hide=CREATE', shop(3))
    await opened.screen.getByRole('combobox', { name: 'Payment method' }).selectOptions('PayPal')
    await vi.waitFor(() => expect(searchOf(opened)).toMatchObject({ kind: 'paypal' }))
    await opened.router.navigate({ to: '/admin/account' })
    await opened.router.navigate({ to: '/admin/pay', search: { order: 'n2' } })
    await vi.waitFor(() =>
      expect(searchOf(opened)).toEqual({ hide: 'CREATE', kind: 'paypal', order: 'n2' }),
    )
  })
})
