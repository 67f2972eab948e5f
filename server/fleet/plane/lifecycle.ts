import { removeFormerKeys } from '../../accounts/former.ts'
import { type Bus, loneBus } from '../../base/bus.ts'
import { removeOldCopyBeside } from '../../database/beside.ts'
import { removeOldCopies } from '../../database/copies.ts'
import { isEmbedded, type Database } from '../../database/database.ts'
import { forgetPairs } from '../../database/lists/pairs.ts'
import { emptyLog, shrink } from '../../database/shrinking.ts'
import { keepPartitions } from '../../accounts/flow/partitions.ts'
import { removeOldFlow } from '../../accounts/flow/retention.ts'
import { removeOldLeases } from './leases.ts'
import { removeOldMarks } from '../../accounts/metering/marks.ts'
import { startQueue } from '../../accounts/metering/queue.ts'
import type { World } from '../../http/world.ts'
import { idsIn } from '../../engine/portKey.ts'
import { every } from '../../base/timers.ts'
import type { NodeLinks } from '../../engine/nodeLinks.ts'
import type { FlowDelta, Plane } from '../../engine/plane.ts'
import { nodeIn } from '../../accounts/servers/carrier.ts'
import type { Door } from '../../accounts/servers/trojan.ts'
import { openCarriers } from './carriers.ts'
import { startReconciler } from './reconcile.ts'
import { wayBackTo } from './wayBack.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Tables } from '../../database/tables.ts'

const BATCH_SIZE = 200

type Deps = Pick<World, 'db' | 'now' | 'config' | 'log'> & {
  /** Where machines that have joined connect. */
  nodes?: NodeLinks
  /** The other processes on this database. */
  bus?: Bus
  /** Replaces everything that carries traffic, in tests. */
  plane?: Plane
  /** Is called with traffic, as it passes. */
  carried?: (deltas: readonly FlowDelta[]) => void
  /** Where the console takes visitors of a site that it is itself; absent is nowhere. */
  door?: Door
}

const MINUTE_MS = 60_000
const DRAIN_TIMEOUT_MS = 10_000

/**
 * Starts the plane, reconciles its ports and counts its traffic, until `stop`.
 *
 * No port is opened before the first `wake` or `settle`: the console binds its own port first.
 */
export function startPlane({
  db,
  now,
  config,
  log,
  nodes,
  bus = loneBus(),
  plane: given,
  carried = () => {},
  door,
}: Deps) {
  let hasBegun = false
  const opened = () => follow()
  const adopted = (keys: readonly string[]) => {
    if (hasBegun) reconciler.adopt(keys)
  }
  const freed = (keys: readonly string[]) =>
    follow([...new Set(keys.map((key) => idsIn(key).accountId))])
  const plane = given ?? openCarriers({ db, now, config, log, nodes, bus, opened, adopted, freed })
  const doubted = ({ key, mark }: FlowDelta, why: string) => {
    const id = nodeIn(mark?.source ?? '')
    if (id !== undefined) nodes?.distrust(id, new Error(`${why}: ${key}`), { endsLink: false })
  }
  const queue = startQueue({ db, now, config, log }, wake, doubted)
  const everyMs = isEmbedded(config.databaseUrl) ? 10 * MINUTE_MS : MINUTE_MS / 2
  const wayBack = () => wayBackTo(db, config.site)
  const reconciler = startReconciler({ db, now, log, plane, queue, everyMs, wayBack, door })
  plane.onFlow(async (deltas) => {
    queue.add(deltas)
    carried(deltas)
  })
  bus.on<{ accounts?: number[] }>('wake', ({ accounts }) => follow(accounts))
  bus.onGap(() => follow())
  const partitioned = keepPartitions(db, now()).catch((error: unknown) =>
    log.error({ err: error }, 'partitions of traffic were not made, and are tried again'),
  )
  const jobs = [
    every(MINUTE_MS, removeExpired, log),
    every(60 * MINUTE_MS, tidyFlow, log),
    every(60 * MINUTE_MS, () => removeOldMarks(db, now()), log),
    every(60 * MINUTE_MS, () => removeOldLeases(db, now()), log),
  ]

  return { plane, wake, settle, stop }

  /** A request of another process opens no port before this process has begun to. */
  function follow(accounts?: readonly number[]): void {
    if (hasBegun) reconciler.wake(accounts)
  }

  function settle(): Promise<void> {
    hasBegun = true
    return reconciler.settle()
  }

  /** Wherever the ports are: those of other processes have to follow as well. */
  function wake(accounts?: readonly number[]): void {
    hasBegun = true
    reconciler.wake(accounts)
    bus.publish('wake', accounts ? { accounts } : {})
  }

  async function tidyFlow() {
    await keepPartitions(db, now())
    await removeOldFlow(db, { now: now(), timeZone: config.timeZone })
    if (!isEmbedded(config.databaseUrl)) return removeOldCopyBeside(db, now())
    await forgetPairs(db)
    await shrink(db)
    if (!config.backup?.place) await emptyLog(db)
    removeOldCopies(config.dataDir, now())
  }

  async function removeExpired() {
    const removed = await removeExpiredAccounts(db, now())
    if (removed.length > 0) wake(removed)
    await removeFormerKeys(db, now())
  }

  /**
   * Ends in the order in which no byte is lost: the engine's last report is stored, too. `leaves`
   * lets the engine go on; what it counts from then on is reported to the next console.
   */
  async function stop({ leaves = false } = {}): Promise<void> {
    await Promise.all([partitioned, ...jobs.map((job) => job.stop())])
    const ended = reconciler.stop()
    await ((leaves && plane.leave) || plane.close)()
    await ended
    if (!(await queue.drain(DRAIN_TIMEOUT_MS))) log.error({}, 'some traffic could not be kept')
  }
}

/**
 * Deletes the accounts whose time to stay after their end is over; returns which. Spec 3.
 *
 * One that was not started has no end yet: it was paid for, and waits. Wire-contract facts: 4.10.
 */
export async function removeExpiredAccounts(db: Database, now: number): Promise<number[]> {
  const ids: number[] = []
  for (let removed = BATCH_SIZE; removed === BATCH_SIZE;) {
    const rows = await db
      .deleteFrom('account')
      .where('id', 'in', (eb) =>
        eb.selectFrom('account').select('id').where(isOver).orderBy('expireTime').limit(BATCH_SIZE),
      )
      // Checked again: PostgreSQL re-reads an account it had to wait for, but not the list, and a
      // payment may have moved its end in between.
      .where(isOver)
      .returning('id')
      .execute()
    ids.push(...rows.map(({ id }) => id))
    removed = rows.length
  }
  return ids

  function isOver(eb: ExpressionBuilder<Tables, 'account'>) {
    return eb.and([
      eb('autoRemove', '=', 1),
      eb('active', '=', 1),
      eb('expireTime', '<', now),
      eb(eb('expireTime', '+', eb.ref('autoRemoveDelay')), '<', now),
    ])
  }
}
