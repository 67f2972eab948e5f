import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page, test } from '@playwright/test'
import { demoSite } from './support/demo.ts'
import { BOSS, logIn } from './support/person.ts'

test.use({ serviceWorkers: 'allow' })

const sluice = demoSite()

type File_ = { name: string; type: string; bytes?: string; size?: number }
type Share = { text?: string; url?: string; title?: string; files?: File_[] }

const icon = readFileSync('public/icon-192.png').toString('base64')
const picture = (name: string): File_ => ({ name, type: 'image/png', bytes: icon })
const removing = (page: Page) => page.getByRole('button', { name: /^Remove picture/ })
const box = (page: Page) => page.getByRole('textbox', { name: 'Your message' })

/** Opens the site, and waits until its worker answers this page. */
async function withWorker(page: Page) {
  await page.goto(`${sluice.site}/home/login`)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((done) =>
        navigator.serviceWorker.addEventListener('controllerchange', done),
      )
  })
}

/** Posts a form as the system does that shares something to the installed console. */
const share = (page: Page, shared: Share, action = '/share') =>
  Promise.all([
    page.waitForURL((url) => !url.pathname.startsWith('/share')),
    page.evaluate(
      ([{ files = [], ...texts }, to]) => {
        const form = document.createElement('form')
        form.method = 'post'
        form.enctype = 'multipart/form-data'
        form.action = to
        for (const [name, value] of Object.entries(texts)) {
          const field = document.createElement('textarea')
          field.name = name
          field.value = value
          form.append(field)
        }
        const input = document.createElement('input')
        input.type = 'file'
        input.name = 'pictures'
        input.multiple = true
        const data = new DataTransfer()
        for (const { name, type, bytes, size = 0 } of files) {
          const content =
            bytes === undefined
              ? new Uint8Array(size)
              : Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))
          data.items.add(new File([content], name, { type }))
        }
        input.files = data.files
        form.append(input)
        document.body.append(form)
        form.submit()
      },
      [shared, action] as const,
    ),
  ])

test('a customer shares a screenshot, reads it in the message, and sends it', async ({ page }) => {
  await withWorker(page)
  await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
  await page.waitForURL(/\/user\/index$/)
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
  })
  const words = 'It stops here: https://elsewhere.example/home/ref/123'
  await share(page, { title: words, text: words, files: [picture('one.png'), picture('two.png')] })
  await expect(page).toHaveURL(/\/user\/message$/)
  await expect(page.getByText(/^What you shared is in this message/)).toBeVisible()
  await expect(removing(page)).toHaveCount(2)
  await expect(box(page)).toHaveValue(words)

  // It is still there when the system closes the console, and is sent by nobody else.
  await page.reload()
  await expect(removing(page)).toHaveCount(2)
  await expect(box(page)).toHaveValue(words)
  expect(posts.filter((path) => path.includes('message') && !path.endsWith('/read'))).toEqual([])

  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('button').getByRole('img', { name: /of 2$/ })).toHaveCount(2)
  await expect(page.getByText(/^What you shared/)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await expect(removing(page)).toHaveCount(0)
})

test('what is no picture, too large or too much is left out and said', async ({ page }) => {
  await withWorker(page)
  await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
  await page.waitForURL(/\/user\/index$/)
  await share(page, { files: Array.from({ length: 40 }, (_, at) => picture(`${at}.png`)) })
  await expect(removing(page)).toHaveCount(4)
  await expect(page.getByText(/^A message can have at most 4 pictures/)).toBeVisible()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(removing(page)).toHaveCount(0)

  const program = { name: 'a.html', type: 'text/html', bytes: btoa('<script>') }
  const lie = { name: 'a.png', type: 'image/png', bytes: btoa('<svg onload=alert(1)>') }
  await share(page, { text: 'Look', files: [program, lie] })
  await expect(page.getByText(/^A file you shared is no picture/)).toBeVisible()
  await expect(page.getByText(/cannot be read as a picture/)).toBeVisible()
  await expect(removing(page)).toHaveCount(0)
  await expect(box(page)).toHaveValue('Look')

  const large = { name: 'a.png', type: 'image/png', size: 20_000_001 }
  await share(page, { text: 'Look again', files: [large, picture('b.png')] })
  await expect(page.getByText(/is too large and was left out/)).toBeVisible()
  await expect(removing(page)).toHaveCount(1)
  await expect(box(page)).toHaveValue('Look again')

  const huge = Array.from({ length: 3 }, () => ({ ...large, size: 17_000_000 }))
  await share(page, { text: 'All', files: huge })
  await expect(page.getByText(/is too large and was left out/)).toBeVisible()
  await expect(box(page)).toHaveValue('')
})

