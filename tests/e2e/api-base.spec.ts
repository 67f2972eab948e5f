import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { logIn, setUpSite } from './support/person.ts'
import { startSluice } from './support/server.ts'
import { freePort } from '../support/freePort.ts'

test.use({ serviceWorkers: 'allow' })

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}

test.use({
  launchOptions: {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--host-resolver-rules=MAP *.sluice.test 127.0.0.1'],
  },
})

test('a console beside another address talks to the base its config.json names', async ({
  page,
}) => {
  const [apiPort, pagePort] = [await freePort(), await freePort()]
  const api = `http://api.sluice.test:${apiPort}`
  const screens = `http://console.sluice.test:${pagePort}`
  const sluice = await startSluice([], { PORT: String(apiPort), SITE: api, ORIGINS: screens })
  const pages = createServer((request, response) => {
    const path = new URL(request.url ?? '/', screens).pathname
    if (path === '/config.json') return void response.end(JSON.stringify({ apiBase: api }))
    const file = join('dist', path)
    const isFile = path !== '/' && extname(path) !== '' && statSync(file, { throwIfNoEntry: false })
    const name = isFile ? file : 'dist/index.html'
    response.setHeader('content-type', TYPES[extname(name)] ?? 'application/octet-stream')
    response.end(readFileSync(name))
  })
  await new Promise<void>((resolve) => pages.listen(pagePort, '127.0.0.1', resolve))
  try {
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await setUpSite(page, sluice.setupLink.replace(api, screens))
    await page.goto(`${screens}/admin/server`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByRole('button', { name: 'Log out' }).first().click()
    await expect(page).toHaveURL(/\/home\/login$/)
    await logIn(page, screens)
    await expect(page).toHaveURL(/\/admin\/index$/)
    const requested = calls.filter((url) => url.includes('/api/'))
    expect(requested.length).toBeGreaterThan(3)
    expect(requested.filter((url) => !url.startsWith(api))).toEqual([])
  } finally {
    pages.close()
    await sluice.stop()
  }
})
