import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openLedger } from '../../../server/engine/process/ledger.ts'
import { readOrders, saveOrders } from '../../../server/engine/process/savedOrders.ts'
import { consoleNow, setConsoleNow } from '../../../server/engine/protocol/clock.ts'
import {
  MACHINE_LEASE_MS,
  openMachineLease,
  whyOver,
} from '../../../server/engine/protocol/machineLease.ts'
import { socketPath } from '../../../server/engine/protocol/socketFiles.ts'
import type { Order, Reading } from '../../../server/engine/protocol/messages.ts'
import { settleLives } from '../../../server/engine/console/settleLives.ts'
import { engineFolder } from '../../support/engine.ts'

const order = (key: string, changes: Partial<Order> = {}): Order => ({
  key,
  port: 1,
  method: 'm',
  password: 'p',
  until: null,
  ...changes,
})

/** A clock of the console that stands still, also for what a test of this process does later. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: 1_000_000 })
  setConsoleNow(5_000)
  onTestFinished(() => {
    vi.useRealTimers()
    setConsoleNow(0)
  })
}

const later = (ms: number) => void vi.advanceTimersByTime(ms)

test('the time is this machine’s own until a console has sent its own, which runs on by itself', async () => {
  vi.resetModules()
  const path = '../../../server/engine/protocol/clock.ts'
  const fresh = (await import(path)) as typeof import('../../../server/engine/protocol/clock.ts')
  // Files that come after this one share it.
  onTestFinished(() => fresh.setConsoleNow(0))
  stopClock()
  expect(fresh.consoleNow()).toBe(1_000_000)
  fresh.setConsoleNow(7_000_000)
  later(30)
  // Somebody sets the clock of this machine.
  vi.setSystemTime(1)
  expect(fresh.consoleNow()).toBe(7_000_030)
  fresh.setConsoleNow(6_000_000.4)
  expect(fresh.consoleNow()).toBe(6_000_000)
})

describe('why an order is over', () => {
  test('is its end, or that no console was there for as long as it was lent', () => {
    stopClock()
    expect(whyOver({ expireAt: 5_001 }, 0)).toBeUndefined()
    expect(whyOver({ expireAt: 5_000 }, 0)).toBe('expired')
    expect(whyOver({ leaseMs: 10 }, 9)).toBeUndefined()
    expect(whyOver({ leaseMs: 10 }, 10)).toBe('lease over')
    expect(whyOver({ expireAt: 5_000, leaseMs: 10 }, 10)).toBe('expired')
    expect(whyOver({}, 7 * 86_400_000 - 1)).toBeUndefined()
    expect(whyOver({}, 7 * 86_400_000)).toBe('lease over')
  })
})

describe('the orders that are saved', () => {
  test('open again only while their lease goes on, and as long as all do where they have none', () => {
    stopClock()
    const dir = engineFolder()
    saveOrders(dir, 'a', [
      order('1:1', { leaseMs: 10 }),
      order('1:2'),
      order('1:3', { leaseMs: 0 }),
    ])
    const open = (aloneMs: number) => readOrders(dir, aloneMs).map(({ key }) => key)
    expect(open(0)).toEqual(['1:1', '1:2'])
    expect(open(9)).toEqual(['1:1', '1:2'])
    expect(open(10)).toEqual(['1:2'])
    expect(open(MACHINE_LEASE_MS - 1)).toEqual(['1:2'])
    expect(open(MACHINE_LEASE_MS)).toEqual([])
  })

  test('have what is left of their budgets, and ask for no more', () => {
    stopClock()
    const dir = engineFolder()
    const saved = [
      order('1:1', { until: 100, low: 90, expireAt: 7 }),
      order('1:2', { until: 100 }),
      order('1:3'),
    ]
    saveOrders(dir, 'a', saved)
    openLedger(dir, 'a').write([
      ['1:1', 10, 20, 0],
      ['1:3', 1, 1, 0],
    ])
    openLedger(dir, 'b').write([['1:2', 50, 0, 0]])
    expect(readOrders(dir, 0)).toEqual([
      order('1:1', { until: 70, expireAt: 7 }),
      order('1:2', { until: 100 }),
      order('1:3'),
    ])
  })

  test('know the time as far as this machine does, which never runs back', () => {
    stopClock()
    const dir = engineFolder()
    saveOrders(dir, 'a', [])
    setConsoleNow(0)
    later(60)
    readOrders(dir, 0)
    expect(consoleNow()).toBe(5_060)
    later(1)
    expect(consoleNow()).toBe(5_061)
    // Somebody set the clock of the machine back while it was off.
    vi.setSystemTime(900_000)
    readOrders(dir, 0)
    expect(consoleNow()).toBe(5_000)
  })

  test('are for their owner alone, none where there are none, and written in one step', () => {
    const dir = engineFolder()
    expect(readOrders(dir, 0)).toEqual([])
    saveOrders(dir, 'a', [order('1:1')])
    expect(readdirSync(dir)).toEqual(['orders.json'])
    expect(statSync(join(dir, 'orders.json')).mode & 0o777).toBe(0o600)
    writeFileSync(join(dir, 'orders.json'), '{"epoch":"a","or')
    expect(readOrders(dir, 0)).toEqual([])
  })
})

describe('the time without a console', () => {
  function aMachine() {
    const clocks = { boot: 'a', uptime: 1_000, wall: 50_000 }
    const dir = engineFolder()
    return { clocks, dir, open: () => openMachineLease(dir, () => ({ ...clocks })) }
  }

  test('is none at first, and none again with each console', () => {
    const { clocks, open } = aMachine()
    const lease = open()
    expect(lease.ms()).toBe(0)
    clocks.uptime += 70
    expect(lease.ms()).toBe(70)
    lease.end()
    expect(lease.ms()).toBe(0)
    clocks.uptime += 1
    expect(lease.ms()).toBe(1)
  })

  test.each([
    ['a moment', 0, 70],
    ['some time', 9, 79],
    ['a time nobody knows, as the clock was set back by a moment', -1, Infinity],
    ['a time nobody knows, as the clock was set back far', -86_400_000, Infinity],
  ])('goes on over a machine that was off for %s', (_, off, alone) => {
    const { clocks, open } = aMachine()
    const first = open()
    clocks.uptime += 70
    first.save()
    // It runs for less time than before, so this says nothing.
    Object.assign(clocks, { boot: 'b', uptime: 3, wall: clocks.wall + off })
    const second = open()
    if (alone === Infinity) expect(second.ms()).toBeGreaterThan(MACHINE_LEASE_MS)
    else expect(second.ms()).toBe(alone)
    second.save()
    // Nor does a further start end what nobody knows.
    Object.assign(clocks, { boot: 'c', uptime: 3, wall: clocks.wall + 1 })
    const third = open().ms()
    if (alone === Infinity) expect(third).toBeGreaterThan(MACHINE_LEASE_MS)
    else expect(third).toBe(alone + 1)
  })

  test('goes by the time of day where the system does not tell its starts apart', () => {
    const { clocks, open } = aMachine()
    clocks.boot = ''
    const first = open()
    clocks.uptime += 70
    first.save()
    Object.assign(clocks, { uptime: 5_000, wall: clocks.wall + 9 })
    expect(open().ms()).toBe(79)
  })

  test('goes by what runs on where only the process was away, whatever the time of day', () => {
    const { clocks, open } = aMachine()
    const first = open()
    clocks.uptime += 70
    first.save()
    clocks.uptime += 5
    for (const wall of [clocks.wall - 40_000, clocks.wall + 40_000]) {
      clocks.wall = wall
      expect(open().ms()).toBe(75)
    }
  })

  test('begins where what was saved cannot be read, and is saved in one step', () => {
    const { clocks, dir, open } = aMachine()
    writeFileSync(join(dir, 'alone.json'), '{"ms":')
    const lease = open()
    clocks.uptime += 7
    expect(lease.ms()).toBe(7)
    lease.save()
    expect(readdirSync(dir)).toEqual(['alone.json'])
    expect(JSON.parse(readFileSync(join(dir, 'alone.json'), 'utf8'))).toEqual({
      ms: 7,
      ...clocks,
    })
  })

  test('goes by this machine’s own clocks, which run in milliseconds', () => {
    const lease = openMachineLease(engineFolder())
    const began = performance.now()
    while (performance.now() - began < 50);
    const [ms, most] = [lease.ms(), performance.now() - began]
    // The system tells the time since it started by the hundredth of a second.
    expect([ms >= 30, ms <= most + 20]).toEqual([true, true])
  })

  test('is a console’s for a minute after it said something', () => {
    stopClock()
    const lease = aMachine().open()
    expect(lease.hasHeard()).toBe(false)
    lease.hear()
    later(59_999)
    expect(lease.hasHeard()).toBe(true)
    later(1)
    expect(lease.hasHeard()).toBe(false)
  })
})

describe('an earlier life', () => {
  const lives = (...counters: Reading[]) => [{ epoch: 'a', counters }]
  /** Whether the engine has to delete it, with what the database knows. */
  async function isDeleted(
    counters: Reading[],
    marks: [string, { up: number; down: number }][] | undefined,
    isThere = true,
  ) {
    const settled: string[] = []
    const forgotten: string[] = []
    void settleLives(lives(...counters), new Map(marks ? [['a', new Map(marks)]] : []), {
      loadMarks: () => new Promise(() => {}),
      isThere: () => isThere,
      settle: async (epochs) => void settled.push(...epochs),
      forget: (epoch) => void forgotten.push(epoch),
    })
    await new Promise(setImmediate)
    expect(forgotten).toEqual(settled)
    return settled.length > 0
  }

  test.each([
    ['both ways', 4, 5, true],
    ['more than it', 9, 9, true],
    ['less of the uploads', 3, 5, false],
    ['less of the downloads', 4, 4, false],
    ['only the uploads', 4, 0, false],
    ['only the downloads', 0, 5, false],
    ['the same sum the other way round', 5, 4, false],
  ])('is deleted once all of it is booked: booked is %s', async (_, up, down, is) => {
    expect(await isDeleted([['1:1', 4, 5, 0]], [['1:1', { up, down }]])).toBe(is)
  })

  test('is deleted with all of its keys, of which those without traffic need no mark', async () => {
    const known = { up: 4, down: 5 }
    const counters: Reading[] = [
      ['1:1', 4, 5, 0],
      ['1:2', 0, 0, 9],
    ]
    expect(await isDeleted(counters, [['1:1', known]])).toBe(true)
    expect(await isDeleted([...counters, ['1:3', 0, 1, 0]], [['1:1', known]])).toBe(false)
    expect(await isDeleted([...counters, ['1:3', 1, 0, 0]], [['1:1', known]])).toBe(false)
    expect(await isDeleted(counters, undefined)).toBe(false)
    expect(await isDeleted([], undefined)).toBe(true)
    expect(await isDeleted(counters, [['1:1', known]], false)).toBe(false)
  })

  test('is looked at again until it is booked, alone, whatever fails meanwhile', async () => {
    const booked = new Map([['1:1', { up: 0, down: 1 }]])
    const both = ['a', 'b'].map((epoch) => ({ epoch, counters: [['1:1', 0, 1, 0]] as Reading[] }))
    const asked: string[] = []
    const settled: string[] = []
    const forgotten: string[] = []
    const answers = [
      async () => Promise.reject(new Error('the database is away')),
      async () => new Map([['a', booked]]),
      async () => new Map([['b', booked]]),
    ]
    await settleLives(both, new Map([['a', booked]]), {
      loadMarks: (epochs) => {
        asked.push(...epochs)
        return answers.shift()!()
      },
      isThere: () => true,
      settle: async (epochs) => {
        settled.push(...epochs)
        throw new Error('engine away')
      },
      forget: (epoch) => void forgotten.push(epoch),
      lookMs: 1,
    })
    expect(asked).toEqual(['b', 'b', 'b'])
    expect([settled, forgotten]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ])
  })

  test('is not asked for again once its engine is gone', async () => {
    let looks = 0
    let isThere = true
    await settleLives(lives(['1:1', 0, 1, 0]), new Map(), {
      loadMarks: async () => {
        looks += 1
        isThere = looks < 2
        return new Map()
      },
      isThere: () => isThere,
      settle: () => Promise.reject(new Error('must not be asked')),
      forget: () => {
        throw new Error('must not be forgotten')
      },
      lookMs: 1,
    })
    expect(looks).toBe(2)
  })
})

test('the socket of an engine is named after its program and its life', () => {
  expect(socketPath('/d', '0123abcd', 'e')).toBe('/d/engine-0123abcd-e.sock')
})
