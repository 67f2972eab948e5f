import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Browser } from './browser.ts'
import { type EngineName, isUsual, startEngine } from './engines.ts'
import { everyAddress } from './everyAddress.ts'
import { noteLeftOut } from '../../../scripts/leftOut.mjs'
import { mainWalk } from './mainWalk.ts'
import { type Site, startSite } from './site.ts'
import { stepsIn } from './step.ts'

/** The tests of an engine. It is started once; where that cannot be, it is left out and named. */
export function testsIn(engine: EngineName): void {
  // The two that people use most are part of `npm test`; of them every address is left to the long run.
  const walk = isUsual(engine) ? [] : ['long']
  let browser: Browser | undefined
  let why = ''
  const sites: Site[] = []
  const site = async () => {
    const started = await startSite()
    sites.push(started)
    return started
  }

  describe(`In ${engine}`, () => {
    beforeAll(async () => {
      try {
        browser = await startEngine(engine)
      } catch (error) {
        why = String(error)
        if (isUsual(engine) && process.env.CI) throw error
        noteLeftOut('browsers', engine, why)
      }
    })
    afterAll(async () => {
      await browser?.stop()
      await Promise.all(sites.map((one) => one.close()))
    })

    test('goes the main way through a site', { tags: walk }, async ({ skip }) => {
      if (!browser) return skip(why)
      await mainWalk(browser, await site(), stepsIn(engine, browser))
    })

    test('shows every address', { tags: ['long'], timeout: 900_000 }, async ({ skip }) => {
      if (!browser) return skip(why)
      const demo = await site()
      await demo.setUp()
      expect(await everyAddress(browser, demo, engine)).toEqual([])
    })
  })
}
