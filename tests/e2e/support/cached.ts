import { expect, type Page } from '@playwright/test'

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

/** Waits until the device has stored the answers to some queries, by the beginnings of their keys. */
export async function waitUntilStored(page: Page, ...queries: string[]): Promise<void> {
  const names = () =>
    page.evaluate(
      () =>
        new Promise<string[]>((resolve, reject) => {
          const opening = indexedDB.open('sluice-kept')
          opening.onerror = () => reject(opening.error)
          opening.onsuccess = () => {
            const reading = opening.result
              .transaction('answers')
              .objectStore('answers')
              .getAllKeys()
            reading.onerror = () => reject(reading.error)
            reading.onsuccess = () => {
              opening.result.close()
              resolve(reading.result.map(String))
            }
          }
        }),
    )
  const missing = async () => {
    const stored = await names()
    return queries.filter((query) => !stored.some((name) => name.includes(query)))
  }
  await expect.poll(missing, { timeout: 30_000 }).toEqual([])
}
