import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openScreen, statuses } from '../support/screens.ts'

/** As Fluent's focus manager leaves the page where it goes with the dialog. */
function hidePage() {
  const root = document.createElement('div')
  root.id = 'root'
  root.setAttribute('aria-hidden', 'true')
  document.body.append(root)
  onTestFinished(() => root.remove())
  return root
}

const DIALOGS = {
  'the palette': {
    open: { role: 'button', name: 'Search' },
    inside: { role: 'combobox', name: 'Search and commands' },
  },
  'a sheet': {
    open: { role: 'button', name: 'Sort and filter' },
    inside: { role: 'button', name: 'Close' },
  },
} as const

test.each(Object.keys(DIALOGS) as (keyof typeof DIALOGS)[])(
  'the page is there again for screen readers when %s has closed, and not before',
  async (which) => {
    const { open, inside } = DIALOGS[which]
    await page.viewport(390, 844)
    onTestFinished(() => page.viewport(1280, 800))
    const { screen } = await openScreen('/admin/account', {
      getStatus: statuses.mainAdmin,
      getUnreadMessages: { unread: 0 },
      listAccounts: { total: 0, page: 1, pageSize: 30, maxPage: 1, account: [] },
      listOrders: [],
      listServers: [],
    })
    await screen.getByRole(open.role, { name: open.name, exact: true }).first().click()
    await expect.element(screen.getByRole(inside.role, { name: inside.name }).first()).toBeVisible()
    const root = hidePage()
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(root.getAttribute('aria-hidden')).toBe('true')
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(root.hasAttribute('aria-hidden')).toBe(false))
  },
)
