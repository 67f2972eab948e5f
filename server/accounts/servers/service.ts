import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { inTransaction, type Database } from '../../database/database.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { checkRevision, holdRow } from '../../database/revision.ts'
import { driverFor } from './asking.ts'
import { checkShift, NEW } from './shift.ts'
import {
  changeServer,
  findServer,
  hasServer,
  insertServer,
  isSameMachine,
  noteMove,
  removeServer,
  type Place,
} from './store.ts'
import { changeTags } from './tags.ts'
import { checkTunnel, completed } from './tunnelKeep.ts'
import { termsOf } from './terms.ts'
import type { Plane } from '../../engine/plane.ts'
import { carrierOf } from './carrier.ts'

type Sent = ReturnType<typeof termsOf>

/**
 * Adds a server. Refuses with `server unreachable` what was asked and did not answer, for the ports
 * its shift would make on its machine, or for what keeps the machine from carrying WireGuard.
 */
export async function createServer(call: Call<'createServer'>): Promise<Answer<'createServer'>> {
  const { db, config, body, now, wake, plane } = call
  const server = await completed({ db, plane }, termsOf(body))
  const driver = await driverFor(server, now)
  const place = placed(NEW, server)
  if (hasOwnPorts(server) && isMovedBetween(place)) await checkAnswers(plane, place)
  const serverId = await inTransaction(db, async (tx) => {
    await holdMachine(tx, place)
    await checkTunnel(tx, server)
    if (hasOwnPorts(server)) await checkShift(tx, place, config.port)
    const made = await insertServer(tx, { ...server, driver })
    await storeReply(tx, { serverId: made })
    return made
  })
  wake()
  return { serverId }
}

/**
 * Changes a server; its ports follow, also to another machine of ours. Refuses as for a new one, or
 * with `changed meanwhile`.
 */
export async function editServer(call: Call<'editServer'>): Promise<Answer<'editServer'>> {
  const { db, config, body, path, now, wake, plane } = call
  const id = path.serverId
  const seen = found(await findServer(db, id), 404)
  // A machine may take seconds to answer: nothing is held meanwhile.
  const sent = await completed({ db, plane }, termsOf(body, seen), seen)
  const driver = await driverFor(sent, now, seen)
  const wanted = placed(id, sent)
  if (hasOwnPorts(sent) && isMovedBetween(wanted, seen)) await checkAnswers(plane, wanted)
  await db.transaction().execute(async (tx) => {
    if (!(await holdRow(tx, 'server', id))) throw new Refusal(404)
    const before = found(await findServer(tx, id), 404)
    checkRevision(before, body.revision)
    // An edit without a cipher keeps the one clients are set to.
    const server = await completed({ db: tx }, { ...sent, ...termsOf(body, before) }, before)
    const place = placed(id, server)
    const isMoved = !isSameMachine(before, place)
    if (isMoved) await holdMachine(tx, place)
    await checkTunnel(tx, server, before)
    const isShifted = before.shift !== place.shift || before.publicShift !== place.publicShift
    if (hasOwnPorts(server) && (isMoved || isShifted)) await checkShift(tx, place, config.port)
    if (isMoved) await noteMove(tx, before, now())
    await changeServer(tx, id, { ...server, driver })
  })
  wake()
  return 'success'
}

/** Whether a machine of ours opens a port for each account of a server. */
const hasOwnPorts = ({ plane, type }: Sent) => plane !== 'manager' && type !== 'WireGuard'

const placed = (id: number, { plane, nodeId = null, shift = 0, publicShift = 0 }: Sent) => ({
  id,
  plane,
  nodeId,
  shift,
  publicShift,
})

/** Deletes a server; its ports close, and what was carried on it stays counted. */
export async function deleteServer(call: Call<'deleteServer'>): Promise<Answer<'deleteServer'>> {
  const { db, path, wake } = call
  await inTransaction(db, async (tx) => {
    if (!(await hasServer(tx, path.serverId))) throw new Refusal(404)
    await removeServer(tx, path.serverId)
  })
  wake()
  return 'success'
}

/** Makes the tags of a server exactly these. */
export async function setTags(call: Call<'setTags'>): Promise<Answer<'setTags'>> {
  const { db, body, wake } = call
  await db.transaction().execute(async (tx) => {
    if (!(await hasServer(tx, body.key))) throw new Refusal(404)
    await changeTags(tx, body.key, [...new Set(body.tags)])
  })
  wake()
  return 'success'
}

/** Whether a server comes to a machine that has joined, or leaves one for this machine. */
function isMovedBetween(place: Place, before?: Place): boolean {
  const isOfNode =
    place.plane === 'node' || (place.plane === 'embedded' && before?.plane === 'node')
  return isOfNode && !(before && isSameMachine(before, place))
}

/** Refuses a machine that does not answer: customers would find nothing there. */
async function checkAnswers(plane: Plane, place: Place): Promise<void> {
  if (!(await plane.alive(carrierOf({ id: 0, ...place }))))
    throw new Refusal(403, 'server unreachable')
}

/** Refuses a machine that is gone or revoked, and keeps it until the transaction ends. */
async function holdMachine(tx: Database, { plane, nodeId }: Place): Promise<void> {
  if (plane !== 'node') return
  const id = nodeId ?? 0
  const isThere = await holdRow(tx, 'node', id)
  const node =
    isThere && (await tx.selectFrom('node').select('state').where('id', '=', id).executeTakeFirst())
  if (!node || node.state !== 'active') throw new Refusal(403, 'server unreachable')
}
