import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { forgetScreens, openScreen, statuses } from '../support/screens.ts'

beforeEach(forgetScreens)
afterEach(() => page.viewport(414, 896))

const list = { total: 0, page: 1, pageSize: 30, maxPage: 0, account: [] }
const answers = { getStatus: statuses.mainAdmin, listOrders: [], listAccounts: list }

const SCREENS = ['/admin/account', '/admin/settings', '/admin/settings/password', '/admin/addUser']
const WIDTHS = [1024, 1440, 1920, 2560]

test.each(SCREENS)('the bar of %s is aligned with its content', async (address) => {
  for (const width of WIDTHS) {
    await page.viewport(width, 800)
    const { screen } = await openScreen(address, answers)
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible()
    const header = document.querySelector('main h1')!.closest('header')!
    const bar = innerSides(header)
    const content = innerSides(header.parentElement!.lastElementChild!)
    expect(bar, `at ${width}`).toEqual(content)
    await screen.unmount()
  }
})

/** Where an element's content begins and ends, px. */
function innerSides(element: Element) {
  const { left, right } = element.getBoundingClientRect()
  const { paddingLeft, paddingRight } = getComputedStyle(element)
  return [left + Number.parseFloat(paddingLeft), right - Number.parseFloat(paddingRight)]
}

test('the menu folds by itself where room is short, unless someone unfolded it', async () => {
  await page.viewport(1279, 800)
  const { screen } = await openScreen('/admin/account', answers)
  const unfold = screen.getByRole('button', { name: 'Expand menu' })
  await expect.element(unfold).toBeVisible()
  await page.viewport(1280, 800)
  await expect.element(screen.getByRole('button', { name: 'Collapse menu' })).toBeVisible()
  await page.viewport(1279, 800)
  await unfold.click()
  await expect.element(screen.getByRole('button', { name: 'Collapse menu' })).toBeVisible()
  await page.viewport(1024, 800)
  await expect.element(screen.getByRole('button', { name: 'Collapse menu' })).toBeVisible()
})
