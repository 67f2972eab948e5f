/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Body, Schema } from '#contract'
import { momentText } from '#ui/moments.ts'
import { checkJobDraft, NEW_JOB, toAction } from '#features/jobs/draft.ts'
import { deleteUserRefusals } from '#features/users/messages.ts'
import { anAccount } from '../support/customer.ts'
import { type Answers, openScreen, statuses } from '../support/screens.ts'

const DAY = 86_400_000
const rows = [1, 2, 3, 4].map((id) => anAccount({ id, port: 50_000 + id }))

function aJob(fields: Partial<Schema<'JobDetail'>> = {}): Schema<'JobDetail'> {
  return {
    id: 7,
    of: 'account',
    action: { kind: 'extend', time: 30 * DAY },
    status: 'done',
    total: 3,
    done: 3,
    failed: 0,
    createTime: Date.now(),
    endTime: Date.now(),
    mayUndo: true,
    failures: [],
    ...fields,
  }
}

/** A server with as many accounts as a preview covers. */
function desk(fields: Answers = {}): Answers {
  return {
    getStatus: statuses.mainAdmin,
    listAccounts: { total: 40, page: 1, pageSize: 30, maxPage: 1, account: rows },
    listOrders: [],
    listServers: [],
    previewJob: (body) => {
      const { selection } = body as Body<'previewJob'>
      const total = selection.ids?.length ?? 39
      return { total, problems: 0, sample: [{ id: 1, label: '50001' }] }
    },
    createJob: aJob(),
    getJob: aJob(),
    ...fields,
  }
}

/** The same with one user in their list. */
function people(fields: Answers = {}): Answers {
  const ann: Schema<'UserRow'> = {
    id: 8,
    type: 'normal',
    username: 'ann@example.com',
    email: 'ann@example.com',
    lastLogin: null,
    port: null,
    comment: '',
  }
  const listUsers = { total: 1, page: 1, pageSize: 30, maxPage: 1, users: [ann] }
  return desk({ listGroups: [], listUsers, ...fields })
}

const open = async (answers: Answers) => {
  const opened = await openScreen('/admin/account?sort=port_asc', answers)
  const { screen } = opened
  const box = (port: number) => screen.getByRole('checkbox', { name: `Select ${port}` })
  const begin = async (action: string) => {
    await screen.getByRole('button', { name: 'Actions' }).click()
    await screen.getByRole('menuitem', { name: action, exact: true }).click()
  }
  await screen.getByRole('button', { name: 'Select accounts' }).click()
  return { ...opened, box, begin }
}

test('a preview in Chinese keeps its ports apart', async () => {
  const sample = [50_001, 50_002, 50_003].map((id) => ({ id, label: String(id) }))
  const { screen } = await openScreen(
    '/admin/account?sort=port_asc',
    desk({ previewJob: { total: 3, problems: 0, sample } }),
    'zh-CN',
  )
  await screen.getByRole('button', { name: '选择账号' }).click()
  await screen.getByRole('checkbox', { name: /50001/ }).click()
  await screen.getByRole('button', { name: '操作' }).click()
  await screen.getByRole('menuitem', { name: '延长或缩短有效期' }).click()
  await expect.element(screen.getByText('50001、50002、50003', { exact: true })).toBeVisible()
})

