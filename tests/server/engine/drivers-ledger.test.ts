import { expect, test } from 'vitest'
import type { FlowDelta } from '../../../server/engine/plane.ts'
import { startCounting } from '../../../server/engine/drivers/counting.ts'
import { openLedger } from '../../../server/engine/drivers/ledger.ts'
import { driverMemory } from '../../../server/fleet/plane/driverMemory.ts'
import { type DriverState } from '../../../server/engine/drivers/memory.ts'
import type { NodeProgram, Reading } from '../../../server/engine/drivers/program.ts'
import { openSpan } from '../../../server/engine/drivers/agentSpan.ts'
import { startAgentFlow } from '../../support/agentFlow.ts'
import { emptyDatabase } from '../../support/world.ts'

const PORTS = [1, 2, 3]
const HEIGHT = 40_000
const noLog = { info: () => {}, warn: () => {}, error: () => {} }

/** Numbers drawn from a seed. */
function drawn(seed: number) {
  let state = seed * 2_654_435_761
  return (below: number) => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return Math.floor((state / 4_294_967_296) * below)
  }
}

/** What a database stores: the marks, the sums, and the driver's own state. */
function aDatabase() {
  const marks = new Map<string, number>()
  const billed = new Map<string, number>()
  let stored: DriverState | undefined
  const add = ({ key, mark }: FlowDelta) => {
    const name = `${mark!.epoch} ${key}`
    const rise = Math.max(mark!.down - (marks.get(name) ?? 0), 0)
    marks.set(name, (marks.get(name) ?? 0) + rise)
    billed.set(key, (billed.get(key) ?? 0) + rise)
  }
  return {
    marks,
    billed,
    add,
    stored: () => stored,
    save: (next: DriverState) => void (stored = next),
  }
}

/** A counter per port that begins again with its server. */
function aManager() {
  const counters = new Map(PORTS.map((port) => [port, 0]))
  return {
    restart: (port: number) => void counters.set(port, 0),
    carry: (port: number, bytes: number) =>
      void counters.set(port, (counters.get(port) ?? 0) + bytes),
    open: () => ({
      read: async (): Promise<Reading> => ({ counters: new Map(counters), isWhole: false }),
    }),
  }
}

/** An agent with rows, read through a span. */
function anAgent(now: () => number) {
  const flow = startAgentFlow({ isInMemory: false, nodeNow: now })
  return {
    carry: flow.carry,
    open: (from: number | undefined, fails: () => boolean) => {
      const { read, ...span } = openSpan({ from, nodeNow: async () => now(), request: ask })
      return { read, span }

      async function ask(command: object) {
        if (!('options' in command)) throw new Error('no options')
        // The answer gets lost, and the request is executed all the same.
        const sums = flow.read(command.options as Parameters<typeof flow.read>[0])
        if (fails()) throw new Error('lost')
        return [...sums].map(([port, sumFlow]) => ({ port, sumFlow }))
      }
    },
  }
}

/** What is lost with a counter that was not read again cannot be billed; nothing is billed twice. */
const RESTARTING = 'manager whose ports begin again'

test.each(
  ['manager', 'agent', RESTARTING].flatMap((kind) =>
    [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => [kind, seed]),
  ),
)(
  'of a %s what was carried is billed once, with lost messages and crashes (seed %s)',
  async (kind, seed) => {
    const draw = drawn(Number(seed))
    const database = aDatabase()
    let clock = 10_000_000
    const node = kind === 'agent' ? anAgent(() => clock) : aManager()
    const carried = new Map<number, number>()
    let isLossy = true
    let console = start()
    await console.look().catch(() => {})
    for (let step = 0; step < 4_000; step += 1) {
      clock += draw(HEIGHT)
      const what = draw(100)
      if (what < 50) carry(PORTS[draw(3)] ?? 1, draw(5_000))
      else if (what === 50 && kind === RESTARTING && 'restart' in node) node.restart(draw(3) + 1)
      else if (what < 92) await console.look().catch(() => {})
      else console = start()
      for (const [key, bytes] of database.billed)
        expect(bytes).toBeLessThanOrEqual(carried.get(Number(key.slice(2))) ?? 0)
    }
    isLossy = false
    clock += 60_000
    console = start()
    await console.look()
    if (kind === RESTARTING) return
    for (const port of PORTS)
      expect(database.billed.get(`7:${port}`) ?? 0).toBe(carried.get(port) ?? 0)

    function carry(port: number, bytes: number) {
      node.carry(port, bytes)
      carried.set(port, (carried.get(port) ?? 0) + bytes)
    }

    function loses(percent: number) {
      return isLossy && draw(100) < percent
    }

    /** A console with the state of the database and nothing else. */
    function start() {
      const stored = database.stored()
      const ledger = openLedger('server:7')
      for (const port of stored?.ports ?? [])
        ledger.resume(port, database.marks.get(`${port.epoch} ${port.key}`) ?? 0)
      if (!stored) for (const port of PORTS) ledger.begin({ port, key: `7:${port}`, password: 'x' })
      const opened = node.open(stored?.from, () => loses(20))
      const program = { pollMs: 1_000, lateMs: 1_000, ...opened } as unknown as NodeProgram
      return startCounting({
        program,
        ledger,
        readAt: stored?.readAt ?? clock,
        place: 'here',
        save: async (next) => {
          if (loses(10)) throw new Error('the database is away')
          database.save(next)
        },
        now: () => clock,
        log: noLog,
        // Some of what is reported is never stored, and some is stored twice.
        listener: () => async (deltas) => {
          if (loses(20)) return
          for (const delta of deltas) database.add(delta)
          if (draw(2)) for (const delta of deltas) database.add(delta)
        },
        isLow: () => false,
        serverId: 7,
      })
    }
  },
)

test('what a process remembers of a node is not stored once another process polls it', async () => {
  const db = await emptyDatabase()
  const server = {
    type: 'Shadowsocks',
    plane: 'manager',
    name: 'Osaka',
    host: '192.0.2.1',
    port: 1,
  }
  const { id } = await db
    .insertInto('server')
    .values({ ...server, method: 'm', password: 'p' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  const loadMarks = async () => new Map()
  const stored = { place: 'there', readAt: 1, ports: [] }
  const [own, late] = [true, false].map((isHeld) =>
    driverMemory(db, id, { loadMarks, hold: async () => isHeld }),
  )
  await own?.save(stored)
  await expect(late?.save({ ...stored, readAt: 2 })).rejects.toThrow('not ours')
  expect(await own?.load()).toEqual(stored)
})
