import { ApiError } from '#api/client.ts'
import { forgetMissing, NOT_KEPT, noteMissing } from '#api/serverInfo.ts'
import type { OperationId, Schema } from '#contract'
import { choose, currentChoices } from '#device/choices.ts'
import { storeEnded } from '#device/returnAddress.ts'
import { forgetPerson, isSamePerson, knownStatus, seenIn, storeStatus } from '#device/status.ts'
import { dropTraces, isLeaving, setLeaving } from '#device/personalData.ts'
import { activate, firstLanguage, isLanguage } from '#locales/activate.ts'
import { STARTUP_RELOAD_MS, STARTUP_RELOAD_REFUSED_MS } from '#rules/timing.ts'
import { getStatus, logOut } from './operations.ts'

const CHECK_INTERVAL_MS = 15_000

let pending: Promise<Schema<'Status'>> | undefined
/** Whether this page has requested the status since it was opened. */
let hasFetched = false
let isEnding = false

/** Requests the status from the server; concurrent callers share one call. */
export function fetchStatus(): Promise<Schema<'Status'>> {
  pending ??= ask().finally(() => {
    pending = undefined
  })
  return pending
}

/**
 * Requests the status after a login that the server has accepted.
 *
 * Throws ApiError `NOT_KEPT` where the answer is a visitor's nevertheless: the browser refuses cookies,
 * or the site's address begins with https and it was opened by http, over which none is sent.
 */
export async function fetchOwnStatus(): Promise<void> {
  // One that was sent for before the login knows nothing of it.
  await pending?.catch(() => undefined)
  const visitor = new ApiError(403, NOT_KEPT)
  const { status } = await fetchStatus().catch((error: unknown) => {
    throw error instanceof ApiError && error.status === 401 ? visitor : error
  })
  if (!status) throw visitor
}

/**
 * The status: a stored one opens the screen at once and is revalidated in the background.
 *
 * Throws ApiError when none is stored and the server cannot be reached.
 */
export async function currentStatus(): Promise<Schema<'Status'>> {
  const known = knownStatus()
  if (!known?.status.status) {
    // Somebody is about to take the place of nobody: sent for beside the answer, not after it.
    bringForgetting().catch(() => undefined)
    return fetchStatus()
  }
  // Screens open one after another: a status of a moment ago need not be requested again.
  if (hasFetched && Date.now() - known.at < CHECK_INTERVAL_MS) return known.status
  check(known.status)
  return known.status
}

/**
 * Revalidates the session behind a screen of stored answers. A server that answers, but not with a
 * status, is tried again after the delay of a failed start.
 * Spec 1. One that cannot be reached is not: the answers are stored for that case.
 */
function check(known: Schema<'Status'>): void {
  fetchStatus().then(
    (status) => {
      // The person was logged out or replaced elsewhere: what is on screen is not theirs.
      if (!isSamePerson(status, known)) endVisit(known)
    },
    (error: unknown) => {
      if (!(error instanceof ApiError) || error.status === 0) return
      if (error.status === 401) return endVisit(known)
      const wait = error.status === 403 ? STARTUP_RELOAD_REFUSED_MS : STARTUP_RELOAD_MS
      setTimeout(() => {
        if (knownStatus()?.status.id === known.id) check(known)
      }, wait)
    },
  )
}

/** A logout is running: the end of the session is expected then. The page is left at the end. */
export function expectEnd(): void {
  isEnding = true
}

/**
 * A call was refused as a visitor's. Only the status shows whether the visit is over: some servers
 * refuse an admin the same way for what only the main admin may do, without ending the session.
 */
export async function checkVisit(refused?: OperationId): Promise<void> {
  const before = knownStatus()?.status
  try {
    const now = await fetchStatus()
    if (!isSamePerson(now, before)) endVisit(before)
    else if (refused) noteMissing(refused)
  } catch (error) {
    if (error instanceof ApiError && [401, 403].includes(error.status)) endVisit(before)
  }
}

/**
 * The session is over on the server: removes this person's data, and goes to the root. Spec 4.
 * From a customer who was only seen, it goes back to the desk.
 */
function endVisit(person: Schema<'Status'> | undefined): void {
  if (isEnding) return
  // Several calls may notice it at once, and the page is left.
  isEnding = true
  // Before all else: the page may be reloaded at any moment.
  const seen = seenIn(person)
  storeEnded(seen === undefined ? location.pathname + location.search : null)
  const next = seen === undefined ? '/' : `/admin/user/${seen}`
  const unfinished = Promise.resolve(person && storeWhatIsUnfinished(person)).then(forgetEverything)
  const work = [unfinished, ...(seen === undefined ? [closeTheirs()] : [])]
  void Promise.allSettled(work).finally(() => location.assign(next))
}

async function ask(): Promise<Schema<'Status'>> {
  if (isLeaving()) await endSession()
  const before = knownStatus()?.status
  const status = await getStatus()
  hasFetched = true
  // Also after a login: an answer may have arrived while the previous person logged out.
  if (!isSamePerson(before, status)) {
    if (before && !isEnding) await storeWhatIsUnfinished(before)
    await forgetEverything()
  }
  if (!status.seenBy) forgetViewsOfOthers(status.id)
  // Where the site's name is left out, the main admin's console has read it in the settings.
  const { title = before?.title } = status
  storeStatus(title === undefined ? status : { ...status, title })
  if (status.status)
    void bringUnfinished()
      .then(({ takeUpUnfinished }) => takeUpUnfinished(status))
      .catch(() => undefined)
  // Only now the site's default language is known.
  if (!before && !currentChoices().language && isLanguage(status.language)) {
    const spoken = status.browserLanguage ? navigator.languages : []
    await activate(firstLanguage(undefined, status.language, spoken)).catch(() => undefined)
  }
  return status
}

/** Ends the session. Throws while the server may not know of it. */
export async function endSession(): Promise<void> {
  await logOut().catch((error: unknown) => {
    const { status } = error instanceof ApiError ? error : { status: 0 }
    // A refusal as a visitor means that the session was already over.
    if (status < 400 || status === 429 || status >= 500) throw error
  })
  setLeaving(false)
}

/** Saved views stay with the person who made them, also when their session ends by itself. */
function forgetViewsOfOthers(id: number | undefined) {
  const { viewsOf } = currentChoices()
  if (id === undefined || viewsOf === id) return
  choose({
    viewsOf: id,
    ...(viewsOf === undefined
      ? {}
      : { accountViews: undefined, userViews: undefined, orderViews: undefined }),
  })
}

/** Forgets everything of a person on this device, but what this device looks like. */
export async function forgetEverything(): Promise<void> {
  forgetPerson()
  forgetMissing()
  dropTraces()
  choose({ accountFilter: undefined, orderFilter: undefined })
  const [{ dropAnswers }, { dropShared }] = await bringForgetting()
  // What a visitor shared waits for just this: that they log in.
  await Promise.all([dropAnswers(), dropShared({ keepsWaiting: true })])
}

/** Before anything of theirs is forgotten. */
const storeWhatIsUnfinished = (person: Schema<'Status'>) =>
  bringUnfinished()
    .then(({ storeUnfinished }) => storeUnfinished(person))
    .catch(() => undefined)

const bringUnfinished = () => import('#device/unfinished.ts')

/** Closes the notifications this person was shown on this device. */
export const closeTheirs = () =>
  import('#device/shownNotifications.ts').then(({ closeNotifications }) => closeNotifications())

const bringForgetting = () =>
  Promise.all([import('#device/cache.ts'), import('#device/sharedStore.ts')])
