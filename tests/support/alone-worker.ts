/** What is done by one process alone: each time a row with its name, until a test ends it. */
import { everyAlone } from '../../server/database/alone.ts'
import { inTransaction, openDatabase } from '../../server/database/database.ts'
import { startLease } from '../../server/database/lease.ts'

const [databaseUrl = '', name = '', life = '0'] = process.argv.slice(2)
// One that is paused in the middle of a transaction holds its rows for so long, ms.
const db = openDatabase(databaseUrl, { statement: 1_000 })
const log = { info: () => {}, warn: () => {}, error: () => {} }
const lease = startLease({ db, log }, 'work', { life: Number(life) })
let count = 0

const job = everyAlone(
  lease,
  5,
  () =>
    inTransaction(db, async (tx) => {
      if (!(await lease.hold(tx))) return
      count += 1
      const row = { kind: name as never, userId: null, subjectId: null, data: '{}', createTime: 0 }
      await tx
        .insertInto('event')
        .values({ ...row, effect: `${name}:${count}` })
        .execute()
    }),
  log,
)
process.on('SIGTERM', () => {
  void job
    .stop()
    .then(() => lease.stop())
    .then(() => process.exit())
})
process.send?.('ready')
