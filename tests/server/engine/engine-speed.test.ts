import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { isLimited, openPaces, openValve } from '../../../server/engine/ports/pace.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { anOrder, portsHere } from '../../support/portsHere.ts'
import { askUdp, eventually, visit } from '../../support/shadowsocks.ts'

/** Sends without an end, and counts what it gets. */
async function startFlood() {
  let got = 0
  const target = await startTarget((socket) => {
    const piece = Buffer.alloc(65_536)
    const pour = () => {
      while (socket.writable && socket.write(piece));
    }
    socket.on('drain', pour)
    socket.on('data', (data: Buffer) => (got += data.length))
    pour()
  })
  return { ...target, got: () => got }
}

/** What passed of a counter in a time of its own, as bytes per ms. */
async function pacesOf(read: () => number, ms: number) {
  const [at, before] = [performance.now(), read()]
  await pause(ms)
  return { bytes: read() - before, ms: performance.now() - at }
}

describe('the pace of an account', () => {
  test('is filled by the time that passes, and lets what is owed be waited for', () => {
    let now = 0
    const paces = openPaces(() => now)
    // 8,000 kbit/s are 1,000 bytes a millisecond.
    const { down, up } = paces.join('1:1', 1, { kind: 'speed', speed: { down: 8_000 } })
    expect([down.hasAny(), down.most()]).toEqual([true, 50_000])
    down.take(50_000)
    expect(down.hasAny()).toBe(false)
    now = 1
    expect(down.hasAny()).toBe(true)
    down.take(11_000)
    now = 11
    expect(down.hasAny()).toBe(false)
    now = 12
    expect(down.hasAny()).toBe(true)
    // It keeps no more than its depth, however long nothing passes.
    now = 1_000_000
    down.take(50_000)
    expect(down.hasAny()).toBe(false)
    up.take(1e9)
    expect([up.hasAny(), up.most()]).toEqual([true, Infinity])
  })

  test('is one for all ports of an account with the same limit, and for no others', () => {
    const paces = openPaces(() => 0)
    const terms = { kind: 'speed', speed: { down: 100 } }
    const one = paces.join('1:7', 7, terms)
    expect(paces.join('2:7', 7, terms)).toBe(one)
    expect(paces.join('2:8', 8, terms)).not.toBe(one)
    expect(paces.join('1:7', 7, { ...terms, kind: 'slow' })).not.toBe(one)
    paces.leave('1:7')
    paces.leave('2:7')
    expect(paces.join('2:7', 7, terms)).not.toBe(one)
  })

  test('is shared on where one of its ports has left', () => {
    const paces = openPaces(() => 0)
    const terms = { kind: 'speed', speed: { down: 100 } }
    const one = paces.join('1:7', 7, terms)
    paces.join('2:7', 7, terms)
    paces.leave('1:7')
    // One that is not there changes nothing.
    paces.leave('1:7')
    expect(paces.join('3:7', 7, terms)).toBe(one)
  })

  test('has no limit without a speed, or with none of it', () => {
    const { up, down } = openPaces(() => 0).join('1:1', 1, { kind: 'speed', speed: { up: 0 } })
    for (const bucket of [up, down]) {
      bucket.take(1e9)
      let calls = 0
      bucket.wait(() => (calls += 1))
      expect([bucket.hasAny(), bucket.most(), calls]).toEqual([true, Infinity, 1])
    }
    const limits = [{}, { up: 0, down: 0 }, { up: 1 }, { down: 1 }]
    expect(limits.map(isLimited)).toEqual([false, false, true, true])
  })

  test('is not filled anew by an order that says the same', () => {
    const paces = openPaces(() => 0)
    const terms = { kind: 'speed', speed: { down: 8_000 } }
    const { down } = paces.join('1:1', 1, terms)
    down.take(50_000)
    paces.join('1:1', 1, terms)
    paces.join('2:1', 1, terms)
    expect(down.hasAny()).toBe(false)
    paces.join('1:1', 1, { ...terms, speed: { down: 8_001 } })
    expect(down.hasAny()).toBe(true)
  })

  test('lets as many go on as there is something for, in turn, and looks while somebody waits', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    let now = 0
    // 1,000 bytes a millisecond.
    const terms = { kind: 'speed', speed: { down: 8_000 } }
    const { down } = openPaces(() => now).join('1:1', 1, terms)
    const went: string[] = []
    const wait = (name: string) => down.wait(() => void went.push(name))
    const tick = (ms: number) => {
      now += ms
      vi.advanceTimersByTime(20)
    }
    down.take(150_000)
    for (const name of ['a', 'b', 'c', 'd']) wait(name)
    expect(vi.getTimerCount()).toBe(1)
    tick(99)
    expect(went).toEqual([])
    tick(1 + 16)
    expect(went).toEqual(['a'])
    wait('a again')
    // Two reads of 16,384 bytes, and a byte.
    tick(17)
    expect(went).toEqual(['a', 'b', 'c', 'd'])
    expect(vi.getTimerCount()).toBe(1)
    tick(0)
    expect(went).toEqual(['a', 'b', 'c', 'd', 'a again'])
    expect(vi.getTimerCount()).toBe(0)
    down.take(100_000)
    wait('later')
    expect(vi.getTimerCount()).toBe(1)
  })

  test('holds a stream back whose other end is full, and counts no wait of it twice', () => {
    let [now, isFull, resumed] = [0, true, 0]
    const paces = openPaces(() => now)
    const slow = { kind: 'speed', speed: { down: 8 } }
    const { down } = paces.join('1:1', 1, slow)
    const valve = openValve(() => down, { isFull: () => isFull, resume: () => (resumed += 1) })
    expect(valve.isOpen()).toBe(false)
    isFull = false
    expect(valve.isOpen()).toBe(true)
    down.take(1e6)
    expect([valve.isOpen(), valve.isOpen()]).toEqual([false, false])
    isFull = true
    paces.join('1:1', 1, { ...slow, speed: { down: 16 } })
    expect(resumed).toBe(0)
    isFull = false
    down.take(1e6)
    expect(valve.isOpen()).toBe(false)
    paces.join('1:1', 1, slow)
    expect(resumed).toBe(1)
    now += 1
    expect(openValve(() => undefined, { isFull: () => false, resume: () => {} }).isOpen()).toBe(
      true,
    )
  })

  test('wakes who waits when it is faster, or is left', async () => {
    const paces = openPaces(() => 0)
    const slow = { kind: 'speed', speed: { down: 8 } }
    let pace = paces.join('1:1', 1, slow)
    let resumed = 0
    const resume = () => void (resumed += 1)
    const valve = openValve(() => pace.down, { isFull: () => false, resume })
    pace.down.take(1e9)
    expect([valve.isOpen(), valve.isOpen()]).toEqual([false, false])
    paces.join('1:1', 1, { ...slow, speed: { down: 800_000 } })
    expect([resumed, valve.isOpen()]).toEqual([1, true])
    pace.down.take(1e9)
    expect(valve.isOpen()).toBe(false)
    pace = paces.join('1:1', 1, { kind: 'slow', speed: { down: 8 } })
    await pause(0)
    expect(resumed).toBe(2)
  })
})

