import type { Handlers, Caller } from '../../http/contract.ts'
import { zoneOf } from '../../accounts/flow/slots.ts'
import { momentTyped } from '../../shop/orders/period.ts'
import { countUsers } from './counts.ts'
import { figuresOf } from './figures.ts'
import { paidFiguresOf } from './paid.ts'
import { groupOf } from '../../http/scope.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'
import type { Answer } from '#contract'
import type { Database } from '../../database/database.ts'
import { countCustomers, findPermissions } from '../../people/permissions/store.ts'
import { trafficGiven } from '../../shop/reselling/given.ts'

/** Users, sign-ups, log-ins and buyers over time, and the figures of the shop. */
export const countHandlers = {
  async getShopFigures({ db, caller, query, config, now }) {
    const timeZone = zoneOf(query.tz, await findTimeZone({ db, config }))
    const [figures, limits] = await Promise.all([
      figuresOf(db, {
        now: now(),
        timeZone,
        homeZone: config.timeZone,
        group: groupOf(caller),
      }),
      limitsOf(db, caller),
    ])
    return { ...figures, ...(limits && { limits }) }
  },

  async getPaidFigures({ db, caller, query, config, now }) {
    const timeZone = zoneOf(query.tz, await findTimeZone({ db, config }))
    return paidFiguresOf(db, { now: now(), timeZone, group: groupOf(caller) })
  },

  async getUserCounts({ db, caller, query, config, now }) {
    const timeZone = zoneOf(query.tz, await findTimeZone({ db, config }))
    const start = momentTyped(query.start, 'start', timeZone)
    const end = momentTyped(query.end, 'end', timeZone)
    return countUsers(db, { start, end, group: groupOf(caller), now: now(), timeZone })
  },
} satisfies Partial<Handlers>

/** What a reseller may give, and how much of it is given; undefined for other admins. */
async function limitsOf(
  db: Database,
  { id, groupId }: Caller,
): Promise<Answer<'getShopFigures'>['limits']> {
  const permissions = await findPermissions(db, id)
  if (permissions?.kind !== 'reseller') return undefined
  const { maxCustomers = null, maxTraffic = null, plans } = permissions
  const [customers, given] = await Promise.all([
    countCustomers(db, groupId),
    trafficGiven(db, groupId),
  ])
  return { customers, maxCustomers, traffic: given.bytes, maxTraffic, plans: plans?.length ?? null }
}
