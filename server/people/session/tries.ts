import type { Visit } from '../../http/contract.ts'
import type { World } from '../../http/world.ts'
import { type Limit, isUsedUp, takeAttempts } from '../../http/limits/attempts.ts'
import { tooOften } from '../../http/limits/tooOften.ts'
import { isKnownNetwork } from './networks.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What of a person may be guessed, and how often. */
const GUESSED = {
  password: {
    word: 'password retry out of limit',
    /** From one network, or in one session. */
    each: [
      { most: 5, window: MINUTE_MS },
      { most: 20, window: HOUR_MS },
    ],
    /** From all networks together from which the person has never logged in. */
    unknownNetworks: { most: 100, window: HOUR_MS },
  },
  code: {
    word: 'code retry out of limit',
    // Of a million codes three are valid at any time: five a minute, day after day, would find one.
    each: [
      { most: 5, window: MINUTE_MS },
      { most: 50, window: DAY_MS },
    ],
    unknownNetworks: { most: 50, window: DAY_MS },
  },
} as const

/** The source of a guess: a login, or a session that is open already. */
export type Guess = Pick<World, 'db' | 'now' | 'secret'> & {
  client: string
  session: Pick<Visit, 'id'>
  /**
   * A login. Otherwise the open session counts for itself, unaffected by other people's guesses.
   */
  isLogIn: boolean
}

/**
 * Counts a guess at a person's password or code and returns the undo function.
 *
 * Counted by person and network, so that other people's wrong guesses lock no one out: those of all
 * unknown networks together have a limit of their own, which does not apply to networks from which
 * the person has logged in before. Refuses with `password retry out of limit` or `code retry out of
 * limit`.
 */
export async function takeGuess(
  guess: Guess,
  userId: number,
  what: keyof typeof GUESSED,
): Promise<{ giveBack: () => Promise<void> }> {
  const { db, now } = guess
  const limits = await limitsOf(guess, userId, what)
  const taken = await takeAttempts(db, now(), limits)
  if (!taken) throw tooOften(db, now(), limits, GUESSED[what].word)
  return taken
}

/** Refuses as `takeGuess` does where no guess is left, and counts none. */
export async function checkGuessesLeft(
  guess: Guess,
  userId: number,
  what: keyof typeof GUESSED,
): Promise<void> {
  const { db, now } = guess
  for (const limit of await limitsOf(guess, userId, what))
    if (await isUsedUp(db, now(), limit)) throw tooOften(db, now(), [limit], GUESSED[what].word)
}

async function limitsOf(
  guess: Guess,
  userId: number,
  what: keyof typeof GUESSED,
): Promise<Limit[]> {
  const { isLogIn } = guess
  const { each, unknownNetworks } = GUESSED[what]
  const source = isLogIn ? guess.client : `session:${guess.session.id?.slice(0, 16)}`
  const limits: Limit[] = each.map((limit) => ({
    key: `${what}:${userId}:${source}:${limit.window}`,
    ...limit,
  }))
  if (isLogIn && !(await isKnownNetwork(guess, userId)))
    limits.push({ key: `${what}:${userId}`, ...unknownNetworks })
  return limits
}
