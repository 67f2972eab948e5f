import type { Plane } from '../../engine/plane.ts'
import { Refusal } from '../../base/refusal.ts'
import type { Database } from '../../database/database.ts'
import { holdRow } from '../../database/revision.ts'
import { carrierOf } from './carrier.ts'
import { isSameMachine, type Place } from './store.ts'

/** Whether a server comes to a machine that has joined, or leaves one for this machine. */
export function isMovedBetween(place: Place, before?: Place): boolean {
  const isOfNode =
    place.plane === 'node' || (place.plane === 'embedded' && before?.plane === 'node')
  return isOfNode && !(before && isSameMachine(before, place))
}

/** Refuses a machine that does not answer: customers would find nothing there. */
export async function checkAnswers(plane: Plane, place: Place): Promise<void> {
  if (!(await plane.alive(carrierOf({ id: 0, ...place }))))
    throw new Refusal(403, 'server unreachable')
}

/** Refuses a machine that is gone or revoked, and keeps it until the transaction ends. */
export async function holdMachine(tx: Database, { plane, nodeId }: Place): Promise<void> {
  if (plane !== 'node') return
  const id = nodeId ?? 0
  const isThere = await holdRow(tx, 'node', id)
  const node =
    isThere && (await tx.selectFrom('node').select('state').where('id', '=', id).executeTakeFirst())
  if (!node || node.state !== 'active') throw new Refusal(403, 'server unreachable')
}
