import { Workbox } from 'workbox-window'
import { knownStatus } from './status.ts'

const STAMP = 'sluice.serviceWorkerTime'

/**
 * Registers the worker that keeps the shell for offline starts, as the site's settings ask.
 *
 * A new stamp (`serviceWorkerTime`) makes this browser fetch the shell anew: the worker is asked to
 * update, and the copies of older shells are dropped. A site that switched the worker off loses it.
 */
export async function keepShell(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const { serviceWorker = true, serviceWorkerTime = 0 } = knownStatus()?.status ?? {}
  if (!serviceWorker) {
    const registrations = await navigator.serviceWorker.getRegistrations()
    await Promise.all(registrations.map((registration) => registration.unregister()))
    return
  }
  const workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', () => {
    // Nothing is being typed on a page that has just been opened.
    if (document.visibilityState === 'hidden' || performance.now() < 5000)
      workbox.messageSkipWaiting()
  })
  // A browser may refuse (private windows do); the console then works online only.
  const registration = await workbox.register().catch(() => undefined)
  const seen = Number(localStorage.getItem(STAMP) ?? 0)
  if (serviceWorkerTime > seen) {
    localStorage.setItem(STAMP, String(serviceWorkerTime))
    if (seen > 0) await registration?.update()
  }
}
