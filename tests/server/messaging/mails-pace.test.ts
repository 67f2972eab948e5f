import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openOutbox, sendDueMails, startOutbox } from '../../../server/messaging/mails/outbox.ts'
import { insertMail } from '../../../server/messaging/mails/store.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'
import { openSmtp } from '../../support/smtp.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

async function posting() {
  const [world, smtp] = await Promise.all([makeWorld(), openSmtp()])
  await world.as(mainAdmin).PUT('/api/admin/setting/mailServer', { body: smtp.setting })
  type Kind = Parameters<typeof insertMail>[1]['kind']
  const write = (recipient: string, kind: Kind = 'user') =>
    insertMail(world.db, { kind, recipient, subject: 'Hello', content: '1' }, world.clock.at)
  const writeMany = async (many: number) => {
    for (let at = 0; at < many; at++) await write(`u${at}@example.com`)
  }
  const rows = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute()
  const waiting = async () => (await rows()).filter(({ status }) => status === 'waiting').length
  const outbox = openOutbox(world.world, { step: 5_000 })
  onTestFinished(outbox.hangUp)
  const send = () => outbox.sendDue(() => false)
  /** Sends as the worker does, every five seconds of the site's clock; returns how long it took, ms. */
  const sendAll = async ({ most }: { most: number }) => {
    const from = world.clock.at
    while ((await waiting()) > 0 && world.clock.at - from < most) {
      await send()
      world.clock.add(5 * SECOND)
    }
    return world.clock.at - from
  }
  /** Takes so many mails in any minute, and answers the others with a text. */
  const limitTo = (perMinute: number, reply: string, step = 'mailFrom') => {
    let taken: number[] = []
    const refused = { times: 0 }
    smtp.behave({
      limit(at) {
        const now = world.clock.at
        taken = taken.filter((time) => time > now - MINUTE)
        if (at === step && taken.length >= perMinute) {
          refused.times += 1
          return reply
        }
        if (at === 'data') taken.push(now)
        return undefined
      },
    })
    return refused
  }
  const recipients = () => smtp.received.flatMap(({ to }) => to)
  return { world, smtp, write, writeMany, rows, outbox, send, sendAll, limitTo, recipients }
}

describe('mail to many', () => {
  test.each([
    ['450 4.7.1 Error: too much mail from 127.0.0.1', 'mailFrom'],
    ['432 4.3.2 STOREDRV.ClientSubmit; sender thread limit exceeded', 'data'],
    ['451 Domain example.org has exceeded the max emails per hour', 'rcptTo'],
    ['550 5.4.5 Daily user sending limit exceeded', 'rcptTo'],
  ])('goes at the pace the server takes: %s', async (reply, step) => {
    const { writeMany, rows, sendAll, limitTo, recipients } = await posting()
    const refused = limitTo(30, reply, step)
    await writeMany(200)
    const took = await sendAll({ most: 30 * MINUTE })
    expect(recipients()).toHaveLength(200)
    expect(new Set(recipients()).size).toBe(200)
    const all = await rows()
    expect(all.filter(({ status, tries }) => status !== 'sent' || tries !== 1)).toEqual([])
    // Without any limit of ours nearly every try would be refused.
    expect(refused.times).toBeLessThan(20)
    expect(took).toBeLessThan(20 * MINUTE)
  })

  test('goes on at that pace after a restart, and at its own to another server', async () => {
    const { world, smtp, writeMany, send, sendAll, limitTo } = await posting()
    limitTo(30, '450 4.7.1 Error: too much mail')
    await writeMany(60)
    await sendAll({ most: 30 * MINUTE })
    world.clock.add(10 * MINUTE)
    const { mailPace } = await settingsOf(world)
    expect(mailPace).toMatchObject({ isLimited: true })
    // Those under way when it was refused count or not.
    expect([23, 24]).toContain(mailPace?.perMinute)
    await writeMany(30)
    const before = smtp.received.length
    await sendDueMails(world.world)
    // Ten seconds' worth.
    expect([3, 4]).toContain(smtp.received.length - before)
    expect(await send()).toBeUndefined()
    await world.db
      .updateTable('setting')
      .set({ value: JSON.stringify({ ...mailPace, server: 'x' }) })
      .where('key', '=', 'mailPace')
      .execute()
    const later = smtp.received.length
    await sendDueMails(world.world)
    expect(smtp.received.length - later).toBe(10)
  })

  test('begins slowly, and faster from minute to minute where nothing is refused', async () => {
    const { smtp, writeMany, sendAll } = await posting()
    await writeMany(300)
    const took = await sendAll({ most: 30 * MINUTE })
    expect(smtp.received).toHaveLength(300)
    expect(took).toBeGreaterThan(3 * MINUTE)
    expect(took).toBeLessThan(6 * MINUTE)
  })

  test('never holds up a code', async () => {
    const { world, write, writeMany, send, limitTo, recipients } = await posting()
    limitTo(30, '450 4.7.1 Error: too much mail')
    await writeMany(200)
    let asked = 0
    for (let round = 0; round < 120; round++) {
      if (round % 12 === 6) {
        asked += 1
        await write(`code${asked}@example.com`, 'code')
      }
      await send()
      // At once, also while the mailing rests: the pace leaves it room.
      expect(recipients().filter((address) => address.startsWith('code'))).toHaveLength(asked)
      world.clock.add(5 * SECOND)
    }
  })

  test('sends a code while all others have to rest', async () => {
    const { world, smtp, write, writeMany, send, rows, recipients } = await posting()
    let isFull = true
    smtp.behave({ limit: (at) => (at === 'mailFrom' && isFull ? '450 4.7.1 Too much' : undefined) })
    await writeMany(3)
    await send()
    await write('code@example.com', 'code')
    await send()
    expect((await rows())[3]).toMatchObject({ status: 'waiting', tries: 0 })
    isFull = false
    world.clock.add(9 * SECOND)
    await send()
    expect(recipients()).toEqual([])
    world.clock.add(1 * SECOND)
    await send()
    expect(recipients()).toContain('code@example.com')
  })

  test('waits for a server that takes none for two hours, without losing one', async () => {
    const { world, smtp, writeMany, rows, sendAll, recipients } = await posting()
    const until = world.clock.at + 120 * MINUTE
    smtp.behave({
      limit: (at) => (at === 'data' && world.clock.at < until ? '451 4.3.0 Try later' : undefined),
    })
    await writeMany(20)
    await sendAll({ most: 180 * MINUTE })
    expect(new Set(recipients()).size).toBe(20)
    expect((await rows()).every(({ status, tries }) => status === 'sent' && tries === 1)).toBe(true)
  })
})

