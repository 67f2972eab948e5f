import { expect, onTestFinished, test, vi } from 'vitest'
import { insertEvent } from '../../../server/messaging/events/store.ts'
import { startOutbox } from '../../../server/messaging/mails/outbox.ts'
import { insertMail } from '../../../server/messaging/mails/store.ts'
import { signalMail } from '../../../server/messaging/mails/signal.ts'
import { apiOf } from '../../../server/notify/telegram/api.ts'
import { makeNotifier } from '../../../server/notify/telegram/notices.ts'
import { makeTimespan } from '../../../server/base/timespan.ts'
import { openSmtp } from '../../support/smtp.ts'
import { BOT_TOKEN, startTelegramApi } from '../../support/telegram.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const DAYS = 3 * 86_400_000
const WITHIN_20_S = { timeout: 20_000 }

test('a span ends after its length, and at once when the clock goes back before its beginning', () => {
  let time = 1_000
  const span = makeTimespan(() => time)
  expect(span.isOn()).toBe(false)
  span.begin(100)
  expect(span.isOn()).toBe(true)
  time = 1_099
  expect(span.isOn()).toBe(true)
  time = 1_100
  expect(span.isOn()).toBe(false)
  span.begin(100)
  time = 1_099
  expect(span.isOn()).toBe(false)
})

test('mail that failed while the clock was days ahead goes out once it is right, and new mail too', async () => {
  const [world, smtp] = await Promise.all([makeWorld(), openSmtp()])
  await world.as(mainAdmin).PUT('/api/admin/setting/mailServer', { body: smtp.setting })
  const text = { recipient: 'ann@example.com', subject: 'Hello', content: 'Hello' }
  const rows = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute()
  const outbox = startOutbox(world.world)
  onTestFinished(outbox.stop)

  world.clock.add(DAYS)
  smtp.behave({ mailFrom: 421 })
  await insertMail(world.db, { kind: 'order', ...text }, world.clock.at)
  signalMail()
  await vi.waitFor(async () => expect((await rows())[0]?.error).not.toBeNull(), WITHIN_20_S)
  world.clock.add(-DAYS)
  smtp.behave({})
  await insertMail(world.db, { kind: 'order', ...text }, world.clock.at)
  signalMail()
  await vi.waitFor(() => expect(smtp.received).toHaveLength(2), WITHIN_20_S)
})

test('Telegram is spoken to again once a clock that was days ahead is right', async () => {
  const telegram = await startTelegramApi()
  const world = await makeWorld({ env: { TELEGRAM_API: telegram.url } })
  const since = world.clock.at
  telegram.write(1, '/start')
  const bound = { telegram: '1', language: 'en-US' }
  await world.db.updateTable('user').set(bound).where('id', '=', 1).execute()
  const notify = makeNotifier(world.world)
  const happen = (effect: string) => {
    const plain = { kind: 'signUp' as const, userId: null, subjectId: null, data: {} }
    return insertEvent(world.db, { ...plain, effect }, world.clock.at)
  }
  world.clock.add(DAYS)
  await happen('ahead')
  telegram.fail('sendMessage', { code: 429, description: 'Too Many Requests', retryAfter: 30 })
  await notify(await apiOf(BOT_TOKEN, world.config), since)
  expect(telegram.to(1)).toHaveLength(0)
  world.clock.add(-DAYS)
  await happen('right')
  await notify(await apiOf(BOT_TOKEN, world.config), since)
  expect(telegram.to(1)).toHaveLength(2)
})
