/** @module-tag long */
import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { readLife } from '../../../server/engine/process/ledger.ts'
import { digestOf } from '../../../server/engine/protocol/digest.ts'
import type {
  Launch,
  Hello,
  Life,
  Order,
  PortState,
} from '../../../server/engine/protocol/messages.ts'
import { socketFilesIn } from '../../../server/engine/protocol/socketFiles.ts'
import { askedDirectly } from '../../support/askedDirectly.ts'
import { engineFolder, startTarget } from '../../support/engine.ts'
import { anOrder } from '../../support/portsHere.ts'
import { programOf } from '../../support/programs.ts'
import { eventually, visit } from '../../support/shadowsocks.ts'

const echo = () => startTarget((socket) => socket.pipe(socket))
const isRunning = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === null && signalCode === null

/** An engine in a process of its own, as a supervisor starts it. */
function anEngine(dir = engineFolder(), options: Partial<Launch> = {}, version = '0123abcd') {
  const launch = { host: '127.0.0.1', allowTargets: ['127.0.0.0/8'], takesOver: false, ...options }
  const words = [programOf('engine'), dir, JSON.stringify({ ...launch, version })]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += String(part)))
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  onTestFinished(async () => {
    if (isRunning(child)) child.kill('SIGKILL')
    await ended
  })
  return { dir, child, ended, said: () => said }
}

