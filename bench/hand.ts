import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import type { Row } from './table.ts'

/** What a hand does in a job, counted. */
export type Hand = {
  page: Page
  tap: (what: Locator) => Promise<void>
  /** Typing, as text goes in by a keyboard that completes it. */
  type: (where: Locator, text: string) => Promise<void>
}

/** A job as people do it, and the taps it took before the cockpit, where they were counted. */
export type Job = { name: string; before?: number; target?: string }

/** A phone of the usual size, which is touched. */
export function phone(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({
    locale: 'en-US',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 3,
  })
}

/** Does a job; the seconds of a script that does not think, and in the note taps and typing. */
export async function byHand(
  page: Page,
  { name, before, target }: Job,
  work: (hand: Hand) => Promise<void>,
): Promise<Row> {
  let [taps, keys] = [0, 0]
  const hand: Hand = {
    page,
    async tap(what) {
      taps += 1
      await what.tap({ timeout: 60_000 })
    },
    async type(where, text) {
      keys += text.length
      await where.fill(text, { timeout: 60_000 })
    },
  }
  const began = performance.now()
  await work(hand).catch((error: unknown) => {
    throw new Error(`on a phone: ${name}`, { cause: error })
  })
  const ours = (performance.now() - began) / 1000
  const note = [
    `${taps} taps`,
    before !== undefined && `${before} before`,
    keys > 0 && `${keys} characters`,
  ].filter((part) => part !== false)
  return { name: `phone: ${name}`, ours, unit: 's', target, note: note.join(', ') }
}
