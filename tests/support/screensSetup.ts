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
// Calls of a screen of an earlier test reach no server. An answer would report another person, a
// refusal would be tried again in a later test, and what never came would be waited for there.
const endServer = () =>
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('the test has ended')))
endServer()
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  endServer()
})
// One that notices late that someone else is logged in by now would take all tests of the file along.
navigation.addEventListener('navigate', (event) => {
  const { cancelable, destination, downloadRequest } = event
  if (cancelable && !destination.sameDocument && downloadRequest === null) event.preventDefault()
})
