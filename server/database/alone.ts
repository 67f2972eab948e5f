import type { Kysely } from 'kysely'
import type { Config } from '../base/config.ts'
import type { Log } from '../base/log.ts'
import { every } from '../base/timers.ts'
import { isEmbedded } from './database.ts'
import { type Lease, OWN_LEASE, startLease } from './lease.ts'
import type { Tables } from './tables.ts'

type Deps = { db: Kysely<Tables>; log: Log; config: Pick<Config, 'databaseUrl'> }

/** Pause after the process that did the work was killed or paused, ms. */
const LIFE_MS = 10_000

/** The right to some work, where several processes may share a database; `stop` hands it over. */
export function leaseOf({ db, log, config }: Deps, name: string): Lease {
  return isEmbedded(config.databaseUrl)
    ? OWN_LEASE
    : startLease({ db, log }, name, { life: LIFE_MS })
}

/** Repeats some work as long as this process holds the lease for it. */
export const everyAlone = (
  lease: Pick<Lease, 'isHeld'>,
  interval: number,
  work: () => Promise<unknown>,
  log: Log,
  first?: number,
) => every(interval, async () => void (lease.isHeld() && (await work())), log, first)