describe('selection', () => {
  test('reaches from one row to another with shift, and ends with Escape', async () => {
    const { screen, box } = await open(desk())
    await expect.element(screen.getByRole('heading', { name: '0 selected' })).toBeVisible()
    await box(50_001).click()
    await box(50_003).click({ modifiers: ['Shift'] })
    await expect.element(screen.getByRole('heading', { name: '3 selected' })).toBeVisible()
    await box(50_002).click()
    await expect.element(screen.getByRole('heading', { name: '2 selected' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(screen.getByRole('heading', { name: 'Accounts' })).toBeVisible()
  })

  test('is operated by keyboard, row by row', async () => {
    const { screen, box } = await open(desk())
    box(50_001).element().focus()
    await userEvent.keyboard(' {ArrowDown}')
    await expect.element(box(50_002)).toHaveFocus()
    await userEvent.keyboard(' ')
    await expect.element(screen.getByRole('heading', { name: '2 selected' })).toBeVisible()
    await expect.element(box(50_002)).toHaveAttribute('aria-checked', 'true')
  })

  test('begins when a row is held down, and that is no tap', async () => {
    const { screen, router } = await openScreen('/admin/account?sort=port_asc', desk())
    const link = screen.getByRole('link', { name: /50002/ })
    await expect.element(link).toBeVisible()
    const at = { pointerType: 'touch', bubbles: true, clientX: 9, clientY: 9 }
    link.element().dispatchEvent(new PointerEvent('pointerdown', at))
    await expect.element(screen.getByRole('heading', { name: '1 selected' })).toBeVisible()
    link.element().dispatchEvent(new PointerEvent('pointerup', at))
    link.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    expect(router.state.location.pathname).toBe('/admin/account')
    await expect.element(screen.getByRole('heading', { name: '1 selected' })).toBeVisible()
  })

  test('is for the main admin only', async () => {
    const { screen } = await openScreen(
      '/admin/account?sort=port_asc',
      desk({ getStatus: statuses.admin }),
    )
    await expect.element(screen.getByRole('link', { name: /50001/ })).toBeVisible()
    expect(screen.getByRole('checkbox').elements()).toEqual([])
  })
})

describe('bulk actions', () => {
  test('extends those selected, says who was left out, and takes it back', async () => {
    let status: Schema<'Job'>['status'] = 'running'
    const failures = [{ id: 2, label: '50002', problem: 'no end' }]
    const { screen, calls, box, begin } = await open(
      desk({
        getJob: () => {
          const ended = status !== 'running'
          const job = aJob({ status, done: 1, failed: 1, total: 2, failures, mayUndo: ended })
          if (status === 'running') status = 'done'
          return job
        },
        undoJob: () => {
          status = 'undone'
          return 'success'
        },
      }),
    )
    await box(50_001).click()
    await box(50_002).click()
    await begin('Extend or shorten')
    const dialog = screen.getByRole('alertdialog', { name: 'Extend or shorten' })
    await dialog.getByRole('textbox', { name: 'Change expiry by' }).fill('2')
    await dialog.getByRole('combobox', { name: 'Unit' }).selectOptions('Weeks')
    await dialog.getByRole('button', { name: 'Apply to 2' }).click()
    const banner = screen.getByRole('region', { name: 'Bulk actions' })
    await expect.element(banner.getByText('1 skipped')).toBeVisible()
    await banner.getByText('What was skipped and why').click()
    await expect.element(banner.getByText('Has no expiry')).toBeVisible()
    // The list shows what became of it, also when it is taken back before anybody looked.
    const loads = () => calls.filter(({ id }) => id === 'listAccounts').length
    await vi.waitFor(() => expect(loads()).toBeGreaterThan(1))
    const before = loads()
    await banner.getByRole('button', { name: 'Undo' }).click()
    await expect.element(banner.getByText('Undone')).toBeVisible()
    await vi.waitFor(() => expect(loads()).toBeGreaterThan(before))
    expect(calls.find(({ id }) => id === 'createJob')?.body).toEqual({
      selection: { of: 'account', ids: [1, 2] },
      action: { kind: 'extend', time: 14 * DAY },
      expected: 2,
    })
  })

  test('says from when to when it moves the first, and how many that ends at once', async () => {
    const ends = Date.now() + 3 * DAY
    const { screen, calls, box, begin } = await open(
      desk({
        previewJob: (body) => {
          const { action } = body as Body<'previewJob'>
          const time = action.kind === 'extend' ? action.time : 0
          const one = { ends, movedTo: ends + time }
          const sample = [1, 2, 3, 4, 5, 6].map((id) => ({ id, label: `5000${id}`, ...one }))
          return { total: 39, problems: 0, sample, past: time < 0 ? 39 : 0 }
        },
      }),
    )
    await box(50_001).click()
    await begin('Extend or shorten')
    const dialog = screen.getByRole('alertdialog', { name: 'Extend or shorten' })
    const count = dialog.getByRole('textbox', { name: 'Change expiry by' })
    const unit = dialog.getByRole('combobox', { name: 'Unit' })
    const moves = dialog.getByRole('list', { name: 'From when to when' })
    const line = (days: number) =>
      `${momentText(ends, 'en-US')} → ${momentText(ends + days * DAY, 'en-US')}`
    await expect.element(unit).toHaveDisplayValue('Days')
    await expect.element(moves.getByText(line(1)).first()).toBeVisible()
    expect(moves.getByRole('listitem').elements()).toHaveLength(5)
    for (const [chip, number, name, days] of [
      ['+7 days', '1', 'Weeks', 7],
      ['+1 month', '1', 'Months', 30],
      ['+1 year', '365', 'Days', 365],
    ] as const) {
      await dialog.getByRole('button', { name: chip }).click()
      await expect.element(count).toHaveValue(number)
      await expect.element(unit).toHaveDisplayValue(new RegExp(name))
      await expect.element(moves.getByText(line(days)).first()).toBeVisible()
    }
    expect(dialog.getByText(/would have ended already/).query()).toBeNull()
    await count.fill('-3')
    await expect.element(dialog.getByText(/^39 accounts would have ended already/)).toBeVisible()
    expect(calls.some(({ id }) => id === 'createJob')).toBe(false)
  })

  test('takes all that match by their filter, and deletes only against the number', async () => {
    const { screen, calls, begin } = await open(desk())
    await screen.getByRole('button', { name: 'All 40' }).click()
    await begin('Delete')
    const dialog = screen.getByRole('alertdialog', { name: 'Delete' })
    await dialog.getByRole('textbox', { name: 'Type 39 to confirm' }).fill('40')
    await dialog.getByRole('button', { name: 'Delete 39 accounts' }).click()
    await expect.element(dialog.getByText(/That is not the number/)).toBeVisible()
    expect(calls.some(({ id }) => id === 'createJob')).toBe(false)
    await dialog.getByRole('textbox', { name: 'Type 39 to confirm' }).fill('39')
    await dialog.getByRole('button', { name: 'Delete 39 accounts' }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'createJob')?.body).toMatchObject({
        selection: { of: 'account', query: { filter: { expired: true, unexpired: true } } },
        action: { kind: 'delete' },
        expected: 39,
      }),
    )
  })

  test('looks again when another number matches by now', async () => {
    const { screen, calls, box, begin } = await open(
      desk({ createJob: { refused: 403, word: 'selection changed' } }),
    )
    await box(50_001).click()
    await begin('Lift bans')
    await screen.getByRole('button', { name: 'Apply to 1' }).click()
    await expect.element(screen.getByText(/The number of matches changed/)).toBeVisible()
    await vi.waitFor(() =>
      expect(calls.filter(({ id }) => id === 'previewJob').length).toBeGreaterThan(1),
    )
  })

  test('mails users of the list of users', async () => {
    const { screen, calls } = await openScreen('/admin/user', people())
    await screen.getByRole('button', { name: 'Select users' }).click()
    await screen.getByRole('checkbox', { name: 'Select ann@example.com' }).click()
    await screen.getByRole('button', { name: 'Actions' }).click()
    await screen.getByRole('menuitem', { name: 'Mail', exact: true }).click()
    await screen.getByRole('textbox', { name: 'Subject' }).fill('News')
    await screen.getByRole('button', { name: 'Apply to 1' }).click()
    await expect.element(screen.getByText('Enter a text.')).toBeVisible()
    await screen.getByRole('textbox', { name: 'Text' }).fill('We moved.')
    await screen.getByRole('button', { name: 'Apply to 1' }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'createJob')?.body).toEqual({
        selection: { of: 'user', ids: [8] },
        action: { kind: 'mail', title: 'News', content: 'We moved.' },
        expected: 1,
      }),
    )
  })
})

