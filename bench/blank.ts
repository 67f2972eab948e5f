import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext } from '@playwright/test'
import { QUIET, seen, slowPage } from './slowPage.ts'
import { percentile } from './table.ts'

/** First content of a page that is one line, ms; from a worker at a later visit, or from the network. */
export async function measureBlank(
  context: BrowserContext,
  times: number,
  isKept = false,
): Promise<number> {
  const line = '<!doctype html><title>Blank</title><h1>Log in</h1>'
  const server = createServer(({ url }, reply) => {
    const isScript = url === '/sw.js'
    reply.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    reply.end(isScript ? workerOf(line) : line)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://localhost:${port}/`
  if (isKept) {
    const before = await context.newPage()
    await before.goto(url)
    await before.evaluate(() => navigator.serviceWorker.register('/sw.js').then(() => undefined))
    await before.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await before.close()
  }
  const took: number[] = []
  for (let time = 0; time < times; time++) {
    const { page } = await slowPage(context)
    await page.goto(url)
    await page.waitForTimeout(QUIET)
    took.push((await seen(page)).fcp)
    await page.close()
  }
  server.close()
  return percentile(took, 0.5)
}

/** A worker that answers every page with this one. */
const workerOf = (page: string) => `addEventListener('fetch', (event) => event.respondWith(
  new Response(${JSON.stringify(page)}, { headers: { 'content-type': 'text/html' } })))`
