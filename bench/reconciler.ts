import { setTimeout as after } from 'node:timers/promises'
import { NO_CERTIFICATE } from '../server/base/certificate.ts'
import { BACKUP_OFF } from '../server/backup/shipping/status.ts'
import { makeApp } from '../server/app/app.ts'
import { readConfig } from '../server/base/config.ts'
import { openDatabase } from '../server/database/database.ts'
import { migrate } from '../server/database/migrations/migrate.ts'
import { openNodeLinks } from '../server/fleet/nodes/links.ts'
import { openBoard } from '../server/fleet/health/board.ts'
import { startPlane } from '../server/fleet/plane/lifecycle.ts'
import { noPlane } from '../server/engine/noPlane.ts'
import type { DesiredPort, FlowDelta, Plane, PortState } from '../server/engine/plane.ts'
import type { World } from '../server/http/world.ts'
import { cpuOf } from './cpu.ts'
import { percentile, type Row } from './table.ts'

/** How many accounts have a port on this machine. */
const PORTS = 50_000
/** How many of them carry traffic in every second. */
const BUSY = 10_000
const SECONDS = 5
const MONTH = 30 * 86_400_000

/** How long other calls wait while ports are reconciled and traffic is recorded. */
export async function measureReconciler(): Promise<Row[]> {
  const { world, plane, running } = await aShop()
  const app = await makeApp(world)
  const rows: Row[] = []

  const start = await during(() => running.settle())
  rows.push(...named(`reconciler, all of ${PORTS} ports`, start))
  const purchase = await during(async () => {
    const before = plane.asked()
    running.wake([PORTS / 2])
    while (plane.asked() === before) await after(1)
  })
  rows.push(...named(`reconciler, one purchase among ${PORTS} ports`, purchase))

  // The first of them compiles what answers it.
  await app.inject({ url: '/api/home/login' })
  const waits: number[] = []
  let isOver = false
  const others = (async () => {
    while (!isOver) {
      const started = performance.now()
      await app.inject({ url: '/api/home/login' })
      waits.push(performance.now() - started)
      await after(5)
    }
  })()
  const ingest = await during(async () => {
    for (let second = 0; second < SECONDS; second += 1) {
      const next = after(1_000)
      await plane.carry(BUSY)
      await next
    }
    await running.stop()
  })
  isOver = true
  await others
  rows.push(
    {
      name: `other calls while ${BUSY} deltas a second are kept, p99`,
      ours: percentile(waits, 0.99),
      unit: 'ms',
      target: '< 25',
      note: `p50 ${percentile(waits, 0.5).toFixed(1)} ms, ${waits.length} calls`,
    },
    {
      name: 'the same: longest stall',
      ours: ingest.stall,
      unit: 'ms',
      target: '< 25',
    },
    {
      name: 'CPU of one delta',
      ours: (ingest.cpu * 1_000) / (BUSY * SECONDS),
      unit: 'us',
      note: 'the other calls included',
    },
  )
  await app.close()
  await world.db.destroy()
  return rows
}

type Seen = { cpu: number; stall: number; took: number }

/**
 * What some work costs, and the longest it blocked the event loop; all ms. The
 * latter in processor time of the thread: what other processes took of the machine is left out.
 */
async function during(work: () => Promise<unknown>): Promise<Seen> {
  const [cpu, began] = [cpuOf(process.pid), performance.now()]
  let last = process.threadCpuUsage()
  let stall = 0
  const turn = setInterval(() => {
    const { user, system } = process.threadCpuUsage(last)
    stall = Math.max(stall, (user + system) / 1_000)
    last = process.threadCpuUsage()
  }, 1)
  await work()
  const took = performance.now() - began
  await after(5)
  clearInterval(turn)
  return { cpu: cpuOf(process.pid) - cpu, stall, took }
}

function named(name: string, { cpu, stall, took }: Seen): Row[] {
  return [
    { name: `${name}: CPU`, ours: cpu, unit: 'ms', note: `took ${took.toFixed(0)} ms` },
    { name: `${name}: longest stall`, ours: stall, unit: 'ms', target: '< 25' },
  ]
}

/** A shop in memory whose ports a plane without sockets carries. */
async function aShop() {
  const db = openDatabase(':memory:')
  await migrate(db)
  const now = Date.now()
  const server = {
    type: 'Shadowsocks',
    plane: 'embedded',
    name: 'Tokyo',
    host: '192.0.2.1',
  } as const
  await db
    .insertInto('server')
    .values({ ...server, port: 0, method: 'aes-256-gcm' })
    .execute()
  for (let from = 1; from <= PORTS; from += 500) {
    const ids = Array.from({ length: 500 }, (_, at) => from + at)
    const terms = { type: 3, cycleStart: now, cycles: 1, expireTime: now + MONTH, flow: 1e12 }
    const rows = ids.map((id) => ({
      ...terms,
      id,
      port: 10_000 + id,
      password: 'secret',
      subscribe: String(id).padStart(32, '0'),
      createTime: now,
    }))
    await db.insertInto('account').values(rows).execute()
  }
  const plane = aPlane()
  const config = readConfig({ LOG_LEVEL: 'silent', SITE: 'http://localhost' })
  const log = { info: () => {}, warn: () => {}, error: console.error }
  const parts = {
    db,
    now: Date.now,
    config,
    log,
    plane: plane.plane,
    nodes: openNodeLinks(),
    lights: openBoard(Date.now),
  }
  const running = startPlane(parts)
  const world: World = {
    ...parts,
    backup: () => BACKUP_OFF,
    certificate: () => NO_CERTIFICATE,
    ends: () => [],
    wake: running.wake,
    secret: 'a secret of the bench',
  }
  return { world, plane, running }
}

function aPlane() {
  let asked = 0
  let report = async (_deltas: FlowDelta[]) => {}
  const answer = async (desired: DesiredPort[]): Promise<PortState[]> => {
    asked += 1
    return desired.map(({ key, port }) => ({ key, port, open: true }))
  }
  const plane: Plane = {
    ...noPlane(),
    change: answer,
    alive: async () => true,
    states: () => [],
    stateOf: (key) => ({ key, port: 0, open: true }),
    onFlow: (listener) => void (report = listener),
  }
  const carry = (many: number) => {
    const at = Date.now()
    return report(
      Array.from({ length: many }, (_, index) => {
        return { key: `1:${index + 1}`, up: 1_000, down: 20_000, at }
      }),
    )
  }
  return { plane, asked: () => asked, carry }
}

if (import.meta.main) {
  const { show } = await import('./table.ts')
  show(await measureReconciler())
}
