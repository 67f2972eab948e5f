import type { Answer } from '#contract'
import { Refusal } from '../../base/refusal.ts'
import type { Restoring } from '../../backup/restore/fetched.ts'
import { inTransaction } from '../../database/database.ts'
import { keyFrom } from '../../base/settings/keyText.ts'
import { removeSetting } from '../../database/settings/store.ts'
import type { Call, Handlers } from '../../http/contract.ts'
import type { World } from '../../http/world.ts'
import { checkSetup } from '../../people/login/setup.ts'

/** Restoring from the set-up page: only with the one-time link, which works until an admin exists. */
export const restoreHandlers = {
  getRestore,
  fetchBackup,
  restoreBackup,
} satisfies Partial<Handlers>

/** How far a restore has come. */
async function getRestore(call: Call<'getRestore'>): Promise<Answer<'getRestore'>> {
  const { status } = await restoringFor(call, call.query.token)
  return { ...status(), isShipping: call.backup().state !== 'off' }
}

/** Begins to fetch a copy, to be looked at. */
async function fetchBackup(call: Call<'fetchBackup'>): Promise<Answer<'fetchBackup'>> {
  const { token, at, ...wanted } = call.body
  const restoring = await restoringFor(call, token)
  if (!isKey(wanted.key)) throw new Refusal(403, 'invalid key')
  const asked = { endpoint: '', region: '', keyId: '', secret: '', ...wanted, at }
  // Somebody else is restoring at this moment, which uses the link up.
  if (!restoring.fetch(asked)) throw new Refusal(403, 'link used')
  return 'success'
}

/** Lets the copy take the place of the empty database. Once: the link goes with it. */
async function restoreBackup(call: Call<'restoreBackup'>): Promise<Answer<'restoreBackup'>> {
  const { db, secret, body } = call
  const restoring = await restoringFor(call, body.token)
  // The one that was looked at, and not one that somebody else with the link has fetched since.
  const claim = restoring.claim(body.time)
  if (!claim) throw new Refusal(403, 'nothing fetched')
  await inTransaction(db, async (tx) => {
    await checkSetup({ db: tx, secret }, body.token)
    // Of a restore and a set-up at the same moment the one that deletes the link goes on.
    if (!(await removeSetting(tx, 'setup'))) throw new Refusal(403, 'link used')
  }).catch((error: unknown) => {
    claim.release()
    throw error
  })
  claim.take()
  return 'success'
}

async function restoringFor(
  { db, secret, restoring }: Pick<World, 'db' | 'secret' | 'restoring'>,
  token: string,
): Promise<Restoring> {
  await checkSetup({ db, secret }, token)
  if (!restoring) throw new Refusal(403, 'not embedded')
  return restoring
}

function isKey(text: string): boolean {
  try {
    keyFrom(text, '', '')
    return true
  } catch {
    return false
  }
}