describe('deleting users', () => {
  const STORED = deleteUserRefusals['account with this user exists'].message!
  const begin = async (answers: Answers) => {
    const opened = await openScreen('/admin/user', answers)
    await opened.screen.getByRole('button', { name: 'Select users' }).click()
    // The tab that shows all has the same number; on phones the bar of the chosen is the last.
    await opened.screen.getByRole('button', { name: 'All 1' }).last().click()
    await opened.screen.getByRole('button', { name: 'Actions' }).click()
    await opened.screen.getByRole('menuitem', { name: 'Delete the users' }).click()
    return {
      ...opened,
      dialog: opened.screen.getByRole('alertdialog', { name: 'Delete the users' }),
    }
  }

  test('says what is lost, who stays and why, and waits for the number', async () => {
    const sample = [
      { id: 8, label: 'ann@example.com' },
      { id: 9, label: 'bob@example.com', problem: 'account with this user exists' },
      { id: 10, label: 'cy@example.com', problem: 'account with this user exists' },
    ]
    const { dialog, calls } = await begin(
      people({ previewJob: { total: 3, problems: 2, admins: 1, sample } }),
    )
    await expect.element(dialog.getByText('3 users')).toBeVisible()
    const why = dialog.getByRole('listitem')
    await expect.element(why).toHaveTextContent(`${STORED} bob@example.com, cy@example.com`)
    await expect
      .element(dialog.getByText(/messages are deleted too; order records stay/))
      .toBeVisible()
    await expect.element(dialog.getByText(/Undo restores everything/)).toBeVisible()
    await expect.element(dialog.getByText('1 of them is an admin.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Delete 3 users' }).click()
    await expect.element(dialog.getByText(/not the number of users/)).toBeVisible()
    expect(calls.some(({ id }) => id === 'createJob')).toBe(false)
    await dialog.getByRole('textbox', { name: 'Type 3 to confirm' }).fill('3')
    await dialog.getByRole('button', { name: 'Delete 3 users' }).click()
    await vi.waitFor(() =>
      expect(calls.find(({ id }) => id === 'createJob')?.body).toMatchObject({
        selection: { of: 'user', query: {} },
        action: { kind: 'deleteUser' },
        expected: 3,
      }),
    )
  })

  test('reports afterwards who stayed, in the words of the single deletion', async () => {
    const failures = [{ id: 9, label: 'bob@example.com', problem: 'account with this user exists' }]
    const job = aJob({ of: 'user', action: { kind: 'deleteUser' }, done: 2, failed: 1, failures })
    const { screen } = await openScreen('/admin/job/7', desk({ getJob: job }))
    await expect.element(screen.getByRole('heading', { name: 'Delete users' })).toBeVisible()
    await expect.element(screen.getByText(STORED)).toBeVisible()
  })

  test('is not offered for accounts', async () => {
    const { screen, box } = await open(desk())
    await box(50_001).click()
    await screen.getByRole('button', { name: 'Actions' }).click()
    await expect
      .element(screen.getByRole('menuitem', { name: 'Delete', exact: true }))
      .toBeVisible()
    expect(screen.getByRole('menuitem', { name: 'Delete the users' }).elements()).toEqual([])
  })
})

