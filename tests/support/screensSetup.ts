import { afterEach, beforeEach, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { forgetScreens } from './screens.ts'

// Files share a page and what it has loaded; this one alone is run again for each of them.

const PHONE = { width: 414, height: 896 }

beforeEach(async () => {
  await cleanup()
  await forgetScreens()
  if (innerWidth !== PHONE.width || innerHeight !== PHONE.height)
    await page.viewport(PHONE.width, PHONE.height)
})
// Calls of a screen of an earlier test are refused. An answer would report another person,
// and one that never came would be waited for by the next test, as askers share a call.
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
})
// One that notices late that someone else is logged in by now would take all tests of the file along.
navigation.addEventListener('navigate', (event) => {
  const { cancelable, destination, downloadRequest } = event
  if (cancelable && !destination.sameDocument && downloadRequest === null) event.preventDefault()
})
