import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sendDueMails, startOutbox } from '../../../server/messaging/mails/outbox.ts'
import { insertMail } from '../../../server/messaging/mails/store.ts'
import { takeDueMail } from '../../../server/messaging/mails/queue.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'
import { openSmtp } from '../../support/smtp.ts'

const MINUTE = 60_000
const LIST = '/api/admin/mail'

async function posting() {
  const [world, smtp] = await Promise.all([makeWorld(), openSmtp()])
  const admin = world.as(mainAdmin)
  await admin.PUT('/api/admin/setting/mailServer', { body: smtp.setting })
  type Kind = Parameters<typeof insertMail>[1]['kind']
  const write = (kind: Kind = 'order', more: { effect?: string; recipient?: string } = {}) => {
    const text = { recipient: 'ann@example.com', subject: 'Hello', content: 'Текст 123456' }
    return insertMail(world.db, { kind, ...text, ...more }, world.clock.at)
  }
  const rows = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute()
  const send = () => sendDueMails(world.world, { step: 2_000 })
  return { world, smtp, admin, write, rows, send }
}

describe('the outbox', () => {
  test('sends what waits, as it was written, and forgets codes and links', async () => {
    const { smtp, write, rows, send } = await posting()
    await write('code')
    await write('order')
    await send()
    expect(smtp.received).toHaveLength(2)
    expect(smtp.received[0]).toMatchObject({ to: ['ann@example.com'], subject: 'Hello' })
    expect(smtp.received[0]?.text).toContain('Текст 123456')
    expect(smtp.received[0]?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
    const stored = await rows()
    expect(stored.map(({ status }) => status)).toEqual(['sent', 'sent'])
    expect(stored.map(({ content }) => content)).toEqual(['', 'Текст 123456'])
  })

  test('names the site where the sender has no name, and ends with its line', async () => {
    const { admin, smtp, write, send } = await posting()
    const data = { title: 'North Star', mailFooter: 'Help: @north' }
    await admin.PUT('/api/admin/setting/base', { body: { data } })
    await admin.PUT('/api/admin/setting/mailServer', { body: { ...smtp.setting, fromName: '' } })
    await write()
    await send()
    expect(smtp.received[0]?.text?.trimEnd()).toBe('Текст 123456\n\n-- \nHelp: @north')
    expect(smtp.received[0]?.headers).toContainEqual(
      expect.objectContaining({ key: 'from', value: expect.stringContaining('North Star') }),
    )
    await admin.PUT('/api/admin/setting/mailServer', { body: { ...smtp.setting, fromName: 'Ann' } })
    await write()
    await send()
    expect(smtp.received[1]?.headers).toContainEqual(
      expect.objectContaining({ key: 'from', value: expect.stringMatching(/^"?Ann"? </) }),
    )
  })

  test('sends at once, and nothing of a transaction that failed', async () => {
    const { world, smtp, write, rows } = await posting()
    const outbox = startOutbox(world.world)
    onTestFinished(outbox.stop)
    await world.db
      .transaction()
      .execute(async (tx) => {
        const text = { recipient: 'never@example.com', subject: 'x', content: 'x' }
        await insertMail(tx, { kind: 'order', ...text }, world.clock.at)
        throw new Error('no')
      })
      .catch(() => undefined)
    await write()
    await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 20_000 })
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ status: 'sent' }]), {
      timeout: 20_000,
    })
  })

  test('sends an effect once', async () => {
    const { smtp, write, send } = await posting()
    await write('order', { effect: 'order:17' })
    await write('order', { effect: 'order:17' })
    await send()
    expect(smtp.received).toHaveLength(1)
  })

  test('waits longer after every failure, and gives up after the fifth', async () => {
    const { world, smtp, write, rows, send } = await posting()
    smtp.behave({ rcptTo: 450 })
    await write()
    for (const wait of [1, 5, 30, 120]) {
      await send()
      const [mail] = await rows()
      expect(mail).toMatchObject({ status: 'waiting', nextTry: world.clock.at + wait * MINUTE })
      expect(mail?.error).toMatch(/450 I say 450/)
      world.clock.add(wait * MINUTE - 1)
      expect(await send()).toBeUndefined()
      expect((await rows())[0]?.nextTry).toBe(world.clock.at + 1)
      world.clock.add(1)
    }
    await send()
    expect(await rows()).toMatchObject([{ status: 'failed', tries: 5, nextTry: null }])
  })

  test('delivers to a greylisting server on the second try', async () => {
    const { world, smtp, write, rows, send } = await posting()
    smtp.behave({ rcptTo: 451 })
    await write('code')
    await send()
    smtp.behave({})
    world.clock.add(MINUTE)
    await send()
    expect(smtp.received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'sent', tries: 2, error: null }])
  })

  test('does not try again what is refused for good', async () => {
    const { smtp, write, rows, send } = await posting()
    smtp.behave({ rcptTo: 550 })
    await write('code')
    await send()
    expect(await rows()).toMatchObject([{ status: 'failed', tries: 1, content: '' }])
  })

  test('gives up a code that is no longer good', async () => {
    const { world, smtp, admin, write, rows, send } = await posting()
    await admin.PUT('/api/admin/setting/mailServer', { body: { ...smtp.setting, host: '' } })
    await write('code')
    await write('order')
    await send()
    world.clock.add(10 * MINUTE)
    await send()
    expect(await rows()).toMatchObject([
      { status: 'cancelled', content: '' },
      { status: 'waiting' },
    ])
    world.clock.add(4320 * MINUTE)
    await send()
    expect(await rows()).toMatchObject([{ status: 'cancelled' }, { status: 'cancelled' }])
  })

  test('lets other mails wait unharmed while the server is down', async () => {
    const { world, smtp, write, rows, send } = await posting()
    for (let mail = 0; mail < 20; mail++) await write()
    await smtp.close()
    expect(await send()).toMatchObject({ problem: 'no connection' })
    expect((await rows()).filter(({ tries }) => tries > 0)).toEqual([])
    // For hours, which no mail would survive whose tries were numbered.
    for (let minute = 0; minute < 200; minute++) {
      world.clock.add(MINUTE)
      await send()
    }
    expect((await rows()).filter(({ status }) => status !== 'waiting')).toEqual([])
  })

  test('does not wait for ever for a slow server', async () => {
    const { world, smtp, write, rows } = await posting()
    smtp.behave({ wait: 5_000 })
    await write()
    const failure = await sendDueMails(world.world, { step: 200 })
    expect(failure).toMatchObject({ problem: 'timeout' })
    expect(await rows()).toMatchObject([{ status: 'waiting', tries: 1 }])
  })

  test('lets two processes send each mail once', async () => {
    const { world, smtp, write, rows, send } = await posting()
    for (let mail = 0; mail < 24; mail++) await write('order', { recipient: `u${mail}@x.example` })
    await Promise.all([send(), send(), sendDueMails({ ...world.world }, { step: 2_000 })])
    const people = smtp.received.flatMap(({ to }) => to)
    expect(new Set(people).size).toBe(24)
    expect(people).toHaveLength(24)
    expect((await rows()).every(({ status }) => status === 'sent')).toBe(true)
  })

  test('takes up what a process left that died in the middle', async () => {
    const { world, smtp, write, rows, send } = await posting()
    await write()
    const taken = await takeDueMail(world.db, world.clock.at)
    expect(taken).toMatchObject({ tries: 1 })
    await send()
    expect(smtp.received).toHaveLength(0)
    world.clock.add(2 * MINUTE)
    await send()
    expect(smtp.received).toHaveLength(1)
    expect(smtp.received[0]?.messageId).toMatch(/^<order-\d+-\d+@shop\.example>$/)
    expect(await rows()).toMatchObject([{ status: 'sent', tries: 2 }])
  })
})

