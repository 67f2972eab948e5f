import { randomDigits } from '#rules/password.ts'
import type { Call } from '../../http/contract.ts'
import { type Database, inTransaction } from '../../database/database.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { takeTryOf } from '../../http/limits/limits.ts'
import { holdSettings, type Saved, saveSetting } from '../../database/settings/saveSetting.ts'
import { findSetting } from '../../database/settings/store.ts'
import { findSeenUser, findUser, holdUser } from '../../people/users/seen.ts'
import {
  changeMaxUser,
  changeVisit,
  findCode,
  holdCode,
  insertCode,
  insertReferral,
  removeCode,
  removeReferral,
  selectCodesOf,
} from './store.ts'

/** Codes that do not exist, which a client may try in ten minutes. */
const TRIES = { what: 'referral', most: 30, window: 600_000 }

/**
 * The codes of a person, created first where some are due; `open` leaves out the full ones.
 *
 * None are due while inviting is off, or to an admin who only sees what a customer sees.
 * Wire-contract facts: 4.4.
 */
export async function listCodes(
  { db, now, caller }: Pick<Call<'listMyRefCodes'>, 'db' | 'now' | 'caller'>,
  userId: number,
  { open }: { open: boolean },
) {
  const { useRef, refNumber, refUserNumber } = await findSetting(db, 'ref')
  const owed = async (at: Database) =>
    useRef && caller.seenBy === undefined
      ? refNumber - (await selectCodesOf(at, userId, { open: false })).length
      : 0
  if ((await owed(db)) > 0) {
    await db.transaction().execute(async (tx) => {
      // Two pages that open at once would otherwise both create them.
      await holdUser(tx, userId)
      await makeCodes(tx, { userId, number: await owed(tx), maxUser: refUserNumber, now: now() })
    })
  }
  const codes = await selectCodesOf(db, userId, { open })
  return codes.map(({ id, code, maxUser, count }) => ({ id, code, maxUser, count }))
}

/** Gives a person more codes. Refuses a person the caller may not see. */
export async function createUserRefCodes(call: Call<'createUserRefCodes'>): Promise<'success'> {
  const { db, now, caller, path, body } = call
  const { id: userId } = await findSeenUser(db, caller, path.userId)
  const { number, max: maxUser } = body
  await inTransaction(db, (tx) => makeCodes(tx, { userId, number, maxUser, now: now() }))
  return 'success'
}

/** Deletes the record that one person invited another. Both must be visible to the caller. */
export async function deleteReferral(call: Call<'deleteReferral'>): Promise<'success'> {
  const { db, caller, path } = call
  await findSeenUser(db, caller, path.userId)
  await findSeenUser(db, caller, path.refUserId)
  await inTransaction(db, async (tx) => {
    if (!(await removeReferral(tx, path.userId, path.refUserId))) throw new Refusal(403)
  })
  return 'success'
}

/** Deletes a code by its digits or else by its id, with the record of whom it invited. */
export async function deleteRefCode(call: Call<'deleteRefCode'>): Promise<'success'> {
  const { codeId } = call.path
  const id = Number(codeId)
  await inTransaction(call.db, async (tx) => {
    const removed =
      (await removeCode(tx, { code: codeId })) || (id <= MAX_ID && (await removeCode(tx, { id })))
    if (!removed) throw new Refusal(403)
  })
  return 'success'
}

/** Changes how many people a code may invite. Those already invited stay, even if more. */
export async function editRefCode(call: Call<'editRefCode'>): Promise<'success'> {
  if (!(await changeMaxUser(call.db, call.path.codeId, call.body.maxUser))) throw new Refusal(403)
  return 'success'
}

/**
 * Records that one person invited another; the group of the invited stays.
 *
 * Refuses with `same user`, `unknown code`, `no place` or `already invited`.
 */
export async function createReferral(call: Call<'createReferral'>): Promise<'success'> {
  const { db, now, path } = call
  const { sourceId, refId, code } = path
  if (sourceId === refId) throw new Refusal(403, 'same user')
  await inTransaction(db, async (tx) => {
    const row = await findCode(tx, code)
    const held = row && (await holdCode(tx, row.id))
    if (held?.sourceUserId !== sourceId) throw new Refusal(403, 'unknown code')
    if (held.count >= held.maxUser) throw new Refusal(403, 'no place')
    if (found(await findUser(tx, refId)).type !== 'normal') throw new Refusal(403)
    if (!(await insertReferral(tx, { codeId: held.id, userId: refId, createTime: now() })))
      throw new Refusal(403, 'already invited')
  })
  return 'success'
}

/** Checks whether a code has a free place, and counts the visit. Refuses too many tries. */
export async function visitReferral(call: Call<'visitReferral'>): Promise<{ valid: boolean }> {
  const { db, path } = call
  const tried = await takeTryOf(call, TRIES)
  const { useRef } = await findSetting(db, 'ref')
  if (!(await findCode(db, path.code))) return { valid: false }
  await tried.giveBack()
  return { valid: useRef && (await changeVisit(db, path.code)) }
}

/**
 * Replaces the settings for inviting; what is left out gets its default.
 *
 * Refuses with `changed meanwhile`.
 */
export async function editRefSetting(call: Call<'editRefSetting'>): Promise<Saved> {
  const { useRef = false, useWhenSignupClose = false } = call.body.data
  const { refNumber = 1, refUserNumber = 1 } = call.body.data
  const setting = { useRef, useWhenSignupClose, refNumber, refUserNumber }
  return call.db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    return saveSetting(tx, 'ref', setting, call.body.revision)
  })
}

async function makeCodes(
  tx: Database,
  {
    userId,
    number,
    maxUser,
    now,
  }: { userId: number; number: number; maxUser: number; now: number },
) {
  for (let made = 0; made < number;) {
    const code = { code: randomDigits(), sourceUserId: userId, maxUser, createTime: now }
    if (await insertCode(tx, code)) made += 1
  }
}

/** The largest id a table can have. */
const MAX_ID = 2 ** 31 - 1
