import { isEmbedded } from '../../database/database.ts'
import { removeOldFlow } from '../flow/retention.ts'
import { startQueue } from '../metering/queue.ts'
import type { World } from '../../http/world.ts'
import { embeddedPlane } from './embedded.ts'
import { every } from '../../base/timers.ts'
import { noPlane } from './none.ts'
import type { Plane } from '../../base/plane.ts'
import { startReconciler } from './reconcile.ts'
import { removeExpiredAccounts } from './removal.ts'

type Parts = Pick<World, 'db' | 'now' | 'config' | 'log'> & {
  /** Takes the place of the one the configuration asks for, in tests. */
  plane?: Plane
}

const MINUTE_MS = 60_000
const DRAIN_TIMEOUT_MS = 10_000

/**
 * Starts what carries traffic, keeps its ports right and its traffic counted, until `stop`.
 *
 * No port is opened before the first `wake` or `settle`: the console is to have its own port first.
 */
export function startPlane({ db, now, config, log, plane = planeOf(config) }: Parts) {
  const queue = startQueue({ db, now, config, log }, (ids) => reconciler.wake(ids))
  const everyMs = isEmbedded(config.databaseUrl) ? 10 * MINUTE_MS : MINUTE_MS / 2
  const reconciler = startReconciler({ db, now, log, plane, queue, everyMs })
  plane.onFlow(async (deltas) => queue.add(deltas))
  const jobs = [
    every(MINUTE_MS, removeExpired, log),
    every(60 * MINUTE_MS, () => removeOldFlow(db, now()), log),
  ]

  return { plane, wake: reconciler.wake, settle: reconciler.settle, stop }

  async function removeExpired() {
    reconciler.wake(await removeExpiredAccounts(db, now()))
  }

  /** Ends in the order in which no byte is lost: the engine's last report is kept, too. */
  async function stop(): Promise<void> {
    await Promise.all(jobs.map((job) => job.stop()))
    const ended = reconciler.stop()
    await plane.close()
    await ended
    if (!(await queue.drain(DRAIN_TIMEOUT_MS))) log.error({}, 'some traffic could not be kept')
  }
}

function planeOf({ engine, engineHost, ...config }: World['config']): Plane {
  if (!engine) return noPlane()
  const { allowTargets, sitePort, port: consolePort } = config
  return embeddedPlane({ host: engineHost, allowTargets, sitePort, consolePort })
}
