/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Schema } from '#contract'
import { type Answers, older, openScreen, statuses } from '../support/screens.ts'

const plan: Schema<'Plan'> = {
  id: 7,
  baseId: 0,
  name: 'Old',
  shortComment: '',
  comment: '',
  type: 3,
  cycle: 1,
  alipay: 1,
  paypal: 1,
  flow: 1e11,
  refTime: 0,
  server: null,
  autoRemove: 0,
  autoRemoveDelay: 0,
  portRange: '0',
  multiServerFlow: 0,
  changeOrderType: 0,
  active: 1,
  group: [],
}
const article: Schema<'Article'> = {
  id: 7,
  title: 'Old',
  content: 'All is well',
  time: Date.now(),
  position: 'help',
  category: '',
  category_order: 0,
  url: '',
  language: null,
  guide: null,
}
const notice: Schema<'Notice'> = {
  id: 7,
  title: 'Old',
  content: 'All is well',
  time: Date.now(),
  group: 0,
  autopop: 0,
  groupIds: [],
  groups: [],
}

const jobs = {
  plan: { kind: 'deletePlan' },
  notice: { kind: 'deleteNotice' },
  article: { kind: 'deleteArticle' },
} as const

const aJob = (of: keyof typeof jobs, fields: Partial<Schema<'JobDetail'>> = {}) => ({
  id: 5,
  of,
  subject: 'Old',
  action: jobs[of],
  status: 'done' as const,
  total: 1,
  done: 1,
  failed: 0,
  createTime: Date.now(),
  endTime: Date.now(),
  mayUndo: true,
  failures: [],
  ...fields,
})

const open = (path: string, of: keyof typeof jobs, answers: Answers = {}) =>
  openScreen(path, {
    getStatus: statuses.mainAdmin,
    listOrders: [plan],
    getOrder: plan,
    listServers: [],
    listGroups: [],
    getPaymentSetting: {},
    listNotices: [notice],
    getNotice: notice,
    listArticles: { data: [article], count: 1, pc: 1, p: 1 },
    listArticleCategories: [],
    getArticle: article,
    deleteOrder: { job: 5 },
    deleteNotice: { job: 5 },
    deleteArticle: { job: 5 },
    getJob: aJob(of),
    undoJob: 'success',
    ...answers,
  })

type Opened = Awaited<ReturnType<typeof open>>

/** Confirms the deletion that is asked about, which can be undone. */
async function confirm({ screen }: Opened) {
  const dialog = screen.getByRole('alertdialog')
  await expect.element(dialog.getByText(/You can undo this for 30 days/)).toBeVisible()
  expect(dialog.getByText(/cannot be undone/).query()).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
}

describe.each([
  ['plan', '/admin/settings/editOrder/7', '/admin/settings/order', 'Delete the plan Old'],
  ['notice', '/admin/notice/7', '/admin/notice', 'Delete the announcement Old'],
  ['article', '/admin/article/7', '/admin/article', 'Delete the article Old'],
] as const)('%s', (of, own, list, words) => {
  test('is deleted by one call, and brought back from the list by its job', async () => {
    const opened = await open(own, of)
    const { screen, calls, router } = opened
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await confirm(opened)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(list))
    const deletion = of === 'plan' ? 'deleteOrder' : jobs[of].kind
    expect(calls.filter(({ id }) => id === deletion)).toHaveLength(1)
    await expect.element(screen.getByText(`Done: ${words}`)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('undoJob'))
  })

  // An older server has no articles.
  test.skipIf(of === 'article')('is deleted for good by an older server', async () => {
    const { screen, calls, router } = await open(own, of, {
      getStatus: older(statuses.mainAdmin),
      deleteOrder: 'success',
      deleteNotice: 'success',
    })
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    const dialog = screen.getByRole('alertdialog')
    await expect.element(dialog.getByText(/This cannot be undone/).first()).toBeVisible()
    expect(dialog.getByText(/for 30 days/).query()).toBeNull()
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe(list))
    expect(calls.some(({ id }) => id === 'createJob' || id === 'previewJob')).toBe(false)
    expect(screen.getByRole('button', { name: 'Undo' }).query()).toBeNull()
  })
})

describe('list of plans', () => {
  const deletion = async (answers: Answers) => {
    const opened = await open('/admin/settings/order', 'plan', answers)
    await userEvent.click(opened.screen.getByRole('button', { name: 'More for Old' }))
    await userEvent.click(opened.screen.getByRole('menuitem', { name: 'Delete…' }))
    await confirm(opened)
    return opened
  }

  test('offers Undo where a plan was deleted in it, until it is closed', async () => {
    const { screen } = await deletion({})
    await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Undo' }).query()).toBeNull())
  })

  test.each([
    ['plan exists', 'There is a plan with this name already'],
    ['base gone', /Bring that plan back first/],
    ['unfinished order exists', /open orders use it now/],
  ])('says why it did not work: %s', async (problem, sentence) => {
    const failures = [{ id: 7, label: 'Old', problem }]
    const failed = { status: 'undone' as const, failed: 1, mayUndo: false, failures }
    const { screen } = await deletion({ getJob: aJob('plan', failed) })
    await expect.element(screen.getByText(sentence)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Undo' }).query()).toBeNull()
  })
})

test('tries once more what had to be left', async () => {
  const failures = [{ id: 7, label: 'Old', problem: 'plan exists' }]
  const left = aJob('plan', { status: 'undone', failed: 1, failures })
  const { screen, calls } = await open('/admin/job/5', 'plan', { getJob: left })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await userEvent.click(screen.getByRole('alertdialog').getByRole('button', { name: 'Undo' }))
  await vi.waitFor(() => expect(calls.map(({ id }) => id)).toContain('undoJob'))
})

test('the list of jobs names what each deleted, and the job leads there', async () => {
  const failures = [{ id: 7, label: 'Old', problem: 'unfinished order exists' }]
  const { screen } = await open('/admin/job', 'plan', {
    listJobs: [aJob('plan'), aJob('notice', { id: 6 }), aJob('article', { id: 8 })],
    getJob: aJob('plan', { failures, failed: 1 }),
  })
  await expect.element(screen.getByText('Delete the announcement Old')).toBeVisible()
  await expect.element(screen.getByText('Delete the article Old')).toBeVisible()
  await userEvent.click(screen.getByText('Delete the plan Old'))
  const link = screen.getByRole('link', { name: 'Old', exact: true })
  await expect.element(link).toHaveAttribute('href', '/admin/settings/editOrder/7')
})

test('the audit log says what was brought back, and leads there', async () => {
  const entry = { time: 0, actorId: 1, actor: 'boss', subjectId: 7, label: 'Old', before: null }
  const after = { title: 'Old', kind: 'article' }
  const { screen } = await open('/admin/settings/audit', 'article', {
    listAudit: {
      total: 1,
      page: 1,
      pageSize: 50,
      maxPage: 1,
      entries: [{ ...entry, id: 1, operation: 'undoJob', subject: 'notice', after }],
    },
  })
  await expect.element(screen.getByText('boss brought back Old')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Old' })
  await expect.element(link).toHaveAttribute('href', '/admin/article/7')
})
