import { expect, test } from '@playwright/test'
import { demoSite } from './support/demo.ts'
import { logIn } from './support/person.ts'

test.use({ serviceWorkers: 'allow' })

const sluice = demoSite()

test('a customer sends pictures, and an admin looks at them large', async ({ page, browser }) => {
  await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
  await page.waitForURL(/\/user\/index$/)
  await page.goto(`${sluice.site}/user/message`)
  await page
    .locator('input[type=file]')
    .setInputFiles(['public/icon-512.png', 'public/pictures/customer-phone.png'])
  await expect(page.getByRole('button', { name: /^Remove picture/ })).toHaveCount(2)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  const sent = page.getByRole('button').getByRole('img', { name: /^Picture \d of 2$/ })
  await expect(sent).toHaveCount(2)
  await expect(page.getByRole('button', { name: /^Remove picture/ })).toHaveCount(0)

  const context = await browser.newContext()
  const desk = await context.newPage()
  await logIn(desk, sluice.site)
  await desk.waitForURL(/\/admin\/index$/)
  await desk.goto(`${sluice.site}/admin/message`)
  await desk.getByText('2 pictures').first().click()
  const seen = desk.getByRole('button').getByRole('img', { name: 'Picture 1 of 2' })
  await expect
    .poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await seen.click()
  const viewer = desk.getByRole('dialog', { name: 'Picture 1 of 2' })
  await expect(viewer).toBeVisible()
  await desk.keyboard.press('ArrowRight')
  const next = desk.getByRole('dialog', { name: 'Picture 2 of 2' })
  await expect(next.getByRole('img')).toHaveJSProperty('complete', true)
  await desk.keyboard.press('Escape')
  await expect(next).toHaveCount(0)
  await context.close()
})
