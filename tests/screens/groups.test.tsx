/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answersOf } from '#device/cache.ts'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

type Group = Answer<'getGroup'>

const aGroup = (changes: Partial<Group> = {}): Group => ({
  id: 4,
  name: 'Friends',
  comment: 'Paid less',
  order: [1],
  multiAccount: 0,
  userNumber: 3,
  notices: [8],
  revision: 'one',
  ...changes,
})
const theDefault = aGroup({ id: 0, name: 'Default', comment: '', order: null, userNumber: 0 })
const aPlan = (id: number, name: string): Answer<'listOrders'>[number] => ({
  id,
  baseId: 0,
  name,
  shortComment: '',
  comment: '',
  type: 3,
  cycle: 1,
  alipay: 1,
  paypal: 1,
  flow: 1,
  refTime: 0,
  server: null,
  autoRemove: 0,
  autoRemoveDelay: 0,
  portRange: '0',
  multiServerFlow: 0,
  changeOrderType: 0,
})
const aNotice = (id: number, title: string, group: 0 | 1) => ({
  id,
  title,
  content: '',
  time: 1,
  group,
  autopop: 0 as const,
  groupIds: [],
})

const open = (path: string, answers: Answers = {}) =>
  openScreen(path, {
    getStatus: statuses.mainAdmin,
    listGroups: [theDefault, aGroup()],
    getGroup: aGroup(),
    listOrders: [aPlan(1, 'Month'), aPlan(2, 'Year')],
    listNotices: [aNotice(8, 'For friends', 1), aNotice(9, 'News', 0)],
    ...answers,
  })

describe('list of groups', () => {
  test('says how many are in each and what they may buy', async () => {
    const { screen } = await open('/admin/settings/group')
    await expect.element(screen.getByText('1 plan · Paid less')).toBeVisible()
    await expect.element(screen.getByText('Every plan')).toBeVisible()
    await expect.element(screen.getByText('3 people')).toBeVisible()
  })

  test('lets the default group stay', async () => {
    const { screen } = await open('/admin/settings/group')
    await userEvent.click(screen.getByRole('button', { name: 'More for Default' }))
    await expect.element(screen.getByRole('menuitem', { name: 'Plans…' })).toBeVisible()
    expect(screen.getByRole('menuitem', { name: 'Delete…' }).query()).toBeNull()
  })

  test('says where its people go, and sends them there', async () => {
    const { screen, calls } = await open('/admin/settings/group', { deleteGroup: 'success' })
    await userEvent.click(screen.getByRole('button', { name: 'More for Friends' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }))
    await expect.element(screen.getByText(/The 3 people in it move/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'deleteGroup')?.url.search).toBe('?moveUsers=true'),
    )
  })

  test.each([
    ['admins in this group', /Move the admin first/],
    ['new users join this group', /new users join it/],
  ])('explains why it stays: %s', async (word, sentence) => {
    const { screen } = await open('/admin/settings/group', { deleteGroup: { refused: 403, word } })
    await userEvent.click(screen.getByRole('button', { name: 'More for Friends' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete…' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await expect.element(screen.getByText(sentence)).toBeVisible()
  })

  test('sets its announcements in place, those for everybody aside', async () => {
    const { screen, calls } = await open('/admin/settings/group', { editGroup: 'success' })
    await userEvent.click(screen.getByRole('button', { name: 'More for Friends' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Announcements…' }))
    const box = screen.getByRole('checkbox', { name: 'For friends' })
    await expect.element(box).toBeChecked()
    await expect.element(screen.getByText(/1 announcement for everyone/)).toBeVisible()
    expect(screen.getByRole('checkbox', { name: 'News' }).query()).toBeNull()
    await userEvent.click(box)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'editGroup')?.body).toMatchObject({
        notices: [],
        order: [1],
        revision: 'one',
      }),
    )
  })

  test('keeps what is chosen while the group is asked for again', async () => {
    let now = aGroup()
    const { screen, calls } = await open('/admin/settings/group', {
      getGroup: () => now,
      editGroup: 'success',
    })
    await userEvent.click(screen.getByRole('button', { name: 'More for Friends' }))
    await userEvent.click(screen.getByRole('menuitem', { name: 'Announcements…' }))
    const box = screen.getByRole('checkbox', { name: 'For friends' })
    await userEvent.click(box)
    now = aGroup({ order: [1, 2], revision: 'two' })
    await answersOf(() => {}).refetchQueries({ queryKey: ['getGroup'] })
    await expect.element(box).not.toBeChecked()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    // What somebody else saved is not taken back.
    const change = { notices: [], order: [1, 2], revision: 'two' }
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'editGroup')?.body).toMatchObject(change),
    )
  })
})

describe('edit group', () => {
  test('chooses between every plan and some', async () => {
    const { screen, calls } = await open('/admin/settings/editGroup/4', { editGroup: 'success' })
    await userEvent.click(screen.getByRole('checkbox', { name: 'Month' }))
    await expect.element(screen.getByText(/can buy nothing/)).toBeVisible()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Year' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'editGroup')?.body).toMatchObject({ order: [2] }),
    )
  })

  test('takes what a colleague saved, on request', async () => {
    let now = aGroup()
    const { screen } = await open('/admin/settings/editGroup/4', {
      getGroup: () => now,
      editGroup: () => {
        now = aGroup({ order: [1, 2], revision: 'two' })
        return { refused: 409, word: 'changed meanwhile' }
      },
    })
    await userEvent.fill(screen.getByRole('textbox', { name: 'Name' }), 'Family')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await expect.element(screen.getByText('Month, Year')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }))
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Friends')
    await expect.element(screen.getByRole('checkbox', { name: 'Year' })).toBeChecked()
  })
})

test('a group needs a name', async () => {
  const { screen, calls } = await open('/admin/settings/addGroup', { createGroup: 'success' })
  await userEvent.click(screen.getByRole('button', { name: 'Add group' }))
  await expect.element(screen.getByText('Give the group a name.')).toBeVisible()
  await userEvent.fill(screen.getByRole('textbox', { name: 'Name' }), 'Family')
  await userEvent.click(screen.getByRole('button', { name: 'Add group' }))
  await vi.waitFor(() =>
    expect(calls.find(({ id }) => id === 'createGroup')?.body).toEqual({
      name: 'Family',
      comment: '',
      order: null,
      multiAccount: false,
      notices: [],
    }),
  )
})