describe('connections', () => {
  test.each([1, 2])('are no more than the server takes: %i', async (most) => {
    const { world, smtp, writeMany, rows, send, recipients } = await posting()
    smtp.behave({
      wait: 20,
      limit: (at) =>
        at === 'connect' && smtp.connections.open.size >= most
          ? '421 Too many concurrent SMTP connections from this IP address; please try again later.'
          : undefined,
    })
    await writeMany(10)
    await send()
    expect(new Set(recipients()).size).toBe(10)
    expect((await rows()).every(({ tries }) => tries === 1)).toBe(true)
    expect((await settingsOf(world)).mailPace).toMatchObject({ connections: most })
    const before = smtp.connections.opened
    world.clock.add(MINUTE)
    await writeMany(10)
    await send()
    expect(recipients()).toHaveLength(20)
    expect(smtp.connections.opened - before).toBeLessThanOrEqual(most)
  })

  test('are closed after as many mails as the server takes over one', async () => {
    const { world, smtp, writeMany, rows, send, recipients } = await posting()
    smtp.behave({
      limit: (at, mails) =>
        at === 'mailFrom' && mails >= 2 ? '421 too many messages in this connection' : undefined,
    })
    await writeMany(10)
    await send()
    expect(new Set(recipients()).size).toBe(10)
    expect((await rows()).every(({ tries }) => tries === 1)).toBe(true)
    smtp.behave({
      limit: (at, mails) =>
        at === 'mailFrom' && mails >= 2 ? '452 4.5.3 too many messages in this session' : undefined,
    })
    await writeMany(10)
    world.clock.add(MINUTE)
    await send()
    expect(recipients()).toHaveLength(20)
    expect((await rows()).every(({ tries }) => tries === 1)).toBe(true)
  })

  test('one that is refused costs nothing where it was the only one', async () => {
    const { world, smtp, writeMany, rows, send, sendAll, recipients } = await posting()
    smtp.behave({ limit: (at) => (at === 'connect' ? '421 4.3.2 Not now' : undefined) })
    await writeMany(5)
    await send()
    expect((await rows()).every(({ status, tries }) => status === 'waiting' && tries === 0)).toBe(
      true,
    )
    smtp.behave({})
    world.clock.add(MINUTE)
    await sendAll({ most: 10 * MINUTE })
    expect(new Set(recipients()).size).toBe(5)
  })
})

describe('a mail that is refused while others are taken', () => {
  test('is given up, and holds up nobody', async () => {
    const { smtp, write, writeMany, rows, sendAll, recipients, world } = await posting()
    smtp.behave({
      limit: (at, _mails, { envelope }) =>
        at === 'data' && envelope.rcptTo[0]?.address === 'bad@example.com'
          ? '450 4.7.0 Too many of this kind'
          : undefined,
    })
    await write('bad@example.com')
    for (let round = 0; round < 12; round++) {
      await writeMany(3)
      await sendAll({ most: 5 * MINUTE })
      world.clock.add(30 * MINUTE)
    }
    expect(recipients()).toHaveLength(36)
    expect((await rows())[0]).toMatchObject({ status: 'failed', tries: 5 })
  })
})

test('the worker sends a mailing and what comes meanwhile', async () => {
  const { world, smtp, write, recipients } = await posting()
  const outbox = startOutbox(world.world)
  onTestFinished(outbox.stop)
  for (let at = 0; at < 20; at++) await write(`u${at}@example.com`)
  await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThan(9), { timeout: 30_000 })
  await write('code@example.com', 'code')
  await vi.waitFor(() => expect(recipients()).toContain('code@example.com'), { timeout: 30_000 })
  world.clock.add(MINUTE)
  await vi.waitFor(() => expect(new Set(recipients()).size).toBe(21), { timeout: 30_000 })
})

async function settingsOf({ db }: Awaited<ReturnType<typeof makeWorld>>) {
  const found = await db.selectFrom('setting').selectAll().execute()
  return Object.fromEntries(found.map(({ key, value }) => [key, JSON.parse(value)]))
}
