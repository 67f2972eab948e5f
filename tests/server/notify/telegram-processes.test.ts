/** @module-tag long */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { insertEvent } from '../../../server/messaging/events/store.ts'
import { changeBot } from '../../../server/notify/telegram/setting.ts'
import { sharedDatabase } from '../../support/postgres.ts'
import { BOT_TOKEN, startTelegramApi } from '../../support/telegram.ts'

const WORKER = fileURLToPath(new URL('../../support/telegram-worker.ts', import.meta.url))
const PEOPLE = 40
/** How long a dead process delays the others, ms. */
const LIFE = 2_000
const INFO = { id: 1, is_bot: true, first_name: 'Sluice', username: 'sluice_bot' } as never

test(
  'of two processes one listens and notifies; killed, the other goes on, and nobody is notified twice',
  {
    timeout: 90_000,
  },
  async () => {
    const { db, address } = await sharedDatabase()
    const telegram = await startTelegramApi()
    await changeBot({ db, secret: 'a secret of the tests', now: Date.now }, BOT_TOKEN, INFO)
    const people = await db
      .insertInto('user')
      .values(
        Array.from({ length: PEOPLE }, (_, index) => ({
          username: `u${index}@example.com`,
          email: `u${index}@example.com`,
          passwordHash: '',
          type: 'normal' as const,
          telegram: String(1_000 + index),
          language: 'en-US',
          createTime: Date.now(),
        })),
      )
      .returning('id')
      .execute()
    for (let index = 0; index < PEOPLE; index += 1) telegram.write(1_000 + index, 'hello')

    let notified = 0
    const deliverToAll = async () => {
      notified += PEOPLE
      for (const { id } of people) {
        const what = { kind: 'delivered' as const, userId: id, subjectId: null }
        const data = { orderId: `${notified}-${id}` }
        await insertEvent(db, { ...what, data, effect: `test:${notified}:${id}` }, Date.now())
      }
    }
    const processes = ['one', 'two'].map((name, at) =>
      startSpeaker(address, telegram.url, name, at),
    )
    await Promise.all(processes.map(({ child }) => once(child, 'message')))
    const deliveries = () => telegram.sent.filter(({ text }) => text.includes('has been delivered'))

    await deliverToAll()
    await vi.waitFor(() => expect(deliveries()).toHaveLength(notified), { timeout: 20_000 })
    expect(new Set(telegram.polls.by).size).toBe(1)

    // In the middle of telling.
    const holder = processes.find(({ name }) => name === telegram.polls.by.at(-1))
    await deliverToAll()
    await vi.waitFor(() => expect(deliveries().length).toBeGreaterThan(PEOPLE + 5), {
      timeout: 20_000,
      interval: 5,
    })
    holder?.child.kill('SIGKILL')
    const unnotified = () =>
      db
        .selectFrom('event')
        .select('id')
        .where('telegramTime', 'is', null)
        .where('kind', '=', 'delivered')
        .execute()
    await vi.waitFor(async () => expect(await unnotified()).toEqual([]), { timeout: 30_000 })

    const texts = deliveries().map(({ text }) => text)
    expect(
      texts.filter((text, at) => texts.indexOf(text) !== at),
      'notified twice',
    ).toEqual([])
    // What was on its way to Telegram when its process died may be lost.
    expect(texts.length).toBeGreaterThanOrEqual(notified - 1)
    expect(new Set(telegram.polls.by)).toEqual(new Set(['one', 'two']))
    expect(telegram.polls.atOnce).toBe(0)
  },
)

/** One of the two; their clocks are an hour apart. */
function startSpeaker(address: string, telegram: string, name: string, at: number) {
  const words = [address, `${telegram}/${name}`, String(LIFE), String(at * 3_600_000)]
  const child: ChildProcess = fork(WORKER, words, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { name, child }
}
