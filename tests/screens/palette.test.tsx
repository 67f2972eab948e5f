/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Answer } from '#contract'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const nothing: Answer<'search'> = {
  users: [],
  accounts: [],
  orders: [],
  giftcards: [],
  servers: [],
  plans: [],
  articles: [],
}
const found: Answer<'search'> = {
  ...nothing,
  users: [{ id: 7, type: 'normal', username: 'ann@example.com', comment: 'VIP' }],
  accounts: [{ id: 10, port: 50_013, username: 'ann@example.com' }],
  orders: [
    { orderId: '202601150001', kind: 'alipay', username: 'ann@example.com', createTime: 1e12 },
  ],
}
const job: Answer<'getJob'> = {
  id: 4,
  of: 'account',
  action: { kind: 'extend', time: 2_592_000_000 },
  status: 'done',
  total: 1,
  done: 1,
  failed: 0,
  createTime: 1e12,
  endTime: 1e12,
  mayUndo: true,
  failures: [],
}

/** Screens are loaded when they are opened. */
const SLOW = { timeout: 15_000 }

const open = (answers: Answers = {}, path = '/admin/settings') =>
  openScreen(path, {
    getStatus: statuses.mainAdmin,
    getUnreadMessages: { unread: 0 },
    search: (_body, url) => (url.searchParams.get('q')?.startsWith('no') ? nothing : found),
    ...answers,
  })

async function openPalette(answers: Answers = {}, path?: string) {
  const opened = await open(answers, path)
  await expect
    .element(opened.screen.getByRole('heading', { name: 'Settings', level: 1 }))
    .toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const field = opened.screen.getByRole('combobox', { name: 'Search and commands' })
  await expect.element(field).toHaveFocus()
  return { ...opened, field }
}

describe('palette', () => {
  test('finds what is typed and opens it by keyboard alone', async () => {
    const { screen, field, router, calls } = await openPalette({ getUser: { refused: 403 } })
    await userEvent.fill(field, 'ann@')
    const options = screen.getByRole('option')
    await expect.element(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect.element(screen.getByRole('option', { name: /50013/ })).toBeVisible()
    expect(calls.filter(({ id }) => id === 'search')).toHaveLength(1)
    await userEvent.keyboard('{ArrowDown}')
    const person = screen.getByRole('option', { name: 'ann@example.com VIP' })
    await expect.element(person).toHaveAttribute('aria-selected', 'true')
    await expect.element(field).toHaveAttribute('aria-activedescendant', person.element().id)
    await expect.element(screen.getByRole('status').last()).toHaveTextContent('3 matches')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('getUser'), SLOW)
    await expect.element(field).not.toBeInTheDocument()
    expect(router.history.location.pathname).toMatch(/user/)
  })

  test('finds the backups, by what one wants of them', async () => {
    const { screen, field, router } = await openPalette()
    const option = screen.getByRole('option', { name: 'Backups' })
    for (const typed of ['restore', 'backup']) {
      await userEvent.fill(field, typed)
      await expect.element(option).toHaveAttribute('aria-selected', 'true')
    }
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(router.state.location.href).toBe('/admin/index#backups'), SLOW)
  })

  test.each([
    ['alipay', 'Payment methods'],
    ['smtp', 'Mail'],
    ['logo', 'General settings'],
  ])('finds by “%s” the settings that hold it', async (typed, name) => {
    const { screen, field } = await openPalette()
    await userEvent.fill(field, typed)
    await expect
      .element(screen.getByRole('option', { name }))
      .toHaveAttribute('aria-selected', 'true')
  })

  test('shows first where someone went last', async () => {
    const { screen, field, router } = await openPalette()
    await userEvent.fill(field, 'password')
    await userEvent.keyboard('{Enter}')
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/admin/settings/password'))
    await userEvent.keyboard('{Control>}k{/Control}')
    const recent = screen.getByRole('group', { name: 'Recent' })
    await expect.element(recent.getByRole('option', { name: 'Change password' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('combobox')).not.toBeInTheDocument()
  })

  test('extends an account after a confirmation, and undoes it', async () => {
    const { screen, field, calls } = await openPalette({
      createJob: job,
      getJob: job,
      undoJob: 'success',
    })
    await userEvent.fill(field, 'extend 50013 by 1 month')
    const order = screen.getByRole('option', { name: /Extend account 50013 by 30 days/ })
    await expect.element(order).toHaveAttribute('aria-selected', 'true')
    await userEvent.keyboard('{Enter}')
    const dialog = screen.getByRole('alertdialog', { name: 'Extend account 50013 by 30 days' })
    await expect.element(dialog.getByText(/ann@example.com/)).toBeVisible()
    expect(calls.map(({ id }) => id)).not.toContain('createJob')
    await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'createJob')?.body).toEqual({
        selection: { of: 'account', ids: [10] },
        action: { kind: 'extend', time: 2_592_000_000 },
        expected: 1,
      }),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('undoJob'), SLOW)
  })

  test('says when nothing is found, and that the command matches nobody', async () => {
    const { screen, field } = await openPalette()
    await userEvent.fill(field, 'nobody')
    await expect.element(screen.getByText('No results.')).toBeVisible()
    await userEvent.fill(field, 'message nobody@example.com')
    await expect.element(screen.getByText(/Nothing to apply this to/)).toBeVisible()
  })

  test('opens from the top bar too, and offers other admins only what they may do', async () => {
    const { screen, calls } = await open({ getStatus: statuses.admin })
    await userEvent.click(screen.getByRole('button', { name: /^Search/ }).first())
    const field = screen.getByRole('combobox')
    await expect.element(screen.getByRole('option', { name: 'Users' })).toBeVisible()
    expect(screen.getByRole('option', { name: 'Plans' }).query()).toBeNull()
    await userEvent.fill(field, 'ban 50013')
    await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('search'))
    expect(screen.getByRole('option', { name: /Ban account/ }).query()).toBeNull()
    await userEvent.fill(field, 'message ann@ex')
    await expect
      .element(screen.getByRole('option', { name: /Write to ann@example.com/ }))
      .toBeVisible()
  })
})
