import { every } from '../../base/timers.ts'
import { everyAlone } from '../../database/alone.ts'
import type { Lease } from '../../database/lease.ts'
import type { World } from '../../http/world.ts'
import { makeAttempt } from './attempt.ts'
import type { WritableBoard } from './board.ts'
import { makeLook } from './looking.ts'
import { removeOldOutages } from './outages.ts'

const LOOK_MS = 15_000
const HOUR_MS = 3_600_000

/** Looks at all servers every 15 seconds while it has the lease, and notes on the board what it saw. */
export function startHealth(
  world: World,
  board: WritableBoard,
  { lease }: { lease: Pick<Lease, 'isHeld'> },
) {
  const { db, now, log, nodes } = world
  const attempt = makeAttempt(world)
  const look = makeLook({ ...world, board, attempt, pulseOf: (nodeId) => nodes.linkOf(nodeId) })
  const jobs = [
    everyAlone(lease, LOOK_MS, look, log),
    every(HOUR_MS, () => removeOldOutages(db, now()), log),
  ]
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) }
}
