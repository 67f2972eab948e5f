import { isLoopback, openOwnClients } from '../../network/client.ts'
import { Refusal } from '../../base/refusal.ts'
import type { World } from '../world.ts'
import { isUsedUp, removeAttempt, returnAttempt, takeAttempt, takeAttempts } from './attempts.ts'
import { mailboxOf } from '#rules/email.ts'
import { keyedHash } from '../../base/keyedHash.ts'

const HOUR_MS = 3_600_000
/** Mails one client may cause in an hour. Wire-contract facts: 2.3. */
const MAX_MAILS = 20
/** Mails one client may cause to one mailbox in an hour. */
const MAX_MAILS_TO_ONE = 5
/**
 * Mails one mailbox is sent in an hour, from all callers together: a mailbox must not be flooded from
 * many places, nor lose its own mail because a third party requested some.
 */
const MAX_MAILS_TO_ONE_BY_ALL = 15
/** How much wider a limit is for a client shared by many people. */
const SHARED_ADDRESS_FACTOR = 10

type Tried = Pick<World, 'db' | 'now'> & { client: string }
/** A counted try; `giveBack` uncounts it once it turns out well. */
type Taken = { giveBack: () => Promise<void> }

const isOwn = openOwnClients()

/**
 * How many tries a client has where one person would have `most`: more at an address of this
 * machine, because everyone who connects through a server on it has that address.
 */
export const limitFor = (client: string, most: number): number =>
  isOwn(client) ? most * SHARED_ADDRESS_FACTOR : most

/**
 * Counts one of the mails a client and a mailbox may have in an hour, or refuses with `word`.
 *
 * Visitors have no session that could be counted, so dropping a cookie gains nothing. Behind a
 * proxy that forwards no addresses every client is this machine: it may have more. `isKnown` is for
 * a person who has logged in from here before: only their own requests count.
 */
export async function takeMail(
  { db, now, client }: Tried,
  recipient: string,
  { word, isKnown = false }: { word: string; isKnown?: boolean },
): Promise<Taken> {
  const mailbox = mailboxOf(recipient)
  const most = isLoopback(client) ? MAX_MAILS * SHARED_ADDRESS_FACTOR : limitFor(client, MAX_MAILS)
  const byAll = { key: `mail:to:${mailbox}`, most: MAX_MAILS_TO_ONE_BY_ALL, window: HOUR_MS }
  const taken = await takeAttempts(db, now(), [
    { key: `mail:from:${client}`, most, window: HOUR_MS },
    { key: `mail:from:${client}:to:${mailbox}`, most: MAX_MAILS_TO_ONE, window: HOUR_MS },
    ...(isKnown ? [] : [byAll]),
  ])
  if (!taken) throw new Refusal(403, word)
  return taken
}

/** Refuses a client that tried something too often; uncounts the try once it turns out well. */
export async function takeTryOf(
  { db, now, client }: Tried,
  { what, most, window }: { what: string; most: number; window: number },
): Promise<Taken> {
  const limit = { key: `${what}:${client}`, most: limitFor(client, most), window }
  const taken = await takeAttempts(db, now(), [limit])
  if (!taken) throw new Refusal(403)
  return taken
}

/**
 * The same for what programs send repeatedly, right or wrong: of one `value` only the first try
 * counts. Wire-contract facts: 2.3.
 *
 * Past the limit nothing more is recorded, so that guessing takes up no space.
 */
export async function takeDifferentTryOf(
  { db, now, client, secret }: Tried & Pick<World, 'secret'>,
  { what, most, window, value }: { what: string; most: number; window: number; value: string },
): Promise<Taken> {
  const limit = { key: `${what}:${client}`, most: limitFor(client, most), window }
  if (await isUsedUp(db, now(), limit)) throw new Refusal(403)
  // A wrong value here may be a secret elsewhere: only its hash is stored.
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
