import { isLoopback, openOwnClients } from '../../network/client.ts'
import { Refusal } from '../../base/refusal.ts'
import type { World } from '../world.ts'
import { isUsedUp, removeAttempt, returnAttempt, takeAttempt, takeAttempts } from './attempts.ts'
import { keyedHash } from '../../base/keyedHash.ts'

const HOUR_MS = 3_600_000
/** Mails one client may cause in an hour. Wire-contract facts: 2.3. */
const MAX_MAILS = 20
/** Mails one client may cause to one mailbox in an hour. */
const MAX_MAILS_TO_ONE = 5
/**
 * Mails one mailbox is sent in an hour, whoever asks: nobody is to be flooded from many places, and
 * nobody's own mail ends because a stranger asked for some.
 */
const MAX_MAILS_TO_ONE_BY_ALL = 15
/** How much wider a limit is for a client that is many people at once. */
const SHARED_ADDRESS_FACTOR = 10

type Tried = Pick<World, 'db' | 'now'> & { client: string }
/** A try that was counted; `giveBack` undoes that once it turns out well. */
type Taken = { giveBack: () => Promise<void> }

const isOwn = openOwnClients()

/**
 * How many tries a client has where one person would have `most`: more at an address of this
 * machine, since whoever comes through a server on it has that one.
 */
export const mostOf = (client: string, most: number): number =>
  isOwn(client) ? most * SHARED_ADDRESS_FACTOR : most

/**
 * Takes one of the mails a client and a mailbox may have in an hour, or refuses with `word`.
 *
 * Visitors have no session that could be counted, so nobody gets more by dropping a cookie. Behind
 * a proxy that names nobody everybody is this machine: it may have more. `isKnown` is for a person
 * who has logged in from here before: only what they asked for themselves counts.
 */
export async function takeMail(
  { db, now, client }: Tried,
  recipient: string,
  { word, isKnown = false }: { word: string; isKnown?: boolean },
): Promise<Taken> {
  const most = isLoopback(client) ? MAX_MAILS * SHARED_ADDRESS_FACTOR : mostOf(client, MAX_MAILS)
  const byAll = { key: `mail:to:${recipient}`, most: MAX_MAILS_TO_ONE_BY_ALL, window: HOUR_MS }
  const taken = await takeAttempts(db, now(), [
    { key: `mail:from:${client}`, most, window: HOUR_MS },
    { key: `mail:from:${client}:to:${recipient}`, most: MAX_MAILS_TO_ONE, window: HOUR_MS },
    ...(isKnown ? [] : [byAll]),
  ])
  if (!taken) throw new Refusal(403, word)
  return taken
}

/** Refuses a client that tried something too often; gives the try back once it turns out well. */
export async function takeTryOf(
  { db, now, client }: Tried,
  { what, most, window }: { what: string; most: number; window: number },
): Promise<Taken> {
  const limit = { key: `${what}:${client}`, most: mostOf(client, most), window }
  const taken = await takeAttempts(db, now(), [limit])
  if (!taken) throw new Refusal(403)
  return taken
}

/**
 * The same for what programs send over and over, right or wrong: of one `value` only the first try
 * counts. Wire-contract facts: 2.3.
 *
 * Past the limit nothing more is noted, so that whoever guesses takes up no room.
 */
export async function takeDifferentTryOf(
  { db, now, client, secret }: Tried & Pick<World, 'secret'>,
  { what, most, window, value }: { what: string; most: number; window: number; value: string },
): Promise<Taken> {
  const limit = { key: `${what}:${client}`, most: mostOf(client, most), window }
  if (await isUsedUp(db, now(), limit)) throw new Refusal(403)
  // What is wrong here may open something elsewhere: only its hash is kept.
  const seen = `${limit.key}:${keyedHash(secret, what, value)}`
  const isNew = await takeAttempt(db, now(), { key: seen, most: 1, window })
  if (isNew && !(await takeAttempt(db, now(), limit))) throw new Refusal(403)
  return {
    async giveBack() {
      if (!isNew) return
      await returnAttempt(db, limit.key)
      await removeAttempt(db, seen)
    },
  }
}
