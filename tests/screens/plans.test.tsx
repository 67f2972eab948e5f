/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { answersOf } from '#device/cache.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

type Plan = Answer<'getOrder'>

const aPlan = (changes: Partial<Plan> = {}): Plan => ({
  id: 1,
  baseId: 0,
  name: 'Month',
  shortComment: 'Best',
  comment: '',
  type: 3,
  cycle: 1,
  alipay: 19.99,
  paypal: 3,
  flow: 1e11,
  refTime: 0,
  server: null,
  autoRemove: 0,
  autoRemoveDelay: 0,
  portRange: '0',
  multiServerFlow: 0,
  changeOrderType: 0,
  active: 1,
  accountNumber: 2,
  group: [],
  revision: 'one',
  ...changes,
})
const aGroup = { id: 0, name: 'Default', comment: '', order: null, userNumber: 3 }
const friends = { ...aGroup, id: 4, name: 'Friends', order: [2] }
const pack = aPlan({ id: 2, baseId: 1, name: '10 GB', type: null, cycle: null, flow: 10e9 })

const open = (path: string, answers: Answers = {}) =>
  openScreen(path, {
    getStatus: statuses.mainAdmin,
    listOrders: [aPlan(), pack],
    listServers: [],
    listGroups: [aGroup, friends],
    getOrder: aPlan(),
    getPaymentSetting: {},
    ...answers,
  })

