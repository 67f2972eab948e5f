import type { BrowserContext, Page } from '@playwright/test'

/** How many times as slow as this machine the phone is. */
const SLOWER = 4
/** What developer tools call slow 4G: ms there and back, bytes per second. */
const SLOW_4G = { latency: 562, downloadThroughput: 184_320, uploadThroughput: 84_375 }
/** How long nothing happens before a page counts as loaded, ms. */
export const QUIET = 1_500
/** What the page itself saw, ms and counts; all times since it was requested. */
export type Seen = {
  fcp: number
  lcp: number
  shift: number
  tasks: [number, number][]
  inp: number
  /** When the first row of a list or the ring of an account was in the page, or a snapshot of them. */
  content: number
}

/** A page that is as slow as a cheap phone on a slow network, and takes notes. */
export async function slowPage(context: BrowserContext, offline = false) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  let received = 0
  await session.send('Network.enable')
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    received += encodedDataLength
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await session.send('Network.emulateNetworkConditions', { offline, ...SLOW_4G })
  await page.addInitScript(takeNotes)
  return { page, bytes: () => received }
}

/** Runs in the page before anything else does. */
function takeNotes() {
  const notes: Seen = { fcp: 0, lcp: 0, shift: 0, tasks: [], inp: 0, content: 0 }
  Object.assign(window, { notes })
  const look = new MutationObserver(() => {
    // What is in a snapshot cannot be found from outside; one that does not fit is gone by now.
    if (!document.querySelector('main [data-index="0"], main circle[r="100"], .snapshot')) return
    notes.content = performance.now()
    look.disconnect()
  })
  look.observe(document, { childList: true, subtree: true })
  const watch = (type: string, take: (entry: PerformanceEntry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
      ...more,
    })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') notes.fcp = startTime
  })
  watch('largest-contentful-paint', ({ startTime }) => (notes.lcp = startTime))
  watch('longtask', ({ startTime, duration }) => notes.tasks.push([startTime, duration]))
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & Record<string, number | boolean>
    if (!hadRecentInput) notes.shift += Number(value)
  })
  const keys = ({ duration }: PerformanceEntry) => (notes.inp = Math.max(notes.inp, duration))
  watch('event', keys, { durationThreshold: 16 })
}

/** What a page has seen so far. */
export const seen = (page: Page): Promise<Seen> =>
  page.evaluate(() => (window as unknown as { notes: Seen }).notes)
