import type { Kysely } from 'kysely'
import type { Config } from '../base/config.ts'
import type { Log } from '../base/log.ts'
import { every } from '../base/timers.ts'
import { isEmbedded } from './database.ts'
import { findMark, reasonAgainst } from './moveMark.ts'
import type { Tables } from './tables.ts'

type Deps = { db: Kysely<Tables>; log: Log; config: Pick<Config, 'databaseUrl'> }

/** How often a console checks, ms: as often as leases are renewed. */
const LOOK_MS = 2_000

/**
 * Ends a console whose database was moved while it was disconnected: the move did not see it among
 * the connections. `end` is called with the reason, once. An embedded database cannot be moved
 * while a console has it open.
 */
export function watchMove(
  { db, log, config }: Deps,
  end: (reason: string) => void,
  look = LOOK_MS,
): { stop: () => Promise<void> } {
  if (isEmbedded(config.databaseUrl)) return { stop: async () => {} }
  let isOver = false
  return every(
    look,
    async () => {
      const mark = await findMark(db)
      const reason = mark && reasonAgainst(mark)
      if (reason === undefined || isOver) return
      isOver = true
      end(reason)
    },
    log,
  )
}
