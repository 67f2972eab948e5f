import { createHmac, randomUUID } from 'node:crypto'
import type { OperationId } from '#contract'
import type { Operation } from '../../../openapi/document.ts'
import type { Database } from '../../database/database.ts'
import { Refusal } from '../../base/refusal.ts'
import type { World } from '../world.ts'
import { withRequestKey } from './claim.ts'
import { findKey, insertKey, type Key } from './store.ts'

/** The parts of a write that its key covers. */
type Write = Pick<World, 'db' | 'now' | 'secret'> & {
  caller: { id: number } | null
  path: object
  query: object
  body: unknown
}

/** How a write is done: the first time, or as a repetition. */
type Run = (isRepeated: boolean) => unknown

/** The answer to a write with a key. */
type Outcome = { answer: unknown; isRepeated: boolean }

/**
 * Operations that are idempotent by keys of their own, however often they are called: an open order
 * is found again, a refund has its number. These run again, because their answers change with time.
 */
const BY_THEMSELVES: readonly OperationId[] = [
  'createAlipayOrder',
  'createPaypalOrder',
  'createPaymentOrder',
  'executePaypalOrder',
  'refundAlipayOrder',
  'refundPaypalOrder',
  'refundPaymentOrder',
]

/** Operations that also open a session, which no stored reply may hold: they run again. */
const OPENING: readonly OperationId[] = ['signUp', 'setUp']

/** The writes of this process that are being done now. */
const running = new Map<string, Promise<void>>()

/**
 * Does a write once for each key, and answers every repetition with the first answer.
 *
 * The key is written in the transaction that does it (`inTransaction`), so that neither exists
 * without the other after a crash. A refusal leaves no key. Refuses with 422 a key that has named
 * something else. Source: IETF draft httpapi-idempotency-key-header.
 */
export async function once(
  operation: Operation,
  write: Write,
  key: string,
  run: Run,
): Promise<Outcome> {
  const caller = operation.security?.length && write.caller ? `user:${write.caller.id}` : 'visitor'
  const name = `${caller} ${key}`
  // Others with this key wait for the first one, then check again: one of them at a time goes on.
  for (let other = running.get(name); other; other = running.get(name)) await other
  const { promise, resolve } = Promise.withResolvers<void>()
  running.set(name, promise)
  try {
    const { path, query, body, secret, now } = write
    const input = JSON.stringify([path, query, body])
    return await decide(write.db, run, {
      caller,
      key,
      operation: operation.operationId,
      inputHash: createHmac('sha256', secret).update(input).digest('base64url'),
      owner: randomUUID(),
      reply: knownReply(operation),
      time: now(),
    })
  } finally {
    running.delete(name)
    resolve()
  }
}

async function decide(db: Database, run: Run, mine: Key): Promise<Outcome> {
  const stored = await findKey(db, mine)
  if (stored) return repeat(stored, run, mine)
  if (isOneOf(BY_THEMSELVES, mine)) {
    await insertKey(db, mine)
    return { answer: await run(false), isRepeated: false }
  }
  try {
    return { answer: await withRequestKey(mine, () => run(false)), isRepeated: false }
  } catch (error) {
    // Another process may have been first; its effect may be why this one was refused.
    const other = await findKey(db, mine)
    if (other && other.owner !== mine.owner) return repeat(other, run, mine)
    throw error
  }
}

async function repeat(stored: Key, run: Run, mine: Key): Promise<Outcome> {
  if (stored.operation !== mine.operation || stored.inputHash !== mine.inputHash)
    throw new Refusal(422, 'key reused')
  if (isOneOf(BY_THEMSELVES, mine) || isOneOf(OPENING, mine))
    return { answer: await run(true), isRepeated: true }
  if (stored.reply === '') throw new Refusal(409, 'done already')
  return { answer: JSON.parse(stored.reply) ?? undefined, isRepeated: true }
}

const isOneOf = (ids: readonly OperationId[], { operation }: Key) =>
  ids.some((id) => id === operation)

/** The answer that is the same for every call of an operation, as JSON; empty where it is not. */
function knownReply({ responses }: Operation): string {
  const [content] = Object.values(responses['200']?.content ?? {})
  if (!content) return 'null'
  const words = content.schema?.enum
  return Array.isArray(words) && words.length === 1 ? JSON.stringify(words[0]) : ''
}
