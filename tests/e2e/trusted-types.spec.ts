import { expect, test } from '@playwright/test'
import { startSluice } from './support/server.ts'

test.use({ serviceWorkers: 'allow' })

test('no text becomes markup or a script, and only this worker is registered', async ({ page }) => {
  const sluice = await startSluice([])
  try {
    await page.goto(sluice.site)
    await page.waitForFunction(() => navigator.serviceWorker.ready.then(() => true))
    const outcome = await page.evaluate(async () => {
      const tried = (act: () => unknown) => {
        try {
          act()
          return 'allowed'
        } catch (error) {
          return error instanceof Error ? error.name : 'thrown'
        }
      }
      const element = document.createElement('div')
      const script = document.createElement('script')
      const register = (url: string) =>
        navigator.serviceWorker.register(url).then(
          () => 'allowed',
          (error: Error) => error.name,
        )
      return {
        markup: tried(() => (element.innerHTML = '<img src=x onerror="alert(1)">')),
        empty: tried(() => (element.innerHTML = '')),
        scriptText: tried(() => (script.text = 'alert(1)')),
        scriptAddress: tried(() => (script.src = '/assets/other.js')),
        policy: tried(() =>
          (
            globalThis as unknown as {
              trustedTypes: { createPolicy: (...rest: unknown[]) => void }
            }
          ).trustedTypes.createPolicy('other', {}),
        ),
        otherWorker: await register('/other.js'),
        longerAddress: await register('/sw.js/../other.js'),
        worker: await register('/sw.js'),
        stamped: await register('/sw.js?stamp=5'),
      }
    })
    expect(outcome).toEqual({
      markup: 'TypeError',
      empty: 'allowed',
      scriptText: 'TypeError',
      scriptAddress: 'TypeError',
      policy: 'TypeError',
      otherWorker: 'TypeError',
      longerAddress: 'TypeError',
      worker: 'allowed',
      stamped: 'allowed',
    })
  } finally {
    await sluice.stop()
  }
})
