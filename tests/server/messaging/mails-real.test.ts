/** @module-tag long */
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findStored } from '../../../server/database/settings/store.ts'
import { openOutbox } from '../../../server/messaging/mails/outbox.ts'
import { insertMail } from '../../../server/messaging/mails/store.ts'
import { canRun, startExim, startPostfix } from '../../support/mailServers.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

/** How much faster the site's clock goes: what is a minute there takes a server three seconds. */
const FASTER = 20
const MINUTE = 60_000
const LIMIT = { most: 30, seconds: MINUTE / FASTER / 1000 }
const MANY = 200

/** A site that sends to this server, whose clock goes as its limit is counted. */
async function posting({ port }: { port: number }) {
  const world = await makeWorld()
  const login = { user: '', password: '', fromName: '', fromAddress: 'shop@example.com' }
  const server = { host: '127.0.0.1', port, security: 'none' as const, blackList: [], ...login }
  await world.as(mainAdmin).PUT('/api/admin/setting/mailServer', { body: server })
  const [from, begun] = [world.clock.at, Date.now()]
  const clock = setInterval(() => (world.clock.at = from + (Date.now() - begun) * FASTER), 5)
  onTestFinished(() => clearInterval(clock))
  const outbox = openOutbox(world.world, { step: 20_000 })
  onTestFinished(outbox.hangUp)
  const write = (recipient: string, kind: 'user' | 'code' = 'user') =>
    insertMail(world.db, { kind, recipient, subject: 'Hello', content: '123456' }, world.clock.at)
  const mails = (status: 'waiting' | 'sent') =>
    world.db
      .selectFrom('mail')
      .select(['recipient', 'tries'])
      .where('status', '=', status)
      .orderBy('id')
      .execute()
  return { world, outbox, write, mails }
}

const SERVERS = [
  ['postfix', startPostfix],
  ['exim4-daemon-light', startExim],
] as const

for (const [name, start] of SERVERS)
  describe.skipIf(!canRun(name))(`Debian's ${name}, which takes 30 mails a minute`, () => {
    test('gets a mailing whole, each mail once, and a code does not wait behind it', async () => {
      const server = await start(LIMIT)
      const { world, outbox, write, mails } = await posting(server)
      for (let at = 0; at < MANY; at += 1) await write(`u${at}@example.com`)
      const from = world.clock.at
      let codeAt: number | undefined
      /** How many of the mailing were sent when the code was. */
      let before: number | undefined
      while ((await mails('waiting')).length > 0 && world.clock.at - from < 40 * MINUTE) {
        await outbox.sendDue(() => false)
        const sent = await mails('sent')
        if (codeAt === undefined && sent.length > 80) {
          codeAt = sent.length
          await write('code@example.com', 'code')
        }
        if (sent.some(({ recipient }) => recipient.startsWith('code'))) before ??= sent.length
        await after(100)
      }
      const sent = await mails('sent')
      expect(sent).toHaveLength(MANY + 1)
      expect(await findStored(world.db, 'mailPace')).toMatchObject({ isLimited: true })
      // What the server refused as too much was no try of the mail.
      expect(sent.filter(({ tries }) => tries !== 1)).toEqual([])
      // A minute's worth at most went out between its order and its delivery.
      expect(before! - codeAt!).toBeLessThan(LIMIT.most)
      await eventually(() => server.recipients().length > MANY)
      expect(server.recipients().sort()).toEqual(sent.map(({ recipient }) => recipient).sort())
    })
  })
