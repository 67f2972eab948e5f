import { ApiError } from '#api/client.ts'
import type { Schema } from '#contract'
import { choose } from '#device/choices.ts'
import { forgetPerson, keepStatus, knownStatus } from '#device/status.ts'
import { dropTraces, isLeaving, keepLeaving } from '#device/traces.ts'
import { getStatus, logOut } from './operations.ts'

const CHECK_AGAIN = 15_000

let asked: Promise<Schema<'Status'>> | undefined
/** Whether this page has asked since it was opened. */
let heard = false

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
  if (heard && Date.now() - known.at < CHECK_AGAIN) return known.status
  heard = true
  askStatus().then(
    (status) => {
      // The person was logged out or replaced elsewhere: what is on screen is not theirs.
      if (status.status !== known.status.status || status.id !== known.status.id) endVisit()
    },
    (error: unknown) => {
      if (error instanceof ApiError && error.status === 401) endVisit()
    },
  )
  return known.status
}

/** Logs out: tells the server, then forgets everything of this person on this device. */
export async function leave(to = '/home/login'): Promise<void> {
  // Without a network the session would live on: the next start ends it before it asks anything.
  await logOut().catch((error: unknown) => {
    keepLeaving(error instanceof ApiError && error.status === 0)
  })
  await forgetEverything()
  location.assign(to)
}

/** The server no longer knows this person: forget, and go to the root. Spec 4. */
export function endVisit(): void {
  void forgetEverything().finally(() => location.assign('/'))
}

async function ask(): Promise<Schema<'Status'>> {
  if (isLeaving()) {
    await logOut().catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status === 0) throw error
    })
    keepLeaving(false)
  }
  const before = knownStatus()?.status
  const status = await getStatus()
  // Also whoever has just logged in: an answer may have come in while the one before left.
  if (before?.id !== status.id) await forgetEverything()
  keepStatus(status)
  return status
}

async function forgetEverything() {
  forgetPerson()
  dropTraces()
  choose({ accountFilter: undefined })
  const { dropAnswers } = await import('#device/cache.ts')
  await dropAnswers()
}
