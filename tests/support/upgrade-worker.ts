/** Opens a database for service, in a process that a test kills. */
import { enableCompileCache } from 'node:module'
import pg from 'pg'
import { openForService } from '../../server/database/opening.ts'
import { afterEachStatement } from './statements.ts'

/** What to open; and the number of statements after which this process kills itself. */
export type UpgradeTask = { databaseUrl: string; dataDir: string; killAfter?: number }

enableCompileCache()
let left = Infinity
const count = () => {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
}
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
// Before one is sent is after the one before it: they wait for each other.
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...given: unknown[]): unknown {
    count()
    return query.apply(this, given)
  },
})
afterEachStatement(count, { spills: true })

process.once('message', async ({ killAfter = Infinity, ...task }: UpgradeTask) => {
  left = killAfter
  const start = performance.now()
  await (await openForService(task)).destroy()
  process.send?.({ took: performance.now() - start })
  process.disconnect?.()
})
// All of it is loaded: what follows is the upgrade.
process.send?.('ready')
