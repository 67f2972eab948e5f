import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { inTransaction } from '../../database/database.ts'
import { keepReply } from '../../http/keys/claim.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { checkRevision, holdRow } from '../../database/revision.ts'
import { checkShift, NEW } from './shift.ts'
import { changeServer, findServer, hasServer, insertServer, removeServer } from './store.ts'
import { changeTags } from './tags.ts'
import { termsOf } from './terms.ts'

/** Adds a server. Refuses with `server unreachable`, or for the ports its shift would make. */
export async function createServer(call: Call<'createServer'>): Promise<Answer<'createServer'>> {
  const { db, config, body, wake } = call
  const server = termsOf(body)
  if (server.plane === 'manager') throw new Refusal(403, 'server unreachable')
  const serverId = await inTransaction(db, async (tx) => {
    await checkShift(tx, { id: NEW, shift: server.shift ?? 0 }, config.port)
    const made = await insertServer(tx, server)
    await keepReply(tx, { serverId: made })
    return made
  })
  wake()
  return { serverId }
}

/**
 * Changes a server; its ports follow. Refuses as for a new one, or with `changed meanwhile`.
 */
export async function editServer(call: Call<'editServer'>): Promise<Answer<'editServer'>> {
  const { db, config, body, path, wake } = call
  await db.transaction().execute(async (tx) => {
    const id = path.serverId
    if (!(await holdRow(tx, 'server', id))) throw new Refusal(404)
    const before = found(await findServer(tx, id), 404)
    checkRevision(before, body.revision)
    // An edit without a cipher keeps the one clients are set to.
    const server = termsOf(body, before)
    if (server.plane === 'manager') throw new Refusal(403, 'server unreachable')
    const shift = server.shift ?? 0
    if (before.plane !== 'embedded' || before.shift !== shift)
      await checkShift(tx, { id, shift }, config.port)
    await changeServer(tx, id, server)
  })
  wake()
  return 'success'
}

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
