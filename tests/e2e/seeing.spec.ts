import { expect, type Page, test } from '@playwright/test'
import { demoSite } from './support/demo.ts'
import { logIn } from './support/person.ts'

test.use({ serviceWorkers: 'allow' })

const sluice = demoSite()

/** Everything this browser keeps that can be read as text. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (!/\/assets\//.test(request.url))
          texts.push(request.url, (await (await caches.match(request))?.text()) ?? '')
    return texts.join('\n')
  })

test('an admin sees what a customer sees, changes nothing, and is back at the desk', async ({
  page,
}) => {
  await logIn(page, sluice.site)
  await page.waitForURL(/\/admin\/index$/)
  const id = await page.evaluate(async (email) => {
    const reply = await fetch(`/api/admin/user?search=${encodeURIComponent(email)}`)
    return (await reply.json()).users[0].id
  }, sluice.customer.email)
  const desk = `/admin/user/${id}`
  await page.goto(sluice.site + desk)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'View as this customer' }).click()
  await page.getByRole('button', { name: 'View as this customer' }).click()
  await page.waitForURL(/\/user\/index/)
  const bar = page.getByText(`Viewing as ${sluice.customer.email}. Nothing can be changed.`)
  await expect(bar).toBeVisible()
  for (const path of ['account', 'settings', 'message', 'help']) {
    await page.goto(`${sluice.site}/user/${path}`)
    await expect(bar).toBeVisible()
  }
  const second = await page.context().newPage()
  await second.goto(`${sluice.site}/`)
  // By its text: an announcement opens over it, as it does for the customer.
  await expect(second.getByText('Nothing can be changed.')).toBeVisible()

  await page.goto(`${sluice.site}/user/security`)
  const status = await page.evaluate(async () => {
    const { id } = JSON.parse(localStorage.getItem('sluice.status') ?? '{}').status
    const headers = { 'seen-customer': String(id) }
    const reply = await fetch('/api/sessions/end', { method: 'POST', headers })
    return `${reply.status} ${await reply.text()}`
  })
  expect(status).toBe('403 viewing only')

  await page.getByRole('button', { name: 'Back to admin' }).click()
  await page.waitForURL((url) => url.pathname === desk)
  await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible()
  await expect(bar).toHaveCount(0)
  // The other tab does not stay the customer's.
  await expect(second).toHaveURL(/\/admin\//)
  expect(await kept(page)).not.toContain(sluice.customer.email)
})
