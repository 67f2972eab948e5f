import type { Page, Request } from '@playwright/test'

/** How long a page has to be without calls, ms: the next call may depend on an answer. */
const QUIET_MS = 150

/** Watches the calls of a page; resolves, when called, once none is under way. */
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