describe('list of plans', () => {
  test('shows each with its packs under it, prices and accounts', async () => {
    const { screen } = await open('/admin/settings/order')
    await expect.element(screen.getByText('1 month · 100 GB')).toBeVisible()
    await expect.element(screen.getByText(/CN¥19\.99/).first()).toBeVisible()
    const count = screen.getByRole('link', { name: '2 accounts' })
    await expect.element(count).toHaveAttribute('href', expect.stringContaining('plan=1'))
    const packs = screen.getByRole('list', { name: 'Traffic packs of Month' })
    await expect.element(packs.getByText('10 GB', { exact: true })).toBeVisible()
  })

  test('says what to do when nothing is for sale', async () => {
    const { screen, router } = await open('/admin/settings/order', { listOrders: [] })
    await userEvent.click(screen.getByRole('button', { name: 'Add plan' }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings/newOrder'))
  })

  test.each([
    ['account with this order exists', /Delete its accounts first/],
    ['giftcard with this order exists', /Delete its recharge codes first/],
    ['flowpack order exists', /Delete its traffic packs first/],
    ['unfinished order exists', /may still pay/],
    ['something else', /The plan was not deleted/],
  ])('explains why it cannot be deleted: %s', async (word, sentence) => {
    const { screen } = await open('/admin/settings/order', { deleteOrder: { refused: 403, word } })
    await userEvent.click(screen.getByRole('button', { name: 'More for Month' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Delete the plan Month?' })
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await expect.element(dialog.getByText(sentence)).toBeVisible()
    await expect.element(dialog).toBeVisible()
  })

  test('offers a plan to a group in place', async () => {
    const { screen, calls } = await open('/admin/settings/order', { editOrder: 'success' })
    await userEvent.click(screen.getByRole('button', { name: 'More for Month' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Who can buy it…' }))
    await expect.element(screen.getByText(/may buy every plan: Default/)).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Friends' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('editOrder'))
    const sent = calls.find(({ id }) => id === 'editOrder')
    expect(sent?.body).toMatchObject({ name: 'Month', alipay: 19.99, group: [4], revision: 'one' })
  })

  test('keeps in place what is ticked while the plan is asked for again', async () => {
    const { screen, calls } = await open('/admin/settings/order', { editOrder: 'success' })
    await userEvent.click(screen.getByRole('button', { name: 'More for Month' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Who can buy it…' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Friends' }))
    await answersOf(() => {}).refetchQueries({ queryKey: ['getOrder'] })
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'editOrder')?.body).toMatchObject({ group: [4] }),
    )
  })
})

describe('new plan', () => {
  test('says at the field what is wrong, and keeps what was typed', async () => {
    const { screen, calls } = await open('/admin/settings/newOrder', {
      createOrder: { refused: 403 },
    })
    await userEvent.fill(screen.getByLabelText('Price with Alipay'), '1.999')
    await userEvent.fill(screen.getByLabelText('Ports'), '9010-9000')
    await userEvent.fill(screen.getByLabelText('Number of cycles'), '0')
    await userEvent.click(screen.getByRole('button', { name: 'Add plan' }))
    await expect.element(screen.getByText('Give the plan a name.')).toBeVisible()
    await expect.element(screen.getByText(/Enter a price such as 19.99/)).toBeVisible()
    await expect.element(screen.getByText(/the lower one first/)).toBeVisible()
    await expect.element(screen.getByText('Enter a whole number from 1.')).toBeVisible()
    expect(calls.map(({ id }) => id)).not.toContain('createOrder')

    await userEvent.fill(screen.getByRole('textbox', { name: 'Name' }), 'Week')
    await userEvent.fill(screen.getByLabelText('Price with Alipay'), '12,5')
    await userEvent.fill(screen.getByLabelText('Ports'), '21000 - 21100, 22000')
    await userEvent.fill(screen.getByLabelText('Number of cycles'), '2')
    await expect.element(screen.getByText('CN¥12.50')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Add plan' }))
    await expect.element(screen.getByText(/The plan was not added/)).toBeVisible()
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Week')
    expect(calls.find(({ id }) => id === 'createOrder')?.body).toMatchObject({
      name: 'Week',
      type: 2,
      cycle: 2,
      alipay: 12.5,
      paypal: 0,
      flow: 1e8,
      portRange: '21000-21100,22000',
      server: null,
      active: true,
      baseId: 0,
    })
  })

  test('starts from what the payment settings say of its period, and keeps what was typed', async () => {
    const { screen } = await open('/admin/settings/newOrder', {
      getPaymentSetting: {
        week: { alipay: 5, paypal: 1, flow: 2000, refTime: '1d' },
        month: { alipay: 15, paypal: 3, flow: 9000, refTime: 7_200_000, multiServerFlow: true },
      },
    })
    await expect.element(screen.getByLabelText('Price with Alipay')).toHaveValue('5')
    await expect.element(screen.getByLabelText('Quota per cycle')).toHaveValue('2G')
    await userEvent.fill(screen.getByLabelText('Price with PayPal'), '1.5')
    await userEvent.selectOptions(screen.getByLabelText('Cycle', { exact: true }), 'Month')
    await expect.element(screen.getByLabelText('Price with Alipay')).toHaveValue('15')
    await expect.element(screen.getByLabelText('Price with PayPal')).toHaveValue('1.5')
    await expect.element(screen.getByLabelText('Quota per cycle')).toHaveValue('9G')
    await expect.element(screen.getByLabelText(/Reward time for the inviter/)).toHaveValue('2h')
    await expect.element(screen.getByLabelText('Share the quota across servers')).toBeChecked()
    await userEvent.selectOptions(screen.getByLabelText('Cycle', { exact: true }), 'Day')
    await expect.element(screen.getByLabelText('Price with Alipay')).toHaveValue('0')
  })

  test('of a flow pack has only a pack’s fields', async () => {
    const { screen, calls } = await open('/admin/settings/newOrder?base=1', {
      createOrder: 'success',
    })
    await expect.element(screen.getByLabelText('Traffic pack for')).toHaveValue('1')
    expect(screen.getByLabelText('Ports').query()).toBeNull()
    await userEvent.fill(screen.getByRole('textbox', { name: 'Name' }), 'Extra')
    await userEvent.fill(screen.getByLabelText('Traffic it adds'), '5G')
    await userEvent.click(screen.getByRole('button', { name: 'Add traffic pack' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'createOrder')?.body).toEqual({
        baseId: 1,
        name: 'Extra',
        shortComment: '',
        comment: '',
        alipay: 0,
        paypal: 0,
        flow: 5e9,
      }),
    )
  })

  test('confirms before input is lost', async () => {
    const { screen, router } = await open('/admin/settings/newOrder')
    await userEvent.fill(screen.getByRole('textbox', { name: 'Name' }), 'Week')
    void router.navigate({ to: '/admin/settings/order' })
    await expect.element(screen.getByText('Leave without saving?')).toBeVisible()
  })
})

describe('edit plan', () => {
  test('lets two admins put their changes together', async () => {
    let saves = 0
    let now = aPlan()
    const { screen, calls } = await open('/admin/settings/editOrder/1', {
      getOrder: () => now,
      editOrder: () => {
        saves += 1
        if (saves > 1) return 'success'
        now = aPlan({ name: 'Renamed', paypal: 4, revision: 'two' })
        return { refused: 409, word: 'changed meanwhile' }
      },
    })
    await userEvent.fill(screen.getByLabelText('Price with Alipay'), '25')
    await userEvent.fill(screen.getByLabelText('Price with PayPal'), '5')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const dialog = screen.getByRole('alertdialog', { name: 'Someone else changed this' })
    await expect.element(dialog.getByText('Renamed')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Merge both' }))
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Renamed')
    await expect.element(screen.getByLabelText('Price with PayPal')).toHaveValue('5')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() => expect(saves).toBe(2))
    expect(calls.filter(({ id }) => id === 'editOrder').at(-1)?.body).toMatchObject({
      name: 'Renamed',
      alipay: 25,
      paypal: 5,
      revision: 'two',
    })
  })

  test('copies to the accounts on it only what is ticked', async () => {
    const { screen, calls } = await open('/admin/settings/editOrder/1', { editOrder: 'success' })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Quota per cycle' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'editOrder')?.body).toMatchObject({
        changeCurrentAccount: { flow: true, server: false, autoRemove: false },
      }),
    )
  })

  test('holds at 320 px', async () => {
    await page.viewport(320, 700)
    const { screen } = await open('/admin/settings/editOrder/1')
    await expect.element(screen.getByRole('button', { name: 'Save' })).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320)
    await page.viewport(414, 896)
  })
})

test.each(['/admin/settings/order', '/admin/settings/newOrder', '/admin/settings/editOrder/1'])(
  '%s leads other admins back to the settings',
  async (path) => {
    const { router } = await open(path, { getStatus: statuses.admin })
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings'))
  },
)
