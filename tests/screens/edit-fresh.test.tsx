/** @module-tag long */
import type { PersistedQuery } from '@tanstack/query-persist-client-core'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { OperationId, Schema } from '#contract'
import { answers } from '#device/answerStore.ts'
import { answersOf } from '#device/cache.ts'
import { storeStatus } from '#device/status.ts'
import { anAccount, aPlan } from '../support/customer.ts'
import { type Answers, older, openScreen, statuses } from '../support/screens.ts'

const PRESENT = { getStatus: statuses.mainAdmin, getUnreadMessages: { unread: 0 } }
const SHOP = { listServers: [], listOrders: [], listNotices: [] }
const aGroup = { id: 4, name: 'Friends', comment: 'Old', order: null, userNumber: 3 }

/** Asks again, as the console does each minute or when a phone is looked at again. */
const askAgain = (id: OperationId) => answersOf(() => {}).refetchQueries({ queryKey: [id] })

describe('a form over a stored answer', () => {
  const data = (limit: number) => ({ ...anAccount().data!, limit })
  const account = anAccount({ id: 9, data: data(2) })
  const store = async () => {
    storeStatus(statuses.mainAdmin)
    const name = 'answer-["getAccount",9]'
    const query = {
      buster: '2',
      queryHash: '["getAccount",9]',
      queryKey: ['getAccount', 9],
      state: { data: account, dataUpdatedAt: Date.now() - 3_600_000 },
    } as unknown as PersistedQuery // the rest of the state does not matter here
    // A test before may still be logging out, which stores nothing meanwhile.
    await expect
      .poll(async () => {
        await answers.setItem(name, query)
        return answers.getItem(name)
      })
      .toBeDefined()
  }

  test('starts from what the server has now', async () => {
    await store()
    let answer = () => {}
    const asked = new Promise<void>((resolve) => (answer = resolve))
    const { calls } = await openScreen('/admin/account/9/edit', {
      ...PRESENT,
      ...SHOP,
      getAccount: async () => {
        await asked
        return anAccount({ id: 9, data: data(3) })
      },
    })
    const cycles = page.getByLabelText('Number of cycles')
    await expect.poll(() => calls.some(({ id }) => id === 'getAccount')).toBe(true)
    // The screen waits: what is stored has not become its answer.
    expect(answersOf(() => {}).getQueryData(['getAccount', 9])).toBeUndefined()
    answer()
    await expect.element(cycles).toHaveValue('3')
  })

  test('shows it while the server does not answer, and takes over what it says then', async () => {
    await store()
    let isThere = false
    await openScreen('/admin/account/9/edit', {
      ...PRESENT,
      ...SHOP,
      getAccount: () =>
        isThere ? anAccount({ id: 9, data: data(3), revision: 'now' }) : { refused: 502 },
    })
    const cycles = page.getByLabelText('Number of cycles')
    await expect.element(cycles).toHaveValue('2')
    await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'typed-here')
    isThere = true
    await askAgain('getAccount')
    await expect.element(cycles).toHaveValue('3')
    await expect.element(page.getByLabelText('Password', { exact: true })).toHaveValue('typed-here')
  })
})

type Case = {
  path: string
  get: OperationId
  put: OperationId
  before: object
  /** Their change, the label that shows it and what it then says. */
  theirs: object
  shown: [string, string]
  typed: [string, string]
  sent: object
}

const server = {
  id: 3,
  type: 'Shadowsocks',
  plane: 'embedded',
  name: 'Tokyo',
  host: 'tokyo.test',
  port: 6001,
  password: 'node',
  method: 'aes-256-gcm',
  scale: 1,
  comment: '',
  shift: 0,
  key: null,
  net: null,
  wgPort: null,
} satisfies Partial<Schema<'Server'>>
const notice = { id: 5, title: 'Tonight', content: 'Text', group: null, autopop: 0, time: 1 }

const CASES: readonly Case[] = [
  {
    path: '/admin/account/9/edit',
    get: 'getAccount',
    put: 'editAccount',
    before: anAccount({ id: 9 }),
    theirs: { data: { ...anAccount().data!, limit: 3 } },
    shown: ['Number of cycles', '3'],
    typed: ['Password', 'typed-here'],
    sent: { limit: 3, password: 'typed-here' },
  },
  {
    path: '/admin/server/3/edit',
    get: 'getServer',
    put: 'editServer',
    before: server,
    theirs: { name: 'Osaka' },
    shown: ['Name', 'Osaka'],
    typed: ['Comment', 'Mine'],
    sent: { name: 'Osaka', comment: 'Mine' },
  },
  {
    path: '/admin/settings/editOrder/3',
    get: 'getOrder',
    put: 'editOrder',
    before: { ...aPlan(), group: [] },
    theirs: { alipay: 25 },
    shown: ['Price with Alipay', '25'],
    typed: ['Name', 'Mine'],
    sent: { alipay: 25, name: 'Mine' },
  },
  {
    path: '/admin/settings/editGroup/4',
    get: 'getGroup',
    put: 'editGroup',
    before: aGroup,
    theirs: { comment: 'New' },
    shown: ['Comment', 'New'],
    typed: ['Name', 'Mine'],
    sent: { comment: 'New', name: 'Mine' },
  },
  {
    path: '/admin/notice/5',
    get: 'getNotice',
    put: 'editNotice',
    before: notice,
    theirs: { title: 'Tomorrow' },
    shown: ['Title', 'Tomorrow'],
    typed: ['Text', 'Mine'],
    sent: { title: 'Tomorrow', content: 'Mine' },
  },
]

