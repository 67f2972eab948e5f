import type { Answer } from '#contract'
import type { Database } from '../../database/database.ts'
import type { Caller } from '../../http/contract.ts'
import { countCustomers, findPermissions } from '../../people/permissions/store.ts'
import { trafficGiven } from '../../shop/reselling/given.ts'

/** What a reseller may give, and how much of it is given; undefined for other admins. */
export async function limitsOf(
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