describe('listMails', () => {
  test('pages and filters, without what the mails say', async () => {
    const { smtp, admin, write, send } = await posting()
    await write('code')
    await send()
    smtp.behave({ rcptTo: 550 })
    await write('order')
    await send()
    const { data } = await admin.GET(LIST, { params: { query: { pageSize: 1 } } })
    expect(data).toMatchObject({ total: 2, maxPage: 2, mails: [{ kind: 'order' }] })
    expect(JSON.stringify(data)).not.toContain('123456')
    const query = { status: 'sent', kind: 'code' } as const
    const filtered = await admin.GET(LIST, { params: { query } })
    expect(filtered.data).toMatchObject({ total: 1, mails: [{ status: 'sent', kind: 'code' }] })
    const none = await admin.GET(LIST, { params: { query: { page: 9 } } })
    expect(none.data).toMatchObject({ total: 2, mails: [] })
  })

  test('is for the main admin', async () => {
    const { world } = await posting()
    const other = world.as(await world.person({ type: 'admin' }))
    expect((await other.GET(LIST)).response.status).toBe(403)
  })
})

describe('retryMail', () => {
  const retry = (admin: Awaited<ReturnType<typeof posting>>['admin'], mailId: number) =>
    admin.POST('/api/admin/mail/{mailId}/retry', { params: { path: { mailId } } })

  test('sends a failed mail again', async () => {
    const { smtp, admin, write, rows, send } = await posting()
    smtp.behave({ data: 554 })
    await write()
    await send()
    smtp.behave({})
    const id = (await rows())[0]?.id ?? 0
    expect((await retry(admin, id)).data).toBe('success')
    await send()
    expect(smtp.received).toHaveLength(1)
    expect((await retry(admin, id)).error).toBe('already sent')
  })

  test('does not send what is being sent, also on a second try', async () => {
    const { world, smtp, admin, write, rows, send } = await posting()
    smtp.behave({ rcptTo: 451 })
    await write()
    await send()
    world.clock.add(MINUTE)
    smtp.behave({ wait: 100 })
    const sending = send()
    await vi.waitFor(async () => expect(await rows()).toMatchObject([{ tries: 2 }]))
    const id = (await rows())[0]?.id ?? 0
    expect((await retry(admin, id)).data).toBe('success')
    await Promise.all([sending, send()])
    expect(smtp.received).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'sent', tries: 2 }])
  })

  test('does not send a code that was emptied', async () => {
    const { smtp, admin, write, rows, send } = await posting()
    smtp.behave({ data: 554 })
    await write('code')
    await send()
    expect((await retry(admin, (await rows())[0]?.id ?? 0)).error).toBe('too late')
    expect((await retry(admin, 999)).response.status).toBe(403)
  })
})
