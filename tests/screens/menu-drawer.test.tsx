import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen, statuses } from '../support/screens.ts'

beforeEach(async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
})

async function openScreenWithMenu() {
  const { screen, router } = await openScreen('/admin/account', {
    getStatus: statuses.mainAdmin,
    getUnreadMessages: { unread: 0 },
    listAccounts: { total: 0, page: 1, pageSize: 30, maxPage: 1, account: [] },
    listOrders: [],
    listServers: [],
    listUsers: { total: 0, page: 1, pageSize: 30, maxPage: 1, users: [] },
  })
  const opener = screen.getByRole('button', { name: 'Menu' })
  await expect.element(opener).toBeVisible()
  return { screen, router, opener }
}

async function openMenu() {
  const { screen, router, opener } = await openScreenWithMenu()
  await opener.click()
  const menu = screen.getByRole('dialog', { name: 'Menu' })
  await expect.element(menu).toBeVisible()
  await expect.element(menu.getByRole('button', { name: 'Close' })).toHaveFocus()
  return { router, opener, menu }
}

describe('the menu on a phone', () => {
  test.each(['Escape', 'its button', 'a tap beside it'])(
    'closes by %s, stays on the screen, and gives the focus back',
    async (way) => {
      const { router, opener, menu } = await openMenu()
      const { href } = router.history.location
      if (way === 'Escape') await userEvent.keyboard('{Escape}')
      if (way === 'its button') await menu.getByRole('button', { name: 'Close' }).click()
      if (way === 'a tap beside it') await menu.click({ position: { x: 370, y: 400 } })
      await expect.element(menu).not.toBeInTheDocument()
      await expect.element(opener).toHaveFocus()
      expect(router.history.location.href).toBe(href)
    },
  )

  test('answers a tap at once, and its places come by themselves', async () => {
    const { screen, opener } = await openScreenWithMenu()
    ;(opener.element() as HTMLElement).click()
    // React draws what a tap changed before the next task; a file or a transition takes longer.
    await Promise.resolve()
    expect(document.activeElement?.closest('[role=dialog]')).not.toBeNull()
    await expect
      .element(screen.getByRole('dialog').getByRole('link', { name: 'Users' }))
      .toBeVisible()
  })

  test('stays open where it is tapped beside its places', async () => {
    const { menu } = await openMenu()
    await menu.click({ position: { x: 150, y: 12 } })
    await expect.element(menu).toBeVisible()
  })

  test('leads to a place, and is closed there', async () => {
    const { router, menu } = await openMenu()
    await menu.getByRole('link', { name: 'Users' }).click()
    await expect.element(menu).not.toBeInTheDocument()
    expect(router.history.location.pathname).toBe('/admin/user')
  })

  test('keeps the focus of the keyboard, both ways round', async () => {
    const { menu } = await openMenu()
    // Its foot may come a moment after its head.
    await expect.element(menu.getByRole('button', { name: 'Log out' })).toBeVisible()
    const close = menu.getByRole('button', { name: 'Close' }).element()
    const logOut = menu.getByRole('button', { name: 'Log out' }).element()
    // The focus is held a moment after it arrived: a key before that moves nothing.
    await vi.waitFor(async () => {
      if (document.activeElement === close) await userEvent.tab({ shift: true })
      expect(document.activeElement).toBe(logOut)
    })
    await userEvent.tab()
    await expect.element(menu.getByRole('button', { name: 'Close' })).toHaveFocus()
    await userEvent.tab()
    expect(menu.element().contains(document.activeElement)).toBe(true)
    await expect.element(menu.getByRole('button', { name: 'Close' })).not.toHaveFocus()
  })

  test('is modal for screen readers, and as large as the screen', async () => {
    const { menu } = await openMenu()
    await expect.element(menu).toHaveAttribute('aria-modal', 'true')
    const { left, top, width, height } = menu.element().getBoundingClientRect()
    expect([left, top, width, height]).toEqual([0, 0, 390, 844])
  })
})