describe('job pages', () => {
  test('list what was done, and open one', async () => {
    const { screen } = await openScreen('/admin/job', desk({ listJobs: [aJob()] }))
    await screen.getByRole('link', { name: /Extend by 30 days.*Done.*3 of 3/ }).click()
    await expect.element(screen.getByRole('heading', { name: 'Extend by 30 days' })).toBeVisible()
  })

  test('ask before an old job is undone', async () => {
    const { screen, calls } = await openScreen('/admin/job/7', desk({ undoJob: 'success' }))
    await screen.getByRole('button', { name: 'Undo' }).click()
    const dialog = screen.getByRole('alertdialog', { name: 'Undo “Extend by 30 days”?' })
    await expect.element(dialog).toBeVisible()
    expect(calls.some(({ id }) => id === 'undoJob')).toBe(false)
    await dialog.getByRole('button', { name: 'Undo' }).click()
    await vi.waitFor(() => expect(calls.some(({ id }) => id === 'undoJob')).toBe(true))
  })

  test('stop a running one', async () => {
    const { screen, calls } = await openScreen(
      '/admin/job/7',
      desk({
        getJob: aJob({ status: 'running', done: 1, mayUndo: false, endTime: null }),
        cancelJob: { refused: 403 },
      }),
    )
    await screen.getByRole('button', { name: 'Stop' }).click()
    await expect.element(screen.getByText(/It may have finished already/)).toBeVisible()
    expect(calls.some(({ id }) => id === 'cancelJob')).toBe(true)
  })
})

describe('job draft', () => {
  test.each([
    ['extend', { count: '0' }, ['count']],
    ['extend', { count: '1.5' }, ['count']],
    ['extend', { count: '122', unit: 'month' }, ['count']],
    ['extend', { count: '-3', unit: 'day' }, []],
    ['addFlow', { flow: '' }, ['flow']],
    ['addFlow', { flow: '1001T' }, ['flow']],
    ['setServers', { allServers: false }, ['servers']],
    ['setGroup', {}, ['groupId']],
    ['mail', {}, ['title', 'content']],
    ['delete', {}, []],
  ] as const)('%s with %j is held against %j', (kind, fields, problems) => {
    expect(Object.keys(checkJobDraft(kind, { ...NEW_JOB, ...fields }))).toEqual(problems)
  })

  test('maps to what is sent to the server', () => {
    expect(toAction('lift', NEW_JOB)).toEqual({ kind: 'ban', time: 0 })
    expect(toAction('ban', { ...NEW_JOB, ban: 40 })).toEqual({ kind: 'ban', time: 3_600_000 })
    expect(toAction('extend', { ...NEW_JOB, count: '-2', unit: 'hour' })).toEqual({
      kind: 'extend',
      time: -7_200_000,
    })
    expect(toAction('setServers', NEW_JOB)).toEqual({ kind: 'setServers', server: null })
  })
})
