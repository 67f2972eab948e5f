import type { Answer } from '#contract'
import type { Call } from '../contract.ts'
import type { Database } from '../database.ts'
import { found, Refusal } from '../refusal.ts'
import { checkRevision, holdRow } from '../revision.ts'
import { hasPortClash, hasPortOutside } from './allowed.ts'
import {
  changeServer,
  findServer,
  hasServer,
  insertServer,
  removeServer,
  selectEmbeddedServers,
} from './store.ts'
import { changeTags } from './tags.ts'
import { termsOf } from './terms.ts'

// No account names it: stands for a server that has no id yet.
const NEW = 0

/** Adds a server. Refuses with `shift in use` or `server unreachable`. */
export async function createServer(call: Call<'createServer'>): Promise<Answer<'createServer'>> {
  const { db, body, wake } = call
  const server = termsOf(body)
  if (server.plane === 'manager') throw new Refusal(403, 'server unreachable')
  const serverId = await db.transaction().execute(async (tx) => {
    await checkShift(tx, { id: NEW, shift: server.shift ?? 0 })
    return insertServer(tx, server)
  })
  wake()
  return { serverId }
}

/**
 * Changes a server; its ports follow. Refuses with `shift in use`, `server unreachable` or
 * `changed meanwhile`.
 */
export async function editServer(call: Call<'editServer'>): Promise<Answer<'editServer'>> {
  const { db, body, path, wake } = call
  const server = termsOf(body)
  await db.transaction().execute(async (tx) => {
    const id = path.serverId
    if (!(await holdRow(tx, 'server', id))) throw new Refusal(404)
    const before = found(await findServer(tx, id), 404)
    checkRevision(before, body.revision)
    if (server.plane === 'manager') throw new Refusal(403, 'server unreachable')
    const shift = server.shift ?? 0
    if (before.plane !== 'embedded' || before.shift !== shift) await checkShift(tx, { id, shift })
    await changeServer(tx, id, server)
  })
  wake()
  return 'success'
}

/** Deletes a server; its ports close, and what was carried on it stays counted. */
export async function deleteServer(call: Call<'deleteServer'>): Promise<Answer<'deleteServer'>> {
  const { db, path, wake } = call
  await db.transaction().execute(async (tx) => {
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

/** Makes sure that every account gets a port of its own on this machine's servers. */
async function checkShift(db: Database, server: { id: number; shift: number }) {
  const others = (await selectEmbeddedServers(db)).filter(({ id }) => id !== server.id)
  const isTaken = others.some(({ shift }) => shift === server.shift)
  if (isTaken || (await hasPortOutside(db, server))) throw new Refusal(403, 'shift in use')
  for (const other of others)
    if (await hasPortClash(db, server, other)) throw new Refusal(403, 'shift in use')
}
