import { parseMac } from '#rules/mac.ts'
import { isHeld } from '../known.ts'
import { findAccount } from '../store.ts'
import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { hasServer } from '../servers/store.ts'
import { takeAttempt } from '../../http/limits/attempts.ts'
import { tooOften } from '../../http/limits/tooOften.ts'
import { findSetting } from '../../database/settings/store.ts'
import { findSeenUser, holdUser } from '../../people/users/seen.ts'
import { changeMac, findMacById, insertMac, removeMac, selectMacsOf } from './store.ts'

/** How often a person may try to register a device in ten minutes. */
const MAX_TRIES = 10
const WINDOW_MS = 600_000

/** Registers a device for the caller, who may have one. Refuses with `mac exists` or `only one mac`. */
export async function addMyMac(call: Call<'addMyMac'>): Promise<'success'> {
  const { db, now, caller, body } = call
  const { macAccount } = await findSetting(db, 'account')
  if (!macAccount) throw new Refusal(403)
  // Unlimited attempts would reveal which addresses are registered, and allow logging in by them.
  const limit = { key: `mac:user:${caller.id}`, most: MAX_TRIES, window: WINDOW_MS }
  if (!(await takeAttempt(db, now(), limit))) throw tooOften(db, now(), [limit])
  await inTransaction(db, async (tx) => {
    await holdUser(tx, caller.id)
    if ((await selectMacsOf(tx, caller.id)).length > 0) throw new Refusal(403, 'only one mac')
    await register(tx, { mac: body.mac, userId: caller.id, createTime: now() })
  })
  return 'success'
}

/** Registers a device for a user. Refuses with `mac exists`. */
export async function addMacAccount(call: Call<'addMacAccount'>): Promise<'success'> {
  const { db, now, caller, path, body } = call
  const { userId, accountId = null, serverId = null } = body
  await inTransaction(db, async (tx) => {
    await findSeenUser(tx, caller, userId)
    await checkUse(tx, userId, { accountId, serverId })
    await register(tx, { mac: path.mac, userId, accountId, serverId, createTime: now() })
  })
  return 'success'
}

/** Changes a device, its account or its server; what is left out stays. Refuses with `mac exists`. */
export async function editMacAccount(call: Call<'editMacAccount'>): Promise<'success'> {
  const { db, caller, body } = call
  const { id, macAddress, accountId, serverId } = body
  const mac = found(parseMac(macAddress))
  await db
    .transaction()
    .execute(async (tx) => {
      const { userId } = found(await findMacById(tx, id))
      await findSeenUser(tx, caller, userId)
      await checkUse(tx, userId, { accountId, serverId })
      await changeMac(tx, id, { mac, accountId, serverId })
    })
    .catch((error: unknown) => {
      throw isHeld(error) ? new Refusal(403, 'mac exists') : error
    })
  return 'success'
}

/** Deletes a device; its id is in the query, or in the body. */
export async function deleteMacAccount(call: Call<'deleteMacAccount'>): Promise<'success'> {
  const { db, caller, query, body } = call
  const id = found(query.id ?? body?.id)
  await inTransaction(db, async (tx) => {
    const { userId } = found(await findMacById(tx, id))
    await findSeenUser(tx, caller, userId)
    await removeMac(tx, id)
  })
  return 'success'
}

type Use = { accountId?: number | null; serverId?: number | null }

/** Refuses an account that is not the owner's, and an unknown server. */
async function checkUse(db: Database, userId: number, { accountId, serverId }: Use) {
  if (accountId && (await findAccount(db, accountId))?.userId !== userId) throw new Refusal(403)
  if (serverId && !(await hasServer(db, serverId))) throw new Refusal(403)
}

async function register(
  tx: Database,
  device: { mac: string; userId: number; createTime: number } & Use,
) {
  const { mac, accountId = null, serverId = null, ...rest } = device
  if (!(await insertMac(tx, { ...rest, mac: found(parseMac(mac)), accountId, serverId })))
    throw new Refusal(403, 'mac exists')
}
