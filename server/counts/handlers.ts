import type { Handlers } from '../contract.ts'
import { zoneOf } from '../flow/slots.ts'
import { momentTyped } from '../payments/period.ts'
import { countUsers } from '../users/counts.ts'
import { groupOf } from '../users/scope.ts'

/** Users, sign-ups, log-ins and buyers over time. */
export const countHandlers = {
  getUserCounts({ db, caller, query, config, now }) {
    const timeZone = zoneOf(query.tz, config.timeZone)
    const start = momentTyped(query.start, 'start', timeZone)
    const end = momentTyped(query.end, 'end', timeZone)
    return countUsers(db, { start, end, group: groupOf(caller), now: now(), timeZone })
  },
} satisfies Partial<Handlers>
