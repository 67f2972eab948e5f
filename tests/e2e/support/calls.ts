import type { Page, Request } from '@playwright/test'

/** How long a page has to ask for nothing, ms: an answer may be what the next call hangs on. */
const QUIET_MS = 150

/** Watches what a page asks the server for; resolves, when called, once nothing is under way. */
export function watchCalls(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let lastEnd = performance.now()
  const end = (request: Request) => {
    open.delete(request)
    lastEnd = performance.now()
  }
  page.on('request', (request) => void (/\/api\//.test(request.url()) && open.add(request)))
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    while (open.size > 0 || performance.now() - lastEnd < QUIET_MS) await page.waitForTimeout(25)
  }
}
