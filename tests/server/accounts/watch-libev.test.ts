/** @module-tag long */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer as createTcp, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../support/freePort.ts'
import { anAccount } from '../../support/make.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { pass } from '../../support/traffic.ts'
import { customer, eventuallyIs, openPage } from '../../support/watchedCustomer.ts'

const there = ['ss-local', 'curl'].every((tool) => !spawnSync(tool, ['-h']).error)

/** A filter before the port: connections are taken, and one direction or the other is dropped. */
async function aFilter(port: number, passes: { up: boolean; down: boolean }): Promise<number> {
  const filter = createTcp({ allowHalfOpen: true }, (client) => {
    const server = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    for (const [from, to, isPassed] of [
      [client, server, passes.up],
      [server, client, passes.down],
    ] as const) {
      from.on('error', () => to.destroy())
      from.on('data', (data) => void (isPassed && to.write(data)))
      // What ends a connection is short, and passes.
      from.on('end', () => to.end())
    }
  }).listen(0, '127.0.0.1')
  await once(filter, 'listening')
  onTestFinished(() => void filter.close())
  return (filter.address() as AddressInfo).port
}

describe.skipIf(!there)('a customer who tries with the client of shadowsocks-libev', () => {
  test('reads that nothing came, then of a wrong password, then that all is well', async () => {
    const { server, port, page, watch } = await customer()
    const since = Date.now()
    expect((await watch(since)).verdict.word).toBe('absent')
    expect(await openPage(port, 'wrong', page)).toBe('000')
    const wrong = await watch(since)
    expect(wrong.verdict).toMatchObject({ word: 'wrongKey', serverId: server })
    expect(wrong.servers[0]?.attempts[0]).toMatchObject({ reason: 'wrongKey', own: true })
    const repaired = Date.now()
    expect(await openPage(port, 'right', page)).toBe('200')
    await eventuallyIs('fine', () => watch(repaired))
    // Both in one moment are two devices.
    await eventuallyIs('oldKey', () => watch(since))
  })

  test('reads that its answers are dropped on the way, and not that a page was opened', async () => {
    const { port, page, watch } = await customer()
    const since = Date.now()
    const filter = await aFilter(port, { up: true, down: false })
    expect(await openPage(filter, 'right', page)).toBe('000')
    await eventuallyIs('unheard', () => watch(since))
  })

  test('reads that nothing comes where what it sends is dropped', async () => {
    const { port, page, watch } = await customer()
    const since = Date.now()
    const filter = await aFilter(port, { up: false, down: true })
    expect(await openPage(filter, 'right', page)).toBe('000')
    await eventuallyIs('silent', () => watch(since))
  })

  test.each<[string, string, (page: string) => string | Promise<string>]>([
    ['another method', 'wrongKey', (page) => page],
    ['a target in a private network', 'refused', () => 'http://192.168.77.1/'],
    ['a name that there is not', 'noName', () => 'http://no-such-name.invalid/'],
    ['a target that is gone', 'noAnswer', async () => `http://127.0.0.1:${await freePort()}/`],
  ])('reads of %s', async (what, word, target) => {
    const { port, page, watch } = await customer()
    const since = Date.now()
    const method = what === 'another method' ? 'chacha20-ietf-poly1305' : 'aes-256-gcm'
    await openPage(port, 'right', await target(page), { method })
    await eventuallyIs(word, () => watch(since))
  })

  test('reads that nobody came where a wrong port is entered, or that of somebody else', async () => {
    const { world, page, watch, settle } = await customer()
    const theirs = await freePort()
    const { id: userId } = await world.person()
    await anAccount(world, { userId, port: theirs, password: 'theirs' })
    await settle()
    const since = Date.now()
    for (const other of [await freePort(), theirs])
      expect(await openPage(other, 'right', page)).toBe('000')
    expect((await watch(since)).verdict.word).toBe('absent')
  })

  test('reads that the port is not open where another program has it', async () => {
    const other = createTcp().listen(0, '0.0.0.0')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const { page, watch } = await customer({ port })
    const since = Date.now()
    expect(await openPage(port, 'right', page)).toBe('000')
    // What the machine has there is not for customers.
    expect((await watch(since)).verdict.word).toBe('lineDown')
  })

  test.each<[string, string, (now: number) => Parameters<typeof anAccount>[1]]>([
    [
      'has ended',
      'expired',
      (now) => ({ ...MONTH, cycleStart: now - 31 * DAY, expireTime: now - DAY }),
    ],
    [
      'begins later',
      'pending',
      (now) => ({ ...MONTH, cycleStart: now + DAY, expireTime: now + 31 * DAY }),
    ],
    [
      'was not started',
      'inactive',
      (now) => ({ ...MONTH, cycleStart: now, expireTime: now + 30 * DAY, active: 0 }),
    ],
  ])('reads that the account %s', async (_what, word, times) => {
    const { port, page, watch } = await customer(times(Date.now()))
    const since = Date.now()
    expect(await openPage(port, 'right', page)).toBe('000')
    expect((await watch(since)).verdict.word).toBe(word)
  })

  test('reads that its traffic is used up, and that it is banned', async () => {
    const now = Date.now()
    const times = { ...MONTH, cycleStart: now - DAY, expireTime: now + 29 * DAY }
    const { world, server, id, port, page, watch, settle } = await customer({
      ...times,
      flow: 1_000,
    })
    expect(await openPage(port, 'right', page)).toBe('200')
    await pass(world, server, id, 2_000)
    await settle()
    const since = Date.now()
    expect(await openPage(port, 'right', page)).toBe('000')
    await eventuallyIs('over', () => watch(since))
    await world.db.updateTable('account').set({ flow: 0 }).where('id', '=', id).execute()
    const until = now + DAY
    await world.db.insertInto('ban').values({ accountId: id, serverId: server, until }).execute()
    await settle()
    await eventuallyIs('banned', () => watch(since))
  })

  test('reads that too many connections are open at once', async () => {
    const { port, page, watch } = await customer()
    const quiet = createTcp().listen(0, '127.0.0.1')
    await once(quiet, 'listening')
    onTestFinished(() => void quiet.close())
    const since = Date.now()
    const { port: silent } = quiet.address() as AddressInfo
    // Of two clients: one alone has not as many files.
    const [one, another] = [await clientOf(port, silent), await clientOf(port, silent)]
    await Promise.all([one.hold(250), another.hold(250)])
    // A client says that they are open before they are, and on a busy machine some are not.
    await eventuallyIs('tooMany', async () => {
      await another.hold(15)
      await openPage(port, 'right', page)
      return watch(since)
    })
    one.letGo()
    another.letGo()
  })
})

