import { describe, expect, test } from 'vitest'
import type { Answer } from '#contract'
import { exactText } from '#ui/moments.ts'
import { openScreen, statuses } from '../support/screens.ts'

type Page = Answer<'listAudit'>

const entry: Page['entries'][number] = {
  id: 3,
  time: Date.now() - 60_000,
  actorId: 1,
  actor: 'boss@example.com',
  operation: 'editAccount',
  subject: 'account',
  subjectId: 13,
  label: '50013',
  before: { flow: 100 },
  after: { flow: 200 },
}
const page = (entries: Page['entries']): Page => ({
  total: entries.length,
  page: 1,
  pageSize: 50,
  maxPage: 1,
  entries,
})

const noUsers: Answer<'listUsers'> = { total: 0, page: 1, pageSize: 100, maxPage: 1, users: [] }
const anAdmin: Answer<'listUsers'>['users'][number] = {
  id: 5,
  username: 'ann@example.com',
} as never

describe('/admin/settings/audit', () => {
  test('reports who changed what, and shows each field on request', async () => {
    const { screen } = await openScreen('/admin/settings/audit', {
      getStatus: statuses.mainAdmin,
      listAudit: page([entry]),
    })
    await expect
      .element(screen.getByText('boss@example.com changed an account 50013'))
      .toBeVisible()
    await expect.element(screen.getByRole('term')).toHaveTextContent('Quota')
    await expect.element(screen.getByText('100 B → 200 B')).toBeVisible()
    const link = screen.getByRole('link', { name: '50013' })
    await expect.element(link).toHaveAttribute('href', '/admin/account/13')
  })

  test('folds what has many fields, in the words of the screens', async () => {
    const time = Date.UTC(2026, 0, 2, 3, 4, 5)
    const after = {
      port: 50_013,
      type: 3,
      expireTime: time,
      server: '[1,7]',
      autoRemove: 1,
      odd: [1],
    }
    const { screen } = await openScreen('/admin/settings/audit', {
      getStatus: statuses.mainAdmin,
      listAudit: page([{ ...entry, operation: 'createAccount', before: null, after }]),
    })
    await screen.getByText('Fields: 6').click()
    const shown = screen.getByRole('definition').elements()
    expect(shown.map(({ textContent }) => textContent)).toEqual([
      '50013',
      'Month',
      exactText(time, 'en-US'),
      '#1, #7',
      'On',
      '1',
    ])
  })

  test('says what a bulk action did and to how many, and leads to it', async () => {
    const action = { kind: 'extend', time: 30 * 86_400_000 }
    const job = { ...entry, subject: 'job', subjectId: 4, label: '' }
    const { screen } = await openScreen('/admin/settings/audit', {
      getStatus: statuses.mainAdmin,
      listAudit: page([
        {
          ...job,
          id: 2,
          operation: 'undoJob',
          before: { status: 'done' },
          after: { status: 'undone' },
        },
        { ...job, operation: 'createJob', before: null, after: { action, total: 191 } },
      ]),
    })
    const link = screen.getByRole('link', { name: 'Extend by 30 days (191 accounts)' })
    await expect.element(link).toHaveAttribute('href', '/admin/job/4')
    await expect.element(screen.getByRole('link', { name: '#4' })).toBeVisible()
    expect(screen.getByText('undone').elements()).toEqual([])
  })

  test('leads nowhere where the thing is gone', async () => {
    const { screen } = await openScreen('/admin/settings/audit', {
      getStatus: statuses.mainAdmin,
      listAudit: page([{ ...entry, operation: 'deleteAccount', after: null }]),
    })
    await expect.element(screen.getByText('50013')).toBeVisible()
    expect(screen.getByRole('link', { name: '50013' }).elements()).toEqual([])
  })

  test('is limited to a person, a kind and a day, in the address too', async () => {
    const { screen, calls, router } = await openScreen('/admin/settings/audit', {
      getStatus: statuses.mainAdmin,
      listUsers: { ...noUsers, users: [anAdmin] },
      listAudit: page([entry]),
    })
    await screen.getByRole('combobox', { name: 'Person' }).selectOptions('ann@example.com')
    await screen.getByRole('combobox', { name: 'Kind' }).selectOptions('Servers')
    await screen.getByRole('combobox', { name: 'Day' }).selectOptions('Yesterday')
    const search = { actorId: 5, subject: 'server', period: 'yesterday' }
    await expect.poll(() => router.state.location.search).toMatchObject(search)
    await expect.poll(() => calls.at(-1)?.url.searchParams.get('to')).toBeTruthy()
    const sent = Object.fromEntries(calls.at(-1)!.url.searchParams)
    expect(sent).toMatchObject({ actorId: '5', subject: 'server' })
    expect(Number(sent.to) - Number(sent.from)).toBeGreaterThanOrEqual(23 * 3_600_000)
    expect(Number(sent.to)).toBeLessThanOrEqual(Date.now())
  })

  test('is limited to an action and to days, in the address too', async () => {
    const { screen, calls, router } = await openScreen('/admin/settings/audit', {
      getStatus: statuses.mainAdmin,
      listUsers: noUsers,
      listAudit: page([entry]),
    })
    const asked = () => calls.findLast(({ id }) => id === 'listAudit')?.url.searchParams
    // Two calls that do the same are one action.
    await screen.getByRole('combobox', { name: 'Action' }).selectOptions('refunded an order')
    const refunds = ['refundAlipayOrder', 'refundPaypalOrder', 'refundPaymentOrder']
    await expect.poll(() => asked()?.getAll('operation')).toEqual(refunds)
    await screen.getByRole('combobox', { name: 'Day' }).selectOptions('Choose days…')
    await screen.getByLabelText('From').fill('2026-03-02')
    await expect.element(screen.getByLabelText('Until')).toHaveValue('2026-03-02')
    await screen.getByRole('button', { name: 'Show' }).click()
    const search = { action: refunds.join('.'), start: '2026-03-02', end: '2026-03-02' }
    await expect.poll(() => router.state.location.search).toMatchObject(search)
    const midnight = (day: number) => String(new Date(2026, 2, day).getTime())
    await expect.poll(() => asked()?.get('from')).toBe(midnight(2))
    expect(asked()?.get('to')).toBe(midnight(3))
    await screen.getByRole('combobox', { name: 'Day' }).selectOptions('Today')
    await expect.poll(() => asked()?.has('to')).toBe(false)
    expect(router.state.location.search).toEqual({ action: refunds.join('.'), period: 'today' })
  })

  test('searches by what is typed and keeps it in the address', async () => {
    const { screen, calls, router } = await openScreen('/admin/settings/audit', {
      getStatus: statuses.mainAdmin,
      listAudit: (_body, url) => page(url.searchParams.get('search') ? [] : [entry]),
    })
    await screen.getByRole('searchbox').fill('99999')
    await expect.element(screen.getByText(/nothing matches/)).toBeVisible()
    expect(calls.at(-1)?.url.searchParams.get('search')).toBe('99999')
    expect(router.state.location.search).toMatchObject({ search: '99999' })
  })
})
