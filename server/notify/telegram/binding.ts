import type { World } from '../../http/world.ts'
import { returnAttempt, takeAttempt } from '../../http/limits/attempts.ts'
import type { Language } from '../../base/words/words.ts'
import { takeCode } from './codes.ts'
import { changeChat, changeLanguage, findBound } from './store.ts'

/** Guesses a chat has, and for how long they count, ms. Wire-contract facts: 2.3. */
const MAX_GUESSES = 10
const WINDOW_MS = 120_000

/** What came of a code that was sent. */
type Outcome =
  | { kind: 'bound'; email: string }
  /** The chat is bound to somebody, who may be the same person. */
  | { kind: 'taken'; email: string }
  | { kind: 'wrong' }
  /** Too many guesses; they are not even answered. */
  | { kind: 'ignored' }

/** Binds a chat to the person the code was shown to, and remembers the language it speaks. */
export async function bindChat(
  world: Pick<World, 'db' | 'now' | 'secret'>,
  { chat, code, language }: { chat: string; code: string; language: Language | undefined },
): Promise<Outcome> {
  const { db, now } = world
  const holder = await findBound(db, chat)
  if (holder) return { kind: 'taken', email: holder.email }
  const key = `telegram:chat:${chat}`
  if (!(await takeAttempt(db, now(), { key, most: MAX_GUESSES, window: WINDOW_MS })))
    return { kind: 'ignored' }
  const isBound = await db.transaction().execute(async (tx) => {
    const userId = await takeCode(tx, world, code)
    if (userId === undefined || !(await changeChat(tx, userId, chat))) return false
    if (language) await changeLanguage(tx, userId, language)
    return true
  })
  const person = isBound ? await findBound(db, chat) : undefined
  if (!person) return { kind: 'wrong' }
  await returnAttempt(db, key)
  return { kind: 'bound', email: person.email }
}