const DAY = 86_400_000
const MONTH = { type: 3, cycles: 1 }

/** A client that holds connections to a target that says nothing. */
async function clientOf(port: number, target: number) {
  const local = await freePort()
  const args = ['-s', '127.0.0.1', '-p', String(port), '-m', 'aes-256-gcm', '-k', 'right']
  const client = spawn('ss-local', ['-b', '127.0.0.1', '-l', String(local), ...args], {
    stdio: 'ignore',
  })
  onTestFinished(() => void client.kill('SIGKILL'))
  const open = async () => {
    const socket = connect(local, '127.0.0.1').on('error', () => {})
    const within = { signal: AbortSignal.timeout(10_000) }
    await once(socket, 'connect', within)
    socket.write(Buffer.from([5, 1, 0]))
    await once(socket, 'data', within)
    const place = Buffer.from([127, 0, 0, 1, target >> 8, target & 255])
    // Something to send: the client waits for that before it connects.
    socket.write(Buffer.concat([Buffer.from([5, 1, 0, 1]), place]))
    await once(socket, 'data', within)
    socket.write('hello')
    return socket
  }
  await eventually(async () => {
    const socket = await open().catch(() => undefined)
    socket?.destroy()
    return socket !== undefined
  })
  const held: Socket[] = []
  return {
    /** Opens so many more. */
    async hold(count: number) {
      const opened = await Promise.allSettled(Array.from({ length: count }, open))
      held.push(...opened.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
    },
    letGo: () => held.forEach((socket) => socket.destroy()),
  }
}
