import { type Database, inTransaction } from '../../database/database.ts'
import type { DriverMemory } from '../../engine/drivers/memory.ts'
import { NodeTrouble } from '../../engine/drivers/trouble.ts'
import type { World } from '../../http/world.ts'

type Deps = Pick<DriverMemory, 'loadMarks'> & {
  /** Whether this process is the one to command the node, until the transaction ends. */
  hold: (tx: Database) => Promise<boolean>
}

/**
 * The stored state of one server's driver, in the database. Saving fails once another process
 * commands the node: its state must not be overwritten with this one's.
 */
export function driverMemory(
  db: World['db'],
  serverId: number,
  { loadMarks, hold }: Deps,
): DriverMemory {
  return {
    loadMarks,
    async load() {
      const row = await db
        .selectFrom('driverState')
        .select('state')
        .where('serverId', '=', serverId)
        .executeTakeFirst()
      // Only what `save` wrote is ever there.
      return row && JSON.parse(row.state)
    },
    async save(stored) {
      const state = JSON.stringify(stored)
      await inTransaction(db, async (tx) => {
        if (!(await hold(tx))) throw new NodeTrouble('not ours')
        await tx
          .insertInto('driverState')
          .values({ serverId, state })
          .onConflict((conflict) => conflict.column('serverId').doUpdateSet({ state }))
          .execute()
      })
    },
  }
}