const answersFor = (stored: () => object, { get, put }: Case): Answers => ({
  ...PRESENT,
  ...SHOP,
  listGroups: [aGroup],
  [get]: stored,
  [put]: 'success',
})
const field = (name: string) =>
  name === 'Text' || name === 'Comment'
    ? page.getByLabelText(name, { exact: true }).first()
    : page.getByRole('textbox', { name, exact: true })

describe.each(CASES)('$path', (form) => {
  const { path, get, put, before, theirs, shown, typed, sent } = form

  test('takes over what others changed elsewhere, and keeps what is typed', async () => {
    let stored = { ...before, revision: 'one' }
    const { calls } = await openScreen(
      path,
      answersFor(() => stored, form),
    )
    await userEvent.fill(field(typed[0]), typed[1])
    stored = { ...before, ...theirs, revision: 'two' }
    await askAgain(get)
    await expect.element(field(shown[0])).toHaveValue(shown[1])
    await expect.element(field(typed[0])).toHaveValue(typed[1])
    await userEvent.click(page.getByRole('button', { name: 'Save' }))
    await expect
      .poll(() => calls.find(({ id }) => id === put)?.body)
      .toMatchObject({ ...sent, revision: 'two' })
  })

  test('before an older server, writes over what is there when it is saved', async () => {
    let stored = before
    const asked = { ...answersFor(() => stored, form), getStatus: older(statuses.mainAdmin) }
    const { calls } = await openScreen(path, asked)
    await userEvent.fill(field(typed[0]), typed[1])
    stored = { ...before, ...theirs }
    await userEvent.click(page.getByRole('button', { name: 'Save' }))
    await expect.poll(() => calls.find(({ id }) => id === put)?.body).toMatchObject(sent)
  })
})

test('before an older server, what both changed is asked about and not written', async () => {
  let stored = anAccount({ id: 9 })
  const { calls } = await openScreen('/admin/account/9/edit', {
    ...PRESENT,
    ...SHOP,
    getStatus: older(statuses.mainAdmin),
    getAccount: () => stored,
    editAccount: 'success',
  })
  const cycles = page.getByLabelText('Number of cycles')
  await userEvent.fill(cycles, '7')
  stored = anAccount({ id: 9, data: { ...stored.data!, limit: 3 } })
  // Both touched it: neither is taken without asking.
  await askAgain('getAccount')
  await expect.element(cycles).toHaveValue('7')
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  const dialog = page.getByRole('alertdialog', { name: 'Someone else changed this' })
  await expect.element(dialog).toBeVisible()
  expect(calls.some(({ id }) => id === 'editAccount')).toBe(false)
  await userEvent.click(dialog.getByRole('button', { name: 'Merge both' }))
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect
    .poll(() => calls.find(({ id }) => id === 'editAccount')?.body)
    .toMatchObject({ limit: 7 })
})

test('before an older server that does not answer, nothing is written', async () => {
  let answer: () => Schema<'Account'> | { refused: number } = () => anAccount({ id: 9 })
  const { calls } = await openScreen('/admin/account/9/edit', {
    ...PRESENT,
    ...SHOP,
    getStatus: older(statuses.mainAdmin),
    getAccount: () => answer() as Schema<'Account'>,
    editAccount: 'success',
  })
  await userEvent.fill(page.getByLabelText('Number of cycles'), '7')
  answer = () => ({ refused: 500 })
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  expect(calls.some(({ id }) => id === 'editAccount')).toBe(false)
  answer = () => anAccount({ id: 9 })
  await userEvent.click(page.getByRole('button', { name: 'Save' }))
  await expect.poll(() => calls.some(({ id }) => id === 'editAccount')).toBe(true)
})

describe('periods that only older servers have', () => {
  test.each([
    [6, 'Quarter', '3 months'],
    [7, 'Year', '1 year'],
    [8, 'Two weeks', '2 weeks'],
    [9, 'Half a year', '6 months'],
  ])('a plan of type %i is a %s, and stays one', async (type, name, lasts) => {
    const plan = { ...aPlan({ type }), group: [] }
    const { calls } = await openScreen('/admin/settings/editOrder/3', {
      ...PRESENT,
      ...SHOP,
      getStatus: older(statuses.mainAdmin),
      listGroups: [],
      getOrder: plan,
      editOrder: 'success',
    })
    const cycle = page.getByRole('combobox', { name: 'Cycle' })
    await expect.element(cycle).toHaveDisplayValue(name)
    await expect.element(page.getByText(new RegExp(`^${lasts} · `))).toBeVisible()
    await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'Renamed')
    await userEvent.click(page.getByRole('button', { name: 'Save' }))
    await expect
      .poll(() => calls.find(({ id }) => id === 'editOrder')?.body)
      .toMatchObject({ name: 'Renamed', type })
  })

  test('an account of such a type keeps it, and one of an unknown type, too', async () => {
    const { calls } = await openScreen('/admin/account/9/edit', {
      ...PRESENT,
      ...SHOP,
      getStatus: older(statuses.mainAdmin),
      getAccount: anAccount({ id: 9, type: 12 as never }),
      editAccount: 'success',
    })
    await expect.element(page.getByRole('combobox', { name: 'Type' })).toHaveDisplayValue('12')
    await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'typed-here')
    await userEvent.click(page.getByRole('button', { name: 'Save' }))
    await expect
      .poll(() => calls.find(({ id }) => id === 'editAccount')?.body)
      .toMatchObject({ type: 12 })
  })
})
