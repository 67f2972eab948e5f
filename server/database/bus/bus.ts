import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { type Bus, loneBus } from '../../base/bus.ts'
import type { Config } from '../../base/config.ts'
import type { Log } from '../../base/log.ts'
import { isEmbedded } from '../database.ts'
import type { Tables } from '../tables.ts'
import { CHANNEL, startListening } from './listening.ts'
import { cut, joinPieces } from './pieces.ts'

type Envelope = { from: string; to?: string; topic: string; message: object }
type Question = { number: number; question: string; words: unknown[] }
type Reply = { number: number; value?: unknown; error?: string }
type Deps = { db: Kysely<Tables>; log: Log; config: Pick<Config, 'databaseUrl' | 'listenUrl'> }

const ANSWER_TIMEOUT_MS = 5_000
const RETRY_MS = 1_000
/** Reports that a message was lost. */
const GAP = 'gap'
const ASK = 'ask'
const REPLY = 'reply'

/** Opens the channel to other processes on this database: NOTIFY by the pool, LISTEN beside it. */
export function openBus({ db, log, config }: Deps): Bus {
  if (isEmbedded(config.databaseUrl)) return loneBus()
  const id = randomUUID()
  const listeners = new Map<string, ((message: never, from: string) => void)[]>()
  const answers = new Map<string, (words: unknown[]) => Promise<unknown>>()
  const waiting = new Map<number, (reply: Reply) => void>()
  const gaps: (() => void)[] = []
  const take = joinPieces()
  let number = 0
  let sending: Promise<void> = Promise.resolve()
  let isStopped = false
  const noteGap = () => gaps.forEach((listener) => listener())
  const listening = startListening({
    url: config.listenUrl,
    log,
    send: notify,
    receive: (text) => {
      try {
        receive(text)
      } catch (error) {
        log.warn({ err: error }, 'a message that is none of ours was passed over')
      }
    },
    begun: noteGap,
  })

  return {
    id,
    isAlone: false,
    publish: (topic, message) => send({ from: id, topic, message }),
    on: (topic, listener) => void listeners.getOrInsertComputed(topic, () => []).push(listener),
    request,
    answer: (question, answer) => void answers.set(question, answer),
    onGap: (listener) => void gaps.push(listener),
    async stop() {
      isStopped = true
      await sending
      await listening.stop()
    },
  }

  /** In order. What cannot be sent is reported as lost once the next can be. */
  function send(envelope: Envelope): void {
    sending = sending.then(async () => {
      try {
        for (const text of cut(envelope)) await notify(text)
      } catch {
        if (isStopped) return
        noteGap()
        setTimeout(() => send({ from: id, topic: GAP, message: {} }), RETRY_MS).unref()
      }
    })
  }

  function notify(text: string) {
    return sql`select pg_notify(${CHANNEL}, ${text})`.execute(db)
  }

  function receive(text: string): void {
    const { from, to, topic, message } = (take(text) ?? {}) as Partial<Envelope>
    if (from === undefined || from === id || (to !== undefined && to !== id)) return
    if (topic === GAP) return noteGap()
    if (topic === ASK) return void reply(from, message as Question)
    if (topic === REPLY) return waiting.get((message as Reply).number)?.(message as Reply)
    for (const listener of listeners.get(topic ?? '') ?? []) listener(message as never, from)
  }

  async function reply(to: string, { number, question, words }: Question): Promise<void> {
    const answer = answers.get(question)
    if (!answer) return
    const given = await answer(words).then(
      (value): Reply => ({ number, value }),
      (error: unknown): Reply => ({ number, error: (error as Error).message }),
    )
    send({ from: id, to, topic: REPLY, message: given })
  }

  async function request(to: string, question: string, words: unknown[]): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    number += 1
    const mine = number
    const timer = setTimeout(() => reject(new Error('no answer')), ANSWER_TIMEOUT_MS)
    waiting.set(mine, ({ value, error }) =>
      error === undefined ? resolve(value) : reject(new Error(error)),
    )
    send({ from: id, to, topic: ASK, message: { number: mine, question, words } })
    return promise.finally(() => {
      clearTimeout(timer)
      waiting.delete(mine)
    })
  }
}