describe('a port with a speed', () => {
  for (const method of ['aes-256-gcm', '2022-blake3-aes-128-gcm'])
    test(`passes no more than that, over all connections together: ${method}`, async () => {
      const engine = portsHere()
      const password = method.startsWith('2022') ? Buffer.alloc(16, 7).toString('base64') : 'pw'
      // 500 bytes a ms up, and 100 down.
      const order = await anOrder({ method, password, speed: { up: 4_000, down: 800 } })
      expect(await engine.apply([order])).toEqual([{ key: order.key, state: 'open' }])
      const flood = await startFlood()
      const visits = await Promise.all([1, 2, 3].map(() => visit(order, flood)))
      for (const { write } of visits) write(Buffer.alloc(400_000))
      onTestFinished(() => visits.forEach(({ socket }) => void socket.destroy()))
      const sums = () => engine.counters().get(order.key)
      const down = () => sums()?.down ?? 0
      await eventually(() => down() > 50_000 && flood.got() > 50_000)
      // A read of what is sent is up to 64 KB, for each of three connections.
      const passed = await pacesOf(down, 800)
      expect(passed.bytes).toBeLessThan(passed.ms * 100 + 3 * 16_384)
      expect(passed.bytes).toBeGreaterThan(0)
      const sent = await pacesOf(() => sums()?.up ?? 0, 400)
      expect(sent.bytes).toBeLessThan(sent.ms * 500 + 3 * 65_536)
      await eventually(() => flood.got() === 1_200_000)
      expect(sums()?.up).toBe(1_200_000)
      expect(visits.every(({ socket }) => !socket.destroyed)).toBe(true)
    })

  test('changes it under open connections, which go on', async () => {
    const engine = portsHere()
    const order = await anOrder({ speed: { down: 80 } })
    await engine.apply([order])
    const flood = await startFlood()
    const guest = await visit(order, flood)
    await guest.until(16_000)
    expect((await pacesOf(() => guest.received().length, 500)).bytes).toBeLessThan(40_000)
    const { speed: _, ...free } = order
    await engine.change([free], [])
    await guest.until(10_000_000)
    await engine.change([order], [])
    await pause(200)
    const slow = await pacesOf(() => engine.counters().get(order.key)?.down ?? 0, 1_000)
    expect(slow.bytes).toBeLessThan(slow.ms * 10 + 2 * 262_144)
    expect(guest.socket.destroyed).toBe(false)
    guest.socket.destroy()
  })

  test('drops datagrams beyond it, and answers again later', async () => {
    const engine = portsHere()
    const order = await anOrder({ speed: { up: 80, down: 80 } })
    await engine.apply([order])
    const echo = await startUdpEcho()
    const ask = () => askUdp(order, echo, Buffer.alloc(1_000, 1), 300)
    expect((await ask())?.length).toBeGreaterThan(1_000)
    const many = Array.from({ length: 100 }, () => askUdp(order, echo, Buffer.alloc(1_000), 300))
    const answered = (await Promise.all(many)).filter((one) => one !== undefined)
    expect(answered.length).toBeLessThan(60)
    expect(echo.seen.length).toBeLessThan(60)
    await eventually(ask)
  })
})

