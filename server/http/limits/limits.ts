import { isLoopback, widerThan } from '../../network/client.ts'
import type { World } from '../world.ts'
import { isUsedUp, removeAttempt, returnAttempt, takeAttempt, takeAttempts } from './attempts.ts'
import { mailboxOf } from '#rules/email.ts'
import { keyedHash } from '../../base/keyedHash.ts'
import { isShared } from './shared.ts'
import { tooOften } from './tooOften.ts'

const HOUR_MS = 3_600_000
/** Mails one client may cause in an hour: of an office or a carrier, many ask at the same time. */
const MAX_MAILS = 100
/** Mails one client may cause to one mailbox in an hour. */
const MAX_MAILS_TO_ONE = 5
/**
 * Mails one mailbox is sent in an hour, from all callers together: a mailbox must not be flooded from
 * many places, nor lose its own mail because a third party requested some.
 */
const MAX_MAILS_TO_ONE_BY_ALL = 15
/** How much more than one client the /56 and the /48 of an IPv6 client may have. */
const WIDER_FACTORS = [2, 4]
/** How much wider a limit is for a client shared by many people. */
const SHARED_ADDRESS_FACTOR = 10

/** Who tries something. */
export type Tried = Pick<World, 'db' | 'now' | 'secret' | 'config'> & { client: string }
/** A counted try; `giveBack` uncounts it once it turns out well. */
type Taken = { giveBack: () => Promise<void> }

/**
 * How many tries a client has where one person would have `most`: more at an address that many
 * share, as everyone has who connects through a server of this site, or through a carrier.
 */
export const limitFor = async (tried: Tried, most: number): Promise<number> =>
  (await isShared(tried)) ? most * SHARED_ADDRESS_FACTOR : most

/**
 * Counts one of the mails a client and a mailbox may have in an hour, or refuses with `word`.
 *
 * Visitors have no session that could be counted, so dropping a cookie gains nothing. Behind a
 * proxy that forwards no addresses every client is this machine: it may have more. `isKnown` is for
 * a person who has logged in from here before: only their own requests count.
 */
export async function takeMail(
  call: Tried,
  recipient: string,
  { word, isKnown = false }: { word: string; isKnown?: boolean },
): Promise<Taken> {
  const { db, now, client } = call
  const mailbox = mailboxOf(recipient)
  const most = isLoopback(client)
    ? MAX_MAILS * SHARED_ADDRESS_FACTOR
    : await limitFor(call, MAX_MAILS)
  const byAll = { key: `mail:to:${mailbox}`, most: MAX_MAILS_TO_ONE_BY_ALL, window: HOUR_MS }
  // Who holds a wider network has as many clients in it as they like.
  const wide = widerThan(client).map((network, at) => ({
    key: `mail:from:${network}`,
    most: most * WIDER_FACTORS[at]!,
    window: HOUR_MS,
  }))
  const limits = [
    // The mailbox first: who asks for it over and over uses up nothing that others have.
    { key: `mail:from:${client}:to:${mailbox}`, most: MAX_MAILS_TO_ONE, window: HOUR_MS },
    ...(isKnown ? [] : [byAll, ...wide, { key: `mail:from:${client}`, most, window: HOUR_MS }]),
  ]
  const taken = await takeAttempts(db, now(), limits)
  if (!taken) throw tooOften(db, now(), limits, word)
  return taken
}

/** Refuses a client that tried something too often; uncounts the try once it turns out well. */
export async function takeTryOf(
  call: Tried,
  { what, most, window }: { what: string; most: number; window: number },
): Promise<Taken> {
  const { db, now, client } = call
  const limit = { key: `${what}:${client}`, most: await limitFor(call, most), window }
  const taken = await takeAttempts(db, now(), [limit])
  if (!taken) throw tooOften(db, now(), [limit])
  return taken
}

/**
 * The same for what programs send repeatedly, right or wrong: of one `value` only the first try
 * counts. Wire-contract facts: 2.3.
 *
 * Past the limit nothing more is recorded, so that guessing takes up no space.
 */
export async function takeDifferentTryOf(
  call: Tried,
  { what, most, window, value }: { what: string; most: number; window: number; value: string },
): Promise<Taken> {
  const { db, now, client, secret } = call
  const limit = { key: `${what}:${client}`, most: await limitFor(call, most), window }
  if (await isUsedUp(db, now(), limit)) throw tooOften(db, now(), [limit])
  // A wrong value here may be a secret elsewhere: only its hash is stored.
  const seen = `${limit.key}:${keyedHash(secret, what, value)}`
  const isNew = await takeAttempt(db, now(), { key: seen, most: 1, window })
  if (isNew && !(await takeAttempt(db, now(), limit))) throw tooOften(db, now(), [limit])
  return {
    async giveBack() {
      if (!isNew) return
      await returnAttempt(db, limit.key)
      await removeAttempt(db, seen)
    },
  }
}
