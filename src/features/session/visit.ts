import { ApiError } from '#api/client.ts'
import { forgetMissing, noteMissing } from '#api/missing.ts'
import type { OperationId, Schema } from '#contract'
import { choose, currentChoices } from '#device/choices.ts'
import { keepEnded } from '#device/ended.ts'
import { forgetPerson, keepStatus, knownStatus } from '#device/status.ts'
import { dropTraces, isLeaving, keepLeaving } from '#device/traces.ts'
import { activate, isLanguage } from '#locales/activate.ts'
import { STARTUP_RELOAD_MS, STARTUP_RELOAD_REFUSED_MS } from '#rules/timing.ts'
import { getStatus, logOut } from './operations.ts'

const CHECK_INTERVAL_MS = 15_000

let asked: Promise<Schema<'Status'>> | undefined
/** Whether this page has asked since it was opened. */
let hasAsked = false
let isEnding = false

/** Asks the server who is here; several askers at a time share one call. */
export function askStatus(): Promise<Schema<'Status'>> {
  asked ??= ask().finally(() => {
    asked = undefined
  })
  return asked
}

/**
 * Who is here: what is known already lets a person in at once and is checked behind the screen.
 *
 * Throws ApiError when nothing is known and the server cannot be asked.
 */
export async function currentStatus(): Promise<Schema<'Status'>> {
  const known = knownStatus()
  if (!known?.status.status) return askStatus()
  // Screens open one after another: what was heard a moment ago need not be asked again.
  if (hasAsked && Date.now() - known.at < CHECK_INTERVAL_MS) return known.status
  hasAsked = true
  check(known.status)
  return known.status
}

/**
 * Asks behind a kept screen whether it is still theirs. A server that answers, but not with a
 * status, is asked again after the time in which a page without a person would be loaded again.
 * Spec 1. One that cannot be reached is not: the screen was kept to be read then.
 */
function check(known: Schema<'Status'>): void {
  askStatus().then(
    (status) => {
      // The person was logged out or replaced elsewhere: what is on screen is not theirs.
      if (status.status !== known.status || status.id !== known.id) endVisit()
    },
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.status === 0) return
      if (error.status === 401) return endVisit()
      const wait = error.status === 403 ? STARTUP_RELOAD_REFUSED_MS : STARTUP_RELOAD_MS
      setTimeout(() => {
        if (knownStatus()?.status.id === known.id) check(known)
      }, wait)
    },
  )
}

/** Somebody is logging out: that their session ends is no news then. The page is left at last. */
export function expectEnd(): void {
  isEnding = true
}

/**
 * A call was refused as a visitor's. Only the status tells whether the visit is over: older servers
 * say the same to an admin who calls what only the main admin may do, and go on knowing them.
 */
export async function checkVisit(refused?: OperationId): Promise<void> {
  const before = knownStatus()?.status
  try {
    const now = await askStatus()
    if (now.status !== before?.status || now.id !== before?.id) endVisit()
    else if (refused) noteMissing(refused)
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) endVisit()
  }
}

/** The server no longer knows this person: forget, and go to the root. Spec 4. */
export function endVisit(): void {
  if (isEnding) return
  // Several calls learn of it at once, and the page is left.
  isEnding = true
  // Before all else: the page may be loaded anew at any moment.
  keepEnded(location.pathname + location.search)
  void forgetEverything().finally(() => location.assign('/'))
}

async function ask(): Promise<Schema<'Status'>> {
  if (isLeaving()) await endSession()
  const before = knownStatus()?.status
  const status = await getStatus()
  // Also whoever has just logged in: an answer may have come in while the one before left.
  if (before?.id !== status.id) await forgetEverything()
  forgetViewsOfOthers(status.id)
  // Older servers leave out the site's name; the main admin's console has read it in the settings.
  const { title = before?.title } = status
  keepStatus(title === undefined ? status : { ...status, title })
  // Only now is it known which language the site speaks to whoever has chosen none.
  if (!before && !currentChoices().language && isLanguage(status.language))
    await activate(status.language).catch(() => undefined)
  return status
}

/** Ends the session. Throws while the server may not have heard of it. */
export async function endSession(): Promise<void> {
  await logOut().catch((error: unknown) => {
    const { status } = error instanceof ApiError ? error : { status: 0 }
    // What the server refuses as such was no session any more.
    if (status < 400 || status === 429 || status >= 500) throw error
  })
  keepLeaving(false)
}

/** Views are kept for whoever made them, also when their session ends by itself. */
function forgetViewsOfOthers(id: number | undefined) {
  const { viewsOf } = currentChoices()
  if (id === undefined || viewsOf === id) return
  choose({
    viewsOf: id,
    ...(viewsOf === undefined ? {} : { accountViews: undefined, userViews: undefined }),
  })
}

/** Forgets everything of a person on this device, but what this device looks like. */
export async function forgetEverything(): Promise<void> {
  forgetPerson()
  forgetMissing()
  dropTraces()
  choose({ accountFilter: undefined, orderFilter: undefined })
  const { dropAnswers } = await import('#device/cache.ts')
  await dropAnswers()
}