describe('a port that goes on slowly', () => {
  test('is slowed by the last byte of its budget, counts on, and is fast again with more', async () => {
    const engine = portsHere()
    const order = await anOrder({ until: 300_000, low: 200_000, slow: { up: 80, down: 80 } })
    await engine.apply([order])
    const flood = await startFlood()
    const guest = await visit(order, flood)
    await guest.until(300_000)
    expect(engine.ended).toEqual([])
    expect(engine.low).toEqual([order.key, order.key])
    await pause(100)
    const down = () => engine.counters().get(order.key)?.down ?? 0
    const slow = await pacesOf(down, 1_000)
    expect(slow.bytes).toBeLessThan(slow.ms * 10 + 262_144)
    await eventually(() => guest.received().length === down())
    // What the console orders of it then: nothing left, and slow.
    const { low: _, ...rest } = order
    expect(await engine.change([{ ...rest, until: 0 }], [])).toEqual([
      { key: order.key, state: 'open' },
    ])
    const still = await pacesOf(down, 500)
    expect(still.bytes).toBeLessThan(still.ms * 10 + 65_536)
    await engine.change([{ ...rest, until: 100_000_000 }], [])
    await guest.until(20_000_000)
    expect(guest.socket.destroyed).toBe(false)
    guest.socket.destroy()
  })

  test('closes with the last byte where nothing says that it goes on', async () => {
    const engine = portsHere()
    const order = await anOrder({ until: 0, speed: { down: 80 } })
    expect(await engine.apply([order])).toEqual([
      { key: order.key, state: 'error', reason: 'over' },
    ])
  })
})
