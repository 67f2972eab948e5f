import { describe, expect, test } from 'vitest'
import type { Answer } from '#contract'
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

describe('/admin/settings/audit', () => {
  test('reports who changed what, and shows each field on request', async () => {
    const { screen } = await openScreen('/admin/settings/audit', {
      getStatus: statuses.mainAdmin,
      listAudit: page([entry]),
    })
    await expect
      .element(screen.getByText('boss@example.com changed an account 50013'))
      .toBeVisible()
    await screen.getByText('Fields: 1').click()
    await expect.element(screen.getByText('100 → 200')).toBeVisible()
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
