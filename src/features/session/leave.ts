import { choose } from '#device/choices.ts'
import { currentSubscription } from '#device/push.ts'
import { keepEnded, keepWanted } from '#device/ended.ts'
import { keepLeaving } from '#device/traces.ts'
import { LOGOUT_TIMEOUT_MS } from './operations.ts'
import { endSession, expectEnd, forgetEverything } from './visit.ts'

/** Logs out: tells the server, then forgets everything of this person on this device. */
export async function leave(to = '/home/login'): Promise<void> {
  // Unless the server hears of it the session lives on: the next start ends it before it asks.
  keepLeaving(true)
  expectEnd()
  await Promise.all([endSession().catch(() => undefined), endPush()])
  await forgetEverything()
  keepEnded(null)
  keepWanted(null)
  choose({ viewsOf: undefined, accountViews: undefined, userViews: undefined })
  location.assign(to)
}

/** Lets this browser be notified of nothing more, whether or not the server can be told. */
async function endPush() {
  const unsubscribe = async () => {
    await (await currentSubscription())?.unsubscribe()
  }
  const late = new Promise((resolve) => setTimeout(resolve, LOGOUT_TIMEOUT_MS))
  await Promise.race([unsubscribe().catch(() => undefined), late])
}
