import { isIPv6 } from 'node:net'
import { Refusal } from '../refusal.ts'
import type { World } from '../world.ts'
import { isUsedUp, removeAttempt, returnAttempt, takeAttempt } from './attempts.ts'
import { keyedHash } from './codes.ts'

const HOUR = 3_600_000
/** Mails one client may cause in an hour. Wire-contract facts: 2.3. */
const BY_CLIENT = 20
/** The same for this machine itself: behind a proxy that names nobody it is everybody at once. */
const BY_LOOPBACK = 200
/** Mails one mailbox may be sent in an hour, whoever asks: nobody is to be flooded from many places. */
const BY_MAILBOX = 5

type Tried = Pick<World, 'db' | 'now'> & { address: string }

/** Whom an address stands for: with IPv6 a customer has a whole network of 64 bits. */
export function clientOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped || !isIPv6(address)) return mapped ?? address
  const [left = '', right] = address.toLowerCase().split('%', 1)[0]!.split('::')
  const parts = left === '' ? [] : left.split(':')
  if (right !== undefined) while (parts.length < 4) parts.push('0')
  return address === '::1' ? address : `${parts.slice(0, 4).join(':')}::/64`
}

/**
 * Takes one of the mails a client and a mailbox may have in an hour, or refuses with `word`.
 *
 * Visitors have no session that could be counted, so nobody gets more by dropping a cookie.
 */
export async function takeMail(
  { db, now, address }: Tried,
  recipient: string,
  word: string,
): Promise<{ giveBack: () => Promise<void> }> {
  const client = clientOf(address)
  const isLoopback = client === '::1' || client.startsWith('127.')
  const limits = [
    { key: `mail:from:${client}`, most: isLoopback ? BY_LOOPBACK : BY_CLIENT },
    { key: `mail:to:${recipient}`, most: BY_MAILBOX },
  ]
  for (const { key, most } of limits)
    if (!(await takeAttempt(db, now(), { key, most, window: HOUR }))) throw new Refusal(403, word)
  return {
    async giveBack() {
      for (const { key } of limits) await returnAttempt(db, key)
    },
  }
}

/** Refuses a client that tried something too often; gives the try back once it turns out well. */
export async function takeTryOf(
  { db, now, address }: Tried,
  { what, most, window }: { what: string; most: number; window: number },
): Promise<{ giveBack: () => Promise<void> }> {
  const key = `${what}:${clientOf(address)}`
  if (!(await takeAttempt(db, now(), { key, most, window }))) throw new Refusal(403)
  return { giveBack: () => returnAttempt(db, key) }
}

/**
 * The same for what programs send over and over, right or wrong: of one `value` only the first try
 * counts. Wire-contract facts: 2.3.
 *
 * Past the limit nothing more is noted, so that whoever guesses takes up no room.
 */
export async function takeDifferentTryOf(
  { db, now, address, secret }: Tried & Pick<World, 'secret'>,
  { what, most, window, value }: { what: string; most: number; window: number; value: string },
): Promise<{ giveBack: () => Promise<void> }> {
  const limit = { key: `${what}:${clientOf(address)}`, most, window }
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
