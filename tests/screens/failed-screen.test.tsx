import { describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { openScreen, statuses } from '../support/screens.ts'

const article = {
  id: 6,
  title: 'Phones',
  content: 'Text',
  position: 'help' as const,
  category: 'Start',
  category_order: 0,
  url: '',
  time: 1,
  revision: 'one',
}
const about = {
  getStatus: statuses.user,
  listMyOrders: [],
  listHelpArticles: { data: [], count: 0, pc: 0, p: 1 },
}

describe('a screen that cannot be loaded', () => {
  test('leads to the list it belongs to, or to the start', async () => {
    const { screen, router } = await openScreen('/user/help/6', {
      ...about,
      getArticle: { refused: 500 },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/help'))
  })

  test('leaves the navigation usable, and does not retry what does not exist', async () => {
    const { screen, calls, router } = await openScreen('/user/help/6', {
      ...about,
      getArticle: { refused: 404 },
    })
    await expect.element(screen.getByRole('heading', { name: 'Not found' })).toBeVisible()
    await expect.element(screen.getByText(/does not exist, or you may not see it/)).toBeVisible()
    await expect.element(screen.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
    const requested = calls.filter(({ id }) => id === 'getArticle').length

    await userEvent.click(screen.getByRole('link', { name: 'Settings' }).first())
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/user/settings'))
    await expect.element(screen.getByRole('heading', { name: 'Settings' })).toBeVisible()
    expect(calls.filter(({ id }) => id === 'getArticle')).toHaveLength(requested)
  })

  test('is retried where the server failed, and shows the answer', async () => {
    let fails = true
    const { screen } = await openScreen('/user/help/6', {
      ...about,
      getArticle: () => (fails ? { refused: 500 } : article),
    })
    await expect.element(screen.getByRole('heading', { name: 'Not loaded' })).toBeVisible()
    await expect.element(screen.getByRole('link', { name: 'Accounts' }).first()).toBeVisible()
    fails = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expect.element(screen.getByRole('heading', { name: 'Phones' })).toBeVisible()
  })
})
