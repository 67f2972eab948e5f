import { test } from '@playwright/test'
import { setUpSite } from './person.ts'
import { startSluice } from './server.ts'

type Sluice = Awaited<ReturnType<typeof startSluice>>

/** A console with the demo's shop, set up, for all tests of a file; what it is is known once they run. */
export function demoSite(): Sluice {
  const sluice = {} as Sluice
  test.beforeAll(async ({ browser }) => {
    Object.assign(sluice, await startSluice(['--demo']))
    const page = await browser.newPage()
    await setUpSite(page, sluice.setupLink)
    await page.close()
  })
  // There is none where it did not start.
  test.afterAll(() => (sluice as Partial<Sluice>).stop?.())
  return sluice
}