test('the page of another site fills no draft', async ({ page }) => {
  await withWorker(page)
  await logIn(page, sluice.site, sluice.customer.email, sluice.customer.password)
  await page.waitForURL(/\/user\/index$/)
  const form = `<form method=post enctype=multipart/form-data action="${sluice.site}/share">
    <input name=text value="Send me your password"></form>
    <script>document.forms[0].submit()</script>`
  const other = createServer((_request, reply) => {
    reply.writeHead(200, { 'content-type': 'text/html' }).end(form)
  })
  await new Promise<void>((done) => other.listen(0, '127.0.0.1', done))
  await page.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`)
  await page.waitForURL(/\/user\/index$/)
  await page.goto(`${sluice.site}/user/message`)
  await expect(box(page)).toHaveValue('')
  await expect(page.getByText(/^What you shared/)).toHaveCount(0)
  other.close()
})

test('a visitor logs in to what they shared; somebody else does not see it', async ({ page }) => {
  await withWorker(page)
  await share(page, { text: 'My phone cannot connect', files: [picture('one.png')] })
  await expect(page.getByText(/^What you shared waits on this device for an hour/)).toBeVisible()
  await page.locator('input[type=email]').fill(sluice.customer.email)
  await page.locator('input[type=password]').fill(sluice.customer.password)
  await page.locator('button[type=submit]').click()
  await page.waitForURL(/\/user\/message$/)
  await expect(removing(page)).toHaveCount(1)
  await expect(box(page)).toHaveValue('My phone cannot connect')

  await page.context().clearCookies()
  await page.goto(`${sluice.site}/user/index`)
  await page.waitForURL(/\/home\//)
  await logIn(page, sluice.site)
  await page.waitForURL(/\/admin\/index$/)
  await page.goto(`${sluice.site}/admin/message`)
  await expect(page.getByRole('heading', { name: 'Messages' })).toBeVisible()
  await expect(page.getByText(/what you shared/i)).toHaveCount(0)
})

test('an admin chooses whose conversation it goes into', async ({ page }) => {
  await withWorker(page)
  await logIn(page, sluice.site, BOSS.email, BOSS.password)
  await page.waitForURL(/\/admin\/index$/)
  await share(page, { files: [picture('one.png')] })
  await expect(page).toHaveURL(/\/admin\/message/)
  await expect(page.getByText(/^Choose the conversation/).first()).toBeVisible()
  await page.goto(`${sluice.site}/admin/message/2`)
  await expect(removing(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.reload()
  await expect(box(page)).toBeVisible()
  await expect(removing(page)).toHaveCount(0)
})

test('an invitation of this site that a visitor shares opens it, one of another does not', async ({
  page,
}) => {
  await withWorker(page)
  await share(page, { text: 'Join: https://elsewhere.example/home/ref/987' })
  await expect(page).toHaveURL(/\/home\/(index|login)/)
  await withWorker(page)
  await share(page, { text: `Join me: ${sluice.site}/home/ref/987`, files: [picture('card.png')] })
  // The demo has no such code; its page says so.
  await expect(page).toHaveURL(/\/home\/ref\/987$/)
})

test('who has no worker any more is led on by the server', async ({ request }) => {
  const reply = await request.post(`${sluice.site}/share`, {
    multipart: { text: 'Hello' },
    headers: { origin: 'null' },
    maxRedirects: 0,
  })
  expect([reply.status(), reply.headers().location]).toEqual([303, '/share'])
})
