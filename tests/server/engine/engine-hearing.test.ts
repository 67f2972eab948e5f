import { once } from 'node:events'
import { createSocket } from 'node:dgram'
import type { Socket } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openAttempts } from '../../../server/engine/ports/attempts.ts'
import { openHandshakes } from '../../../server/engine/ports/handshakes.ts'
import { openHearing } from '../../../server/engine/ports/hearing.ts'
import { openPorts } from '../../../server/engine/ports/ports.ts'
import { defaultLimits, type Limits } from '../../../server/engine/protocol/limits.ts'
import { openReplays } from '../../../server/engine/cipher/replays.ts'
import { openTargets } from '../../../server/network/targets.ts'
import { probeServer } from '../../../server/engine/probe/probe.ts'
import { probeUdp } from '../../../server/engine/probe/probeUdp.ts'
import { openTrojanPorts } from '../../../server/engine/trojan/trojanPorts.ts'
import { engineFolder, startTarget, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { packetTo, visit } from '../../support/shadowsocks.ts'
import { speedsHere } from '../../support/portsHere.ts'

const HELLO = Buffer.from('hello')
/** For a busy machine. */
const WAIT = { timeout: Number(process.env.TEST_WAIT_MS ?? 20_000), interval: 10 }
/** Never within a test. */
const NEVER_MS = 600_000

/** An open port of an engine in this process, and what clients met there. */
async function aDoor(changes: Partial<Limits> = {}) {
  const limits = { ...defaultLimits, hearMs: NEVER_MS, ...changes }
  const attempts = openAttempts()
  const ports = openPorts(
    {
      host: '127.0.0.1',
      limits,
      handshakes: openHandshakes(limits),
      targets: openTargets({ allow: ['127.0.0.1/32'] }),
      tcpReplays: openReplays(),
      udpReplays: openReplays(),
      takesOver: () => false,
      attempts,
      ...speedsHere(),
    },
    {
      dir: engineFolder(),
      ended: () => {},
      low: () => {},
      openVeiled: openTrojanPorts,
      charged: () => {},
    },
  )
  onTestFinished(() => ports.close())
  const port = await freePort()
  const key = `7:${port}`
  const door = { port, key, method: 'aes-256-gcm', password: 'pw' }
  await ports.apply([{ ...door, until: null }])
  const reasons = () => attempts.read(key, 0).map(({ reason }) => reason)
  const outcome = () => attempts.outcomes.read()[0]
  return { door, reasons, outcome, counters: () => ports.counters().get(key) }
}

const echo = () => startTarget((socket) => socket.pipe(socket))

describe('a client of a target that answers', () => {
  test('is connected once it sends more, and not when the target answered', async () => {
    const { door, reasons, outcome } = await aDoor()
    const guest = await visit(door, await echo(), HELLO)
    await guest.until(5)
    expect(reasons()).toEqual([])
    expect(outcome()).toMatchObject({ serverId: 7, heardAt: 0 })
    guest.write(HELLO)
    await expect.poll(reasons, WAIT).toEqual(['connected'])
    expect(outcome()?.heardAt).toBeGreaterThan(0)
  })

  test('is connected where it ends in order soon after the answer', async () => {
    const { door, reasons } = await aDoor()
    const guest = await visit(door, await echo(), HELLO)
    await guest.until(5)
    guest.socket.end()
    await expect.poll(reasons, WAIT).toEqual(['connected'])
  })

  test('is not where it gives up later: the answers may be dropped on their way', async () => {
    const { door, reasons } = await aDoor({ hearMs: 1 })
    const guest = await visit(door, await echo(), HELLO)
    await guest.until(5)
    await expect.poll(reasons, WAIT).toEqual(['answered'])
    guest.socket.end()
    await once(guest.socket, 'close')
    expect(reasons()).toEqual(['answered'])
  })

  test('is not where it breaks off', async () => {
    const { door, reasons } = await aDoor()
    const guest = await visit(door, await echo(), HELLO)
    await guest.until(5)
    guest.socket.resetAndDestroy()
    await expect.poll(reasons, WAIT).toEqual(['answered'])
  })

  test('is connected however late, after it was taken for gone', async () => {
    const { door, reasons } = await aDoor({ hearMs: 1 })
    const guest = await visit(door, await echo(), HELLO)
    await expect.poll(reasons, WAIT).toEqual(['answered'])
    guest.write(HELLO)
    await expect.poll(reasons, WAIT).toEqual(['answered', 'connected'])
  })

  test.each([
    ['more', 10, 'connected'],
    ['no more', 1 << 20, 'answered'],
  ])('that takes %s than anything buffers is %s', async (_, heardBytes, reason) => {
    const { door, reasons } = await aDoor({ heardBytes, hearMs: 300 })
    const target = await startTarget((socket) => void socket.write(Buffer.alloc(11)))
    await (await visit(door, target, HELLO)).until(11)
    await expect.poll(reasons, WAIT).toEqual([reason])
  })

  test.each<[string, (socket: Socket) => void]>([
    ['says nothing', () => {}],
    ['is gone without a word', (socket) => void socket.resetAndDestroy()],
  ])('is told apart from one whose target %s', async (_, serve) => {
    const { door, reasons } = await aDoor({ connectMs: 200 })
    await visit(door, await startTarget(serve), HELLO)
    await expect.poll(reasons, WAIT).toEqual(['noAnswer'])
  })
})

describe('a client of a target that answers by datagrams', () => {
  const send = async (door: { port: number }) => {
    const socket = createSocket('udp4')
    socket.bind(0, '127.0.0.1')
    await once(socket, 'listening')
    onTestFinished(() => void socket.close())
    return (packet: Buffer) => socket.send(packet, door.port, '127.0.0.1')
  }

  test('is connected by something new, and not by the same once more', async () => {
    const { door, reasons } = await aDoor({ hearMs: 1 })
    const target = await startUdpEcho()
    const post = await send(door)
    post(packetTo(door, target, HELLO))
    await expect.poll(reasons, WAIT).toEqual(['answered'])
    post(packetTo(door, target, HELLO))
    await expect.poll(() => target.seen.length, WAIT).toBe(2)
    expect(reasons()).toEqual(['answered'])
    post(packetTo(door, target, Buffer.from('more')))
    await expect.poll(reasons, WAIT).toEqual(['answered', 'connected'])
  })

  test('is told apart from one whose target does not answer', async () => {
    const { door, reasons } = await aDoor({ connectMs: 1 })
    const silent = createSocket('udp4').bind(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const post = await send(door)
    post(packetTo(door, { host: '127.0.0.1', port: silent.address().port }, HELLO))
    await expect.poll(reasons, WAIT).toEqual(['noAnswer'])
  })
})

describe('the one who listens for a client', () => {
  /** Of one connection, on a clock that a test moves. */
  function aHearing() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const noted: string[] = []
    const limits = { connectMs: 100, hearMs: 30, heardBytes: 10 }
    const hearing = openHearing({ note: (reason) => void noted.push(reason), limits })
    return { ...hearing, noted, later: (ms: number) => void vi.advanceTimersByTime(ms) }
  }

  test('notes a target without a word in its time, and once', () => {
    const { later, noted, closed, spoke, left } = aHearing()
    spoke()
    left()
    later(99)
    expect(noted).toEqual([])
    later(1)
    closed()
    expect(noted).toEqual(['noAnswer'])
  })

  test('waits for the client from the first answer on', () => {
    const { later, noted, answered, closed } = aHearing()
    later(99)
    answered(1)
    later(29)
    answered(1)
    expect(noted).toEqual([])
    later(1)
    expect(noted).toEqual(['answered'])
    later(500)
    closed()
    expect(noted).toEqual(['answered'])
  })

  test('has heard one that speaks after an answer, and nothing more is noted then', () => {
    const { later, noted, answered, spoke, left, closed } = aHearing()
    answered(0)
    spoke()
    spoke()
    answered(50)
    left()
    later(500)
    closed()
    expect(noted).toEqual(['connected'])
  })

  test.each([
    [30, ['connected']],
    [31, ['answered']],
  ])('takes an end in order %d ms after the last byte for %j', (ms, reasons) => {
    const { later, noted, answered, left, closed } = aHearing()
    answered(1)
    later(20)
    answered(1)
    expect(noted).toEqual([])
    later(ms)
    left()
    closed()
    expect(noted).toEqual(ms === 30 ? ['answered', ...reasons] : reasons)
  })

  test.each([
    [10, ['answered']],
    [11, ['connected']],
  ])('takes %d bytes that are buffered nowhere for %j', (bytes, reasons) => {
    const { noted, answered, closed } = aHearing()
    answered(4)
    answered(bytes - 4)
    closed()
    expect(noted).toEqual(reasons)
  })

  test('notes an answer that nobody heard at the end, and waits no longer', () => {
    const { later, noted, answered, closed } = aHearing()
    answered(1)
    closed()
    later(500)
    expect([noted, vi.getTimerCount()]).toEqual([['answered'], 0])
    const other = aHearing()
    other.closed()
    other.later(500)
    expect([other.noted, vi.getTimerCount()]).toEqual([['noAnswer'], 0])
  })
})

describe('a check of a port', () => {
  test('is answered by datagrams as well, charged to nobody and not noted', async () => {
    const { door, reasons, counters } = await aDoor()
    const trial = { ...door, host: '127.0.0.1', target: { host: 'check.sluice.invalid', port: 1 } }
    const tcp = await probeServer({ ...trial, timeoutMs: 20_000, hello: Buffer.alloc(0) })
    expect(tcp).toMatchObject({ ok: true, reply: 'ok udp' })
    expect(await probeUdp({ ...trial, timeoutMs: 20_000 })).toMatchObject({ ok: true })
    expect(reasons()).toEqual([])
    expect(counters()).toMatchObject({ up: 0, down: 0 })
  })
})

test('what customers lose is counted until one is reached again', async () => {
  const { door, outcome } = await aDoor()
  const target = await echo()
  const lose = async (host: string, port: number) =>
    void (await (await visit(door, { host, port }, HELLO)).rest())
  await (await visit(door, target, HELLO)).until(5)
  await lose('127.0.0.1', await freePort())
  await lose('no-such-name.invalid', 80)
  expect(outcome()).toMatchObject({ losses: 2, lost: 2, accounts: 1, missed: 0 })
  // What is forbidden says nothing of the way out.
  await lose('192.168.1.1', 80)
  expect(outcome()).toMatchObject({ losses: 2 })
  await (await visit(door, target, HELLO)).until(5)
  expect(outcome()).toMatchObject({ losses: 0, lost: 0, accounts: 0 })
})
