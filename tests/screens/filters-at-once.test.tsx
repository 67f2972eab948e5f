import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { currentChoices } from '#device/choices.ts'
import { aPlan } from '../support/customer.ts'
import { chooseAtOnce } from '../support/chooseAtOnce.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const nothing = { total: 0, page: 1, maxPage: 1, pageSize: 20 }
const shop: Answers = {
  getStatus: statuses.mainAdmin,
  listUsers: { ...nothing, users: [] },
  listAccounts: { ...nothing, account: [] },
  listPlacedOrders: { ...nothing, maxCreateTime: 0, orders: [] },
  listMails: { ...nothing, mails: [] },
  listConversations: [],
  getUnreadMessages: { unread: 0, waiting: 0, answered: 0, done: 0 },
  listOrders: [aPlan({ id: 4, name: 'Month 100G' })],
  listServers: [],
  listGroups: [],
  getPaidFigures: [],
}

type Screen = Awaited<ReturnType<typeof openScreen>>
const filtersOf = ({ screen }: Screen) => screen.getByRole('group', { name: 'Filters' })
const leadsTo = ({ router }: Screen, search: object) =>
  vi.waitFor(() => expect(router.state.location.search).toEqual(search))

/** Presses what is there already, one after the other before the screen can be drawn again. */
function pressAtOnce(opened: Screen, ...names: string[]) {
  const buttons = names.map((name) => opened.screen.getByRole('button', { name, exact: true }))
  for (const button of buttons.map((one) => one.element() as HTMLElement)) button.click()
}

describe('filters chosen faster than the screen is drawn', () => {
  test('limit users both, and the text that was searched for stays', async () => {
    const opened = await openScreen('/admin/user?search=ann', shop)
    await chooseAtOnce(filtersOf(opened), ['State', 'Over quota'], ['Plan', 'Month 100G'])
    await leadsTo(opened, { search: 'ann', state: 'over', plan: 4 })
  })

  test('limit accounts both, and are both stored on this device', async () => {
    const opened = await openScreen('/admin/account', shop)
    await chooseAtOnce(filtersOf(opened), ['State', 'Banned'], ['Plan', 'Month 100G'])
    const both = { sort: 'port_asc', state: 'banned', plan: 4 }
    await leadsTo(opened, both)
    expect(JSON.parse(currentChoices().accountFilter ?? '')).toEqual(both)
  })

  test('limit orders both, are both stored, and leave open what is', async () => {
    const opened = await openScreen('/admin/pay?order=n1', shop)
    await chooseAtOnce(filtersOf(opened), ['State', 'Paid'], ['Payment method', 'PayPal'])
    const both = { hide: 'CREATE.WAIT_BUYER_PAY.FINISH.TRADE_CLOSED', kind: 'paypal' }
    await leadsTo(opened, { ...both, order: 'n1' })
    expect(JSON.parse(currentChoices().orderFilter ?? '')).toEqual(both)
  })

  test('limit emails both', async () => {
    const opened = await openScreen('/admin/settings/mail?tab=outbox', shop)
    await chooseAtOnce(opened.screen, ['State', 'Failed'], ['Kind', 'Order'])
    await leadsTo(opened, { tab: 'outbox', status: 'failed', kind: 'order' })
  })

  test('limit the inbox both', async () => {
    const opened = await openScreen('/admin/message', shop)
    const order = opened.screen.getByRole('button', { name: 'Waiting longest first' })
    const tab = opened.screen.getByRole('tab', { name: /^Answered/ })
    const pressed = [await order.findElement(), await tab.findElement()] as HTMLElement[]
    for (const one of pressed) one.click()
    await leadsTo(opened, { sort: 'newest', state: 'answered' })
  })

  test('that left out kinds let them in again, both', async () => {
    const opened = await openScreen('/admin/account?sort=port_asc&hide=expired.mac', shop)
    await expect
      .element(opened.screen.getByRole('button', { name: /^Clear: / }).first())
      .toBeVisible()
    const names = opened.screen.getByRole('button', { name: /^Clear: / }).elements()
    pressAtOnce(opened, ...names.map((one) => one.ariaLabel ?? ''))
    await leadsTo(opened, { sort: 'port_asc' })
  })

  test.each([
    { path: '/admin/user', filter: ['State', 'Over quota'], search: { state: 'over' } },
    {
      path: '/admin/account',
      filter: ['State', 'Banned'],
      search: { sort: 'port_asc', state: 'banned' },
    },
    { path: '/admin/pay', filter: ['Payment method', 'PayPal'], search: { kind: 'paypal' } },
  ] as const)(
    'stay with what is chosen in the dialog opened at once: $path',
    async ({ path, filter, search }) => {
      const opened = await openScreen(path, shop)
      const { screen } = opened
      const button = path === '/admin/pay' ? 'Filter' : 'Sort and filter'
      // Its code is there from then on, and it opens as it is pressed.
      await screen.getByRole('button', { name: button, exact: true }).click()
      await expect.element(screen.getByRole('dialog')).toBeVisible()
      await userEvent.keyboard('{Escape}')
      await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
      await chooseAtOnce(filtersOf(opened), filter)
      pressAtOnce(opened, button)
      await screen.getByRole('button', { name: 'Show', exact: true }).click()
      await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
      await leadsTo(opened, search)
    },
  )
})