describe('the console of an engine', () => {
  test('is the one that greeted it last: it gets the reports, and its time counts', async () => {
    const { dir, child } = anEngine()
    const first = await askedDirectly(dir)
    const now = 5_000_000_000_000
    const hello = await first.ask<Hello>({ ask: 'hello', now })
    expect(hello).toEqual({
      epoch: socketFilesIn(dir)[0]!.epoch,
      pid: child.pid,
      version: '0123abcd',
      born: expect.any(Number),
      isDraining: false,
      endsLeases: true,
      knowsSpeed: true,
      knowsDevices: true,
      digest: digestOf([]),
      ports: [],
      lives: [{ epoch: hello.epoch, counters: [] }],
    })
    expect(Math.abs(hello.born - Date.now())).toBeLessThan(60_000)
    const [order, other] = [
      await anOrder({ expireAt: now + 3_600_000, until: 2 }),
      await anOrder({ expireAt: now + 3_600_000 }),
    ]
    const change = { ask: 'change', orders: [order, other], closed: [] }
    expect(await first.ask<PortState[]>(change)).toEqual([
      { key: order.key, state: 'open' },
      { key: other.key, state: 'open' },
    ])
    const second = await askedDirectly(dir)
    // A look takes nothing over.
    const look = await second.ask<Hello>({ ask: 'look' })
    expect(look).toMatchObject({
      digest: digestOf([order, other]),
      ports: [order, other].map(({ key, port }) => ({ key, port })),
    })
    expect(await second.ask({ ask: 'time', now: now + 7_200_000 })).toBe(true)
    await (await visit(order, await echo(), Buffer.from('a'))).rest()
    await eventually(() => first.reports.some(({ ended }) => ended.length > 0))
    expect(second.reports).toEqual([])
    const { epoch } = hello
    const all = first.reports
      .flatMap(({ counters }) => counters)
      .findLast(([key]) => key === order.key)
    expect(all).toEqual([order.key, 1, 1, expect.any(Number)])
    expect(Math.abs(Number(all?.[3]) - now)).toBeLessThan(60_000)
    expect(first.reports.flatMap(({ ended }) => ended)).toEqual([[order.key, 'over']])
    expect(first.reports.map(({ seq, epoch: life }) => [seq, life])).toEqual(
      first.reports.map((_, at) => [at + 1, epoch]),
    )
    await second.ask({ ask: 'hello', now })
    // One that is no longer its console sets no clock.
    await first.ask({ ask: 'time', now: now + 7_200_000 })
    await pause(1_300)
    expect(second.reports).toEqual([])
    await second.ask({ ask: 'time', now: now + 7_200_000 })
    await eventually(() => second.reports.length > 0)
    expect(second.reports).toMatchObject([{ ended: [[other.key, 'expired']] }])
    expect(first.reports.flatMap(({ ended }) => ended)).toHaveLength(1)
    expect([...first.reports, ...second.reports].flatMap(({ low }) => low)).toEqual([])
  })

  test('stays it when another one that only looked has gone', async () => {
    const { dir } = anEngine()
    const first = await askedDirectly(dir)
    await first.ask({ ask: 'hello', now: Date.now() })
    const second = await askedDirectly(dir)
    await second.ask({ ask: 'look' })
    second.close()
    await once(second.socket, 'close')
    const door = await anOrder({ until: 2 })
    await first.ask({ ask: 'change', orders: [door], closed: [] })
    await (await visit(door, await echo(), Buffer.from('a'))).rest()
    await eventually(() => first.reports.some(({ ended }) => ended.length > 0))
    expect(first.reports.flatMap(({ ended }) => ended)).toEqual([[door.key, 'over']])
  })

  test('is told of lives that have ended, and not of one whose engine runs beside', async () => {
    const { dir, child, ended } = anEngine()
    await eventually(() => socketFilesIn(dir).length > 0)
    const other = socketFilesIn(dir)[0]!.epoch
    writeFileSync(join(dir, `${other}.counters`), '\n["1:1",1,2,3]')
    const second = engineFolder()
    // In a folder of its own at first, so that it is known which of the two is asked.
    anEngine(second, { takesOver: true }, 'fedcba98')
    const { ask } = await askedDirectly(second)
    const [file] = socketFilesIn(second)
    for (const name of [`${other}.counters`, basename(socketFilesIn(dir)[0]!.path)])
      symlinkSync(join(dir, name), join(second, name))
    const lives = async () =>
      (await ask<Hello>({ ask: 'hello', now: Date.now() })).lives.map(({ epoch }) => epoch)
    expect(await lives()).toEqual([file!.epoch])
    // While another one has the ports, one that is there is no stranger's.
    const [order, later] = [await anOrder(), await anOrder()]
    const share = async ({ port }: Order) => {
      const stranger = createSocket({ type: 'udp4', reusePort: true }).bind(port, '127.0.0.1')
      onTestFinished(() => void stranger.close())
      await once(stranger, 'listening')
    }
    await share(order)
    const change = (one: Order) => ask<PortState[]>({ ask: 'change', orders: [one], closed: [] })
    expect(await change(order)).toEqual([{ key: order.key, state: 'open' }])
    child.kill('SIGKILL')
    await ended
    expect(await lives()).toEqual([file!.epoch, other])
    await share(later)
    expect(await change(later)).toEqual([{ key: later.key, state: 'error', reason: 'port in use' }])
  })

  test('hears of what changed before it is answered, and of nothing after a look', async () => {
    const { dir } = anEngine()
    const { ask, order, reports } = await askedDirectly(dir)
    await ask({ ask: 'hello', now: Date.now() })
    const door = await anOrder()
    await ask({ ask: 'change', orders: [door], closed: [] })
    const guest = await visit(door, await echo(), Buffer.from('a'))
    await guest.until(1)
    await ask({ ask: 'kill', key: door.key })
    expect(order.slice(-2)).toEqual(['report', 3])
    expect(reports.at(-1)).toMatchObject({ counters: [[door.key, 1, 1, expect.any(Number)]] })
    await ask({ ask: 'clients', key: door.key })
    expect(order.slice(-2)).toEqual([3, 4])
    expect(await ask({ ask: 'clients', key: door.key })).toEqual(['127.0.0.1'])
    expect(await ask({ ask: 'counters' })).toEqual([
      [door.key, { up: 1, down: 1, lastSeen: expect.any(Number), ips: 1 }],
    ])
    expect(await ask({ ask: 'digest' })).toBe(digestOf([]))
    expect(await ask({ ask: 'attempts', key: door.key, since: 0 })).toMatchObject([
      { reason: 'answered', count: 1 },
    ])
    expect(await ask({ ask: 'outcomes' })).toMatchObject([{ serverId: 1, losses: 0 }])
  })

  test('is not kept waiting by what takes long, nor by what fails', async () => {
    const { dir, said } = anEngine()
    const { ask, order } = await askedDirectly(dir)
    const mute = createServer().listen(0, '127.0.0.1')
    await once(mute, 'listening')
    onTestFinished(() => void mute.close())
    const { port } = mute.address() as AddressInfo
    const target = { host: '127.0.0.1', port: 1 }
    const trial = { host: '127.0.0.1', port, method: 'aes-256-gcm', password: 'p', target }
    const slow = ask({ ask: 'probe', trial: { ...trial, hello: '', timeoutMs: 700 } })
    await ask({ ask: 'digest' })
    expect(order).toEqual([2])
    expect(await slow).toEqual({ ok: false, ms: expect.any(Number), reason: 'noAnswer' })
    expect(order).toEqual([2, 1])
    const udp = { ...trial, method: 'none', hello: '', timeoutMs: 100, isUdp: true }
    expect(await ask({ ask: 'probe', trial: udp })).toMatchObject({ reason: 'unsupported' })
    // No port has that number.
    const odd = { ...trial, port: 70_000, hello: '', timeoutMs: 100 }
    expect(await ask({ ask: 'probe', trial: odd })).toBeUndefined()
    await vi.waitFor(() => expect(said()).toContain('engine:'))
    expect(await ask({ ask: 'peers', key: '1:1' })).toEqual([])
  })

  test('is told of earlier lives, which it has deleted', async () => {
    const dir = engineFolder()
    const life: Life = { epoch: 'before', counters: [['1:1', 1, 2, 3]] }
    writeFileSync(join(dir, 'before.counters'), '\n["1:1",1,2,3]')
    anEngine(dir)
    const { ask } = await askedDirectly(dir)
    const lives = async () => (await ask<Hello>({ ask: 'hello', now: Date.now() })).lives.slice(1)
    expect(await lives()).toEqual([life])
    await ask({ ask: 'settle', epochs: ['before', 'never'] })
    expect(await lives()).toEqual([])
    expect(existsSync(join(dir, 'before.counters'))).toBe(false)
  })
})

