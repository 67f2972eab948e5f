import { lacksNewer } from './older-browser.ts'
import { Workbox } from 'workbox-window'
import { cacheLoginPage, fetchNext } from './login-page.ts'
import { knownStatus, onStatus } from './status.ts'
import { offerUpdate } from './update.ts'

const CHECK_MS = 600_000
const SLOW_CHECK_MS = 3_600_000
/** By then a browser has activated what it was told to, or never will: the page starts again. */
const TAKE_OVER_MS = 30_000

/** The address of the worker that was registered last; empty without one. */
let address: string | undefined
let accepted = false

/**
 * Registers the worker that caches the shell for offline starts, if the site's settings want it.
 *
 * A new stamp (`serviceWorkerTime`) is a new address of the worker, which fetches the whole shell
 * again and drops every older cache. If the site switches it off, the worker and its caches are removed.
 */
export function registerWorker(): void {
  if (!('serviceWorker' in navigator)) return
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (accepted) location.reload()
    // Another tab activated the newer shell; this one goes on with the files the worker retained.
    else if (controlled) offerUpdate(() => location.reload())
    controlled = true
    void sayWhoReads()
  })
  void follow()
  onStatus(() => void follow())
  const language = new MutationObserver(() => void sayWhoReads())
  language.observe(document.documentElement, { attributeFilter: ['lang'] })
  // People who are logged in will see no login.
  if (!knownStatus()?.status.status) {
    fetchNext()
    void cacheLoginPage().catch(() => undefined)
  }
  lookForNews()
}

/** Activates the waiting shell without asking, for pages whose own shell is broken. */
export async function takeWaitingShell(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await registration?.update()
  if (!registration) return
  // One that waits already may be of a build that is gone as well.
  await settled(registration.installing)
  if (!registration.waiting) return
  // A reload before that would be answered by the shell that is broken.
  const taken = new Promise((resolve) =>
    navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
  )
  takeOver(registration)
  await taken
}

/** Resolves once a worker has installed, or failed to. */
const settled = (worker: ServiceWorker | null) =>
  new Promise<void>((resolve) => {
    const look = () => worker?.state !== 'installing' && resolve()
    worker?.addEventListener('statechange', look)
    look()
  })

/** Activates the waiting worker; the active one stops caching, which a browser would wait for. */
function takeOver({ active, waiting }: ServiceWorkerRegistration) {
  active?.postMessage({ type: 'HAND_OVER' })
  waiting?.postMessage({ type: 'SKIP_WAITING' })
}

/** Removes the worker and every file it cached: the next start comes from the server. */
export async function dropShell(): Promise<void> {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.unregister()))
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
}

/** Sends the worker the area and language to cache besides the files that start the console. */
async function sayWhoReads() {
  const { active } = await navigator.serviceWorker.ready
  // A site without a worker has just dropped its files: they must not be fetched again.
  if (!address) return
  const { status: type } = knownStatus()?.status ?? {}
  const area = type === 'normal' ? 'user' : type
  const isOlder = lacksNewer()
  active?.postMessage({ type: 'KEEP', area, language: document.documentElement.lang, isOlder })
}

async function follow() {
  const { status } = knownStatus() ?? {}
  // Until the server has answered once it is not known whether the site wants a worker.
  if (!status) return
  const { serviceWorker = true, serviceWorkerTime = 0 } = status
  const wanted = serviceWorker ? workerAt(serviceWorkerTime) : ''
  if (wanted !== '') void sayWhoReads()
  if (wanted === address) return
  address = wanted
  if (wanted === '') return dropShell().catch(() => undefined)
  const workbox = new Workbox(wanted)
  workbox.addEventListener('waiting', ({ sw }) => offerUpdate(() => void accept(sw)))
  // A browser may refuse (private windows do); the console then works online only.
  await workbox.register({ immediate: true }).catch(() => undefined)
}

async function accept(waiting: ServiceWorker | undefined) {
  if (accepted) return
  accepted = true
  setTimeout(() => location.reload(), TAKE_OVER_MS)
  // Replaced by a newer one meanwhile, it never takes over.
  waiting?.addEventListener('statechange', () => {
    if (waiting.state === 'redundant') location.reload()
  })
  const registration = await navigator.serviceWorker.getRegistration()
  if (registration) takeOver(registration)
}

const workerAt = (stamp: number) => (stamp > 0 ? `/sw.js?stamp=${stamp}` : '/sw.js')

function lookForNews() {
  let looked = Date.now()
  const look = async () => {
    looked = Date.now()
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration) return registration.update().catch(() => undefined)
    // The first one could not be fetched or installed: a browser forgets such a worker.
    if (!address) return undefined
    address = undefined
    return follow()
  }
  setInterval(() => void look(), SLOW_CHECK_MS)
  document.addEventListener('visibilitychange', () => {
    const due = Date.now() - looked > CHECK_MS
    if (document.visibilityState === 'visible' && due) void look()
  })
}
