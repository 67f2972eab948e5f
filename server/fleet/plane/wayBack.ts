import { portOf } from '../../base/url.ts'
import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { WayBack } from '../../engine/plane.ts'

/** Where a customer renews; who is not logged in comes there by the log-in. */
const PAGE = '/user/account'
/** A site that only its own machine reaches is no way to anywhere. */
const LOCAL = ['localhost', '127.0.0.1', '[::1]']

/** The way back to a site, the value of `SITE`; undefined where there is none, or it is off. */
export async function wayBackTo(db: Database, site: string): Promise<WayBack | undefined> {
  const url = new URL(site)
  if (LOCAL.includes(url.hostname)) return undefined
  const { wayBack = true } = await findSetting(db, 'account')
  if (!wayBack) return undefined
  return { places: [`${url.hostname}:${portOf(url)}`], page: site + PAGE }
}
