import { randomBytes } from 'node:crypto'
import { resolve, sep } from 'node:path'
import { readState } from '../../backup/shipping/localState.ts'
import { openStore } from '../../backup/shipping/opening.ts'
import { type GivenPlace, keepGivenPlace } from '../../backup/store/givenPlace.ts'
import { findKey, makeKey } from '../../backup/store/key.ts'
import { checkOwner, findOwner } from '../../backup/store/owner.ts'
import type { Store } from '../../backup/store/store.ts'
import { openVault } from '../../backup/store/vault.ts'
import { inTime } from '../../base/inTime.ts'
import { Refusal } from '../../base/refusal.ts'
import { isEmbedded } from '../../database/database.ts'
import type { Call } from '../../http/contract.ts'
import type { World } from '../../http/world.ts'
import { checkProof } from '../../people/factors/proof.ts'

/** How long a store may take for a few small objects, ms. */
const TRY_MS = 20_000

/** A place nothing can be kept at; the message is a sentence for the operator. */
class Unfit extends Error {}

/** Tries a store, keeps it for the next start, and starts again. */
export async function setUpBackup(call: Call<'setUpBackup'>): Promise<{ problem: string | null }> {
  const { proof, ...wanted } = call.body
  await checkProof(call, call.caller.id, proof)
  const { config } = call
  if (!isEmbedded(config.databaseUrl)) throw new Refusal(403, 'not embedded')
  if (config.backup.place && !config.backup.isOfConsole)
    throw new Refusal(403, 'set by environment')
  const { place, endpoint = '', region = '', keyId = '', secret = '' } = wanted
  const given = { place, endpoint, region: region || 'us-east-1', keyId, secret }
  try {
    await keep(config, given)
  } catch (error) {
    return { problem: (error as Error).message }
  }
  call.log.info({ place }, 'backups go to another place from the next start on')
  call.backups?.startAgain()
  return { problem: null }
}

async function keep({ backup, dataDir }: World['config'], given: GivenPlace): Promise<void> {
  if (
    !given.place.startsWith('s3://') &&
    `${resolve(given.place)}${sep}`.startsWith(`${resolve(dataDir)}${sep}`)
  )
    throw new Unfit('That is within the data folder: whatever takes the one takes the other.')
  const store = openStore({ ...backup, ...given })
  const late = `The store at ${store.place} took too long.`
  const stored = await inTime(store.list(), TRY_MS, late)
  const before = findKey(backup)
  if (!before && stored.length > 0)
    throw new Unfit(
      `There is something at ${store.place} already, and this server has no backup key. Choose an empty place.`,
    )
  if (before) {
    const state = readState(dataDir)
    const owner = await inTime(findOwner(store, openVault(before)), TRY_MS, late)
    checkOwner(store, owner, [state.instance, state.takesOver])
  }
  await inTime(tryOut(store), TRY_MS, late)
  const key = before ?? makeKey(backup, { isTerminal: false }).key
  await keepGivenPlace(dataDir, openVault(key), given)
}

/** Writes something, reads it again, and takes it away. */
async function tryOut(store: Store): Promise<void> {
  const name = `trial-${randomBytes(8).toString('hex')}`
  const bytes = randomBytes(32)
  await store.put(name, bytes)
  const found = await store.get(name)
  await store.remove(name)
  if (!found?.equals(bytes))
    throw new Unfit(`What was written to ${store.place} did not come back as it was.`)
}
