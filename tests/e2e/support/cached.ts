import type { Page } from '@playwright/test'

/**
 * Waits until the worker is in charge of a page and has stored all that its reader can open: as the
 * page does, it sends area and language, and the worker answers when it is done.
 */
export async function waitUntilCached(page: Page, area?: 'user' | 'admin'): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.evaluate(
    (reader) =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve())
        port1.start()
        const { lang: language } = document.documentElement
        const message = { type: 'KEEP', area: reader, language }
        navigator.serviceWorker.controller?.postMessage(message, [port2])
      }),
    area,
  )
}
