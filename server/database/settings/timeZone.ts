import { isTimeZone } from '#rules/zone.ts'
import type { Config } from '../../base/config.ts'
import type { Database } from '../database.ts'
import { findSetting } from './store.ts'

type Where = { db: Database; config: Pick<Config, 'timeZone'> }

/**
 * The time zone of the site, by name: dates that the server writes and reads are of it.
 *
 * Where the site has none, or one that this runtime does not know, it is that of the installation
 * (`TZ`), whose days the stored sums of traffic are.
 */
export async function findTimeZone({ db, config }: Where): Promise<string> {
  const { timeZone = '' } = await findSetting(db, 'base')
  return isTimeZone(timeZone) ? timeZone : config.timeZone
}
