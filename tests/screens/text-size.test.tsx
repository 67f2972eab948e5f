/** @module-tag long */
import { describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { anAccount } from '../support/customer.ts'
import { openScreen, statuses } from '../support/screens.ts'

/** Makes the letters of an element twice as large and nothing else, as phones and WebKit can. */
function enlargeText(root: Element) {
  const all = [root, ...root.querySelectorAll('*')].filter((one) => one instanceof HTMLElement)
  const sizes = all.map((one) => {
    const { fontSize, lineHeight } = getComputedStyle(one)
    return [one, Number.parseFloat(fontSize), Number.parseFloat(lineHeight)] as const
  })
  for (const [{ style }, size, line] of sizes) {
    style.fontSize = `${2 * size}px`
    if (!Number.isNaN(line)) style.lineHeight = `${2 * line}px`
  }
}

/** Where the letters of an element are. */
function lettersOf(element: Element): DOMRect {
  const range = document.createRange()
  range.selectNodeContents(element)
  return range.getBoundingClientRect()
}

describe('letters of twice their size', () => {
  test.each(['en-US', 'ru-RU'] as const)(
    'stay within the ring of an account: %s',
    async (language) => {
      await page.viewport(390, 844)
      const answers = {
        getStatus: statuses.user,
        listMyOrders: [],
        listMyAccounts: [anAccount({ id: 1, port: 50_001 })],
        listMyNotices: [],
      }
      await openScreen('/user/index', answers, language)
      const ring = await vi.waitFor(() => {
        const found = document.querySelector('svg[viewBox="0 0 216 216"]')?.parentElement
        expect(found).toBeTruthy()
        return found!
      })
      const before = ring.getBoundingClientRect()
      expect([before.width, before.height]).toEqual([240, 240])
      enlargeText(ring)
      const { top, bottom, left, right } = ring.getBoundingClientRect()
      for (const words of ring.lastElementChild!.children) {
        const letters = lettersOf(words)
        expect(letters.top, words.textContent).toBeGreaterThanOrEqual(top)
        expect(letters.bottom, words.textContent).toBeLessThanOrEqual(bottom)
        expect(letters.left, words.textContent).toBeGreaterThanOrEqual(left)
        expect(letters.right, words.textContent).toBeLessThanOrEqual(right)
      }
    },
  )

  test.each(['en-US', 'ru-RU', 'ja-JP', 'zh-CN'] as const)(
    'are whole in a choice of the settings: %s',
    async (language) => {
      await page.viewport(390, 844)
      const { screen } = await openScreen('/user/settings', { getStatus: statuses.user }, language)
      await expect.element(screen.getByRole('combobox')).toBeVisible()
      const select = screen.getByRole('combobox').element()
      const row = select.closest('label')!
      const name = row.querySelector('span')!
      enlargeText(row)
      const needed = select.cloneNode(true) as HTMLElement
      Object.assign(needed.style, { width: 'auto', position: 'fixed' })
      document.body.append(needed)
      expect(select.clientWidth).toBeGreaterThanOrEqual(needed.clientWidth)
      needed.remove()
      // The name is on one line: no word of it is broken.
      const range = document.createRange()
      range.selectNodeContents(name)
      expect(new Set([...range.getClientRects()].map(({ top }) => top)).size).toBe(1)
      expect(row.getBoundingClientRect().right).toBeLessThanOrEqual(390)
    },
  )
})
