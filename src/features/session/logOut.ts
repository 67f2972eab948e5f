import { beginReads, endReads } from '#api/send.ts'
import { choose } from '#device/choices.ts'
import { currentSubscription } from '#device/push.ts'
import { storeEnded, storeWanted } from '#device/returnAddress.ts'
import { setLeaving } from '#device/personalData.ts'
import { LOGOUT_TIMEOUT_MS } from './operations.ts'
import { closeTheirs, endSession, expectEnd, forgetEverything } from './visit.ts'

/** Logs out: notifies the server, then removes everything of this person from this device. */
export async function logOut(to = '/home/login'): Promise<void> {
  // If the server is not reached the session lives on: the next start ends it before anything else.
  setLeaving(true)
  expectEnd()
  // Answered after the session, they would be refused as a visitor's.
  endReads()
  addEventListener('pageshow', beginReads, { once: true })
  await Promise.all([endSession().catch(() => undefined), endPush()])
  await closeTheirs().catch(() => undefined)
  await forgetEverything()
  await (await import('#device/sharedStore.ts')).dropShared()
  await import('#device/unfinished.ts').then(({ dropUnfinished }) => dropUnfinished())
  storeEnded(null)
  storeWanted(null)
  choose({
    viewsOf: undefined,
    accountViews: undefined,
    userViews: undefined,
    orderViews: undefined,
  })
  location.assign(to)
}

/** Unsubscribes this browser from push, whether or not the server can be reached. */
async function endPush() {
  const unsubscribe = async () => {
    await (await currentSubscription())?.unsubscribe()
  }
  const late = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS))
  await Promise.race([unsubscribe().catch(() => undefined), late])
}
