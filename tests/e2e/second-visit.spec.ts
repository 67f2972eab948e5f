import { expect, type Page, test } from '@playwright/test'
import { waitUntilCached } from './support/cached.ts'
import { demoSite } from './support/demo.ts'
import { logIn, logInAsCustomer } from './support/person.ts'

test.use({ serviceWorkers: 'allow' })

const sluice = demoSite()

/** Notes when a start has a snapshot and when it goes, and what is under it then. */
const watchSnapshot = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shown: false, under: '' }
    Object.assign(window, { seen })
    new MutationObserver((changes) => {
      for (const { addedNodes, removedNodes } of changes) {
        const isSnapshot = (node: Node) => node instanceof Element && node.className === 'snapshot'
        if ([...addedNodes].some(isSnapshot)) seen.shown = true
        if ([...removedNodes].some(isSnapshot))
          seen.under = document.querySelector('#root main')?.textContent ?? ''
      }
    }).observe(document, { childList: true, subtree: true })
  })

const seenBy = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { shown: boolean; under: string } }).seen)

/** The names of what the device has stored for whoever is logged in. */
const storedNames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open('sluice-kept')
        opening.onerror = () => resolve([])
        opening.onsuccess = () => {
          const db = opening.result
          if (!db.objectStoreNames.contains('answers')) return resolve([])
          const names = db.transaction('answers').objectStore('answers').getAllKeys()
          names.onsuccess = () => resolve(names.result.map(String))
        }
      }),
  )

test('a screen is there from the first frame of the next start, and goes at the logout', async ({
  page,
}) => {
  const refused: string[] = []
  page.on('console', (line) => line.type() === 'error' && refused.push(line.text()))
  await logInAsCustomer(page, sluice)
  await waitUntilCached(page)
  await expect.poll(() => storedNames(page)).toContain('snapshot /user/index')

  await watchSnapshot(page)
  for (const path of ['/user/index', '/']) {
    await page.goto(sluice.site + path)
    await expect(page.locator('.snapshot')).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { shown, under } = await seenBy(page)
    expect(shown).toBe(true)
    expect(under).not.toBe('')
  }
  expect(refused).toEqual([])

  await page.goto(`${sluice.site}/user/settings`)
  expect((await seenBy(page)).shown).toBe(false)
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await expect(page).toHaveURL(/\/home\/login$/)
  expect((await storedNames(page)).filter((name) => name.startsWith('snapshot'))).toEqual([])
})

test('of somebody else nothing is shown, not even for a moment', async ({ page }) => {
  await logIn(page, sluice.site)
  await page.waitForURL(/\/admin\/index$/)
  await waitUntilCached(page)
  await expect.poll(() => storedNames(page)).toContain('snapshot /admin/index')
  // The session was replaced where this page could not see it.
  await page.evaluate(() => {
    const known = JSON.parse(localStorage.getItem('sluice.status') ?? '{}')
    localStorage.setItem(
      'sluice.status',
      JSON.stringify({ ...known, status: { ...known.status, id: 99 } }),
    )
  })
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.dataset.snapshots = String(
        document.querySelectorAll('.snapshot').length,
      )
    })
  })
  await page.goto(`${sluice.site}/admin/index`, { waitUntil: 'domcontentloaded' })
  await expect(page.locator('html[data-snapshots="0"]')).toHaveCount(1)
})