describe('an engine', () => {
  const counted = (dir: string) =>
    readdirSync(dir)
      .filter((name) => name.endsWith('.counters'))
      .flatMap((name) => readLife(join(dir, name)).map(([key, up, down]) => [key, up, down]))

  test('writes down what passed within seconds, also without a console, and at its end', async () => {
    const { dir, child, ended } = anEngine()
    const { ask, close } = await askedDirectly(dir)
    await ask({ ask: 'hello', now: Date.now() })
    const door = await anOrder()
    await ask({ ask: 'change', orders: [door], closed: [] })
    const guest = await visit(door, await echo(), Buffer.from('abc'))
    await guest.until(3)
    await eventually(() => counted(dir).length > 0)
    expect(counted(dir)).toEqual([[door.key, 3, 3]])
    // Its console is there, so that it was never alone.
    await eventually(() => existsSync(join(dir, 'alone.json')))
    const { ms } = JSON.parse(readFileSync(join(dir, 'alone.json'), 'utf8')) as { ms: number }
    expect(ms).toBeLessThan(1_000)
    await eventually(() => existsSync(join(dir, 'orders.json')))
    guest.write(Buffer.from('d'))
    await guest.until(4)
    // At once when its console leaves: nobody is told any more.
    close()
    await eventually(() => String(counted(dir)) === String([door.key, 4, 4]))
    guest.write(Buffer.from('e'))
    await guest.until(5)
    for (const signal of ['SIGINT', 'SIGHUP'] as const) child.kill(signal)
    await pause(300)
    expect(isRunning(child)).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(counted(dir)).toEqual([[door.key, 5, 5]])
    expect(socketFilesIn(dir)).toEqual([])
    expect((await guest.rest()).toString()).toBe('abcde')
  })

  test('ends without its folder, where nobody could reach it', async () => {
    const dir = engineFolder()
    const inside = join(dir, 'engine')
    mkdirSync(inside)
    const { ended, child } = anEngine(inside)
    await eventually(() => socketFilesIn(inside).length > 0)
    await pause(1_500)
    expect(isRunning(child)).toBe(true)
    renameSync(inside, join(dir, 'elsewhere'))
    expect(await ended).toEqual([0, null])
    rmSync(join(dir, 'elsewhere'), { recursive: true })
  })

  test('that is closed says its last, and ends also where its console does not', async () => {
    const { dir, ended } = anEngine()
    const { ask, reports, socket } = await askedDirectly(dir)
    await ask({ ask: 'hello', now: Date.now() })
    const door = await anOrder()
    await ask({ ask: 'change', orders: [door], closed: [] })
    const guest = await visit(door, await echo(), Buffer.from('ab'))
    await guest.until(2)
    const gone = once(socket, 'close')
    await ask({ ask: 'close' })
    await gone
    expect(await ended).toEqual([0, null])
    const last = reports.flatMap(({ counters }) => counters).at(-1)
    expect(last).toEqual([door.key, 2, 2, expect.any(Number)])
    await expect(visit(door, await echo())).rejects.toThrow('ECONNREFUSED')
  })

  test('that is closed waits no longer than two seconds for one who hears it and stays', async () => {
    const { dir, ended } = anEngine()
    await eventually(() => socketFilesIn(dir).length > 0)
    const path = socketFilesIn(dir)[0]!.path
    const socket = connect({ path, allowHalfOpen: true }).resume()
    onTestFinished(() => void socket.destroy())
    for (const ask of [{ ask: 'hello', now: Date.now() }, { ask: 'close' }])
      socket.write(`${JSON.stringify({ id: 1, ...ask })}\n`)
    await once(socket, 'end')
    expect(await ended).toEqual([0, null])
  })

  test('goes on alone after two seconds with what it had, unless a console orders before', async () => {
    const dir = engineFolder()
    const [one, two] = [await anOrder(), await anOrder()]
    const saved = (orders: Order[]) =>
      writeFileSync(
        join(dir, 'orders.json'),
        JSON.stringify({ epoch: 'x', now: Date.now(), wall: Date.now(), orders }),
      )
    saved([one])
    const first = anEngine(dir)
    const { ask } = await askedDirectly(dir)
    const ports = async () => (await ask<Hello>({ ask: 'look' })).ports.map(({ key }) => key)
    expect(await ports()).toEqual([])
    await eventually(async () => (await ports()).length === 1)
    expect(await ports()).toEqual([one.key])
    first.child.kill('SIGKILL')
    await first.ended
    saved([two])
    anEngine(dir)
    const second = await askedDirectly(dir)
    expect(await second.ask({ ask: 'change', orders: [one], closed: [] })).toEqual([
      { key: one.key, state: 'open' },
    ])
    await pause(2_600)
    expect((await second.ask<Hello>({ ask: 'look' })).ports.map(({ key }) => key)).toEqual([
      one.key,
    ])
  })
})
