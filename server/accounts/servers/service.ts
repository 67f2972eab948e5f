import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { inTransaction, type Database } from '../../database/database.ts'
import { storeReply } from '../../http/keys/claim.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { checkRevision, holdRow } from '../../database/revision.ts'
import { driverFor } from './asking.ts'
import { checkSharedPort, checkShift, NEW } from './shift.ts'
import { formOf } from './ordered.ts'
import {
  changeServer,
  findServer,
  hasServer,
  insertServer,
  isSameMachine,
  noteMove,
  removeServer,
  type Place,
  type ServerRow,
} from './store.ts'
import { changeTags } from './tags.ts'
import { checkTunnel, completed } from './tunnelKeep.ts'
import { termsOf } from './terms.ts'
import { certified, isOwnTrojan } from './trojan.ts'
import type { Plane } from '../../engine/plane.ts'
import { carrierOf } from './carrier.ts'

type Sent = ReturnType<typeof termsOf>
type Changed = { before: ServerRow | undefined; server: Sent; place: ReturnType<typeof placed> }

/**
 * Adds a server. Refuses with `server unreachable` what was asked and did not answer, for the ports
 * its shift would make on its machine, or for what keeps the machine from carrying WireGuard.
 */
export async function createServer(call: Call<'createServer'>): Promise<Answer<'createServer'>> {
  const { db, config, body, now, wake, plane } = call
  const full = await completed({ db, plane }, termsOf(body))
  const server = await certified({ db, config }, full, body)
  const driver = await driverFor(server, now)
  const place = placed(NEW, server)
  if (hasOwnPorts(server) && isMovedBetween(place)) await checkAnswers(plane, place)
  const serverId = await inTransaction(db, async (tx) => {
    await holdMachine(tx, place)
    await checkTunnel(tx, server)
    await checkPorts(tx, { before: undefined, server, place }, config.port)
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
    checkRevision(formOf(before), body.revision)
    // An edit without a cipher keeps the one clients are set to.
    const full = await completed({ db: tx }, { ...sent, ...termsOf(body, before) }, before)
    const server = await certified({ db: tx, config }, full, body, before)
    const place = placed(id, server)
    const isMoved = !isSameMachine(before, place)
    if (isMoved) await holdMachine(tx, place)
    await checkTunnel(tx, server, before)
    await checkPorts(tx, { before, server, place }, config.port)
    if (isMoved) await noteMove(tx, before, now())
    await changeServer(tx, id, { ...server, driver })
  })
  wake()
  return 'success'
}

/** Whether a machine of ours opens ports of Shadowsocks or Trojan for a server. */
const hasOwnPorts = ({ plane, type }: Pick<Sent, 'plane' | 'type'>) =>
  plane !== 'manager' && type !== 'WireGuard'

/** The one port of all accounts of a server; null where each has its own. */
const sharedPortOf = (server: Pick<Sent, 'plane' | 'type' | 'ssPort' | 'tjPort'>) =>
  server.ssPort ?? (isOwnTrojan(server) ? server.tjPort : null) ?? null

/** Refuses ports that the machine of a server cannot open, where they are others than `before`. */
async function checkPorts(
  tx: Database,
  { before, server, place }: Changed,
  consolePort: number,
): Promise<void> {
  if (!hasOwnPorts(server)) return
  const wasHere = before !== undefined && hasOwnPorts(before) && isSameMachine(before, place)
  const port = sharedPortOf(server)
  const isAsBefore =
    wasHere && sharedPortOf(before) === port && before.publicShift === place.publicShift
  if (port !== null) {
    if (!isAsBefore) await checkSharedPort(tx, { ...place, port }, consolePort)
  } else if (!isAsBefore || before.shift !== place.shift) await checkShift(tx, place, consolePort)
}

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
