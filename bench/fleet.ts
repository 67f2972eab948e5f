import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as after } from 'node:timers/promises'
import { openDatabase } from '../server/database/database.ts'
import { migrate } from '../server/database/migrations/migrate.ts'
import { cpuOf } from './cpu.ts'
import type { Order, Report } from './fleetNodes.ts'
import { call, memoryOf, type Sluice, startEmpty } from './server.ts'
import { percentile, type Row } from './table.ts'

const NODES = Number(process.env.NODES ?? 100)
const PORTS = Number(process.env.PORTS ?? 5_000)
const REPORT_MS = 15_000
/** How many ports of each machine have carried something: all customers on one each, or on ten. */
const BUSY = { usual: PORTS / NODES, most: PORTS / 10 }
const SETTLE_MS = 30_000
const WATCH_MS = 60_000
const CHANGES = 30
const of = `${NODES} nodes x ${PORTS} ports`

/** What a fleet costs one console: real links, a real database, engines that only report what they did. */
export async function measureFleet(port = 18_300): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sluice-bench-'))
  await fill(dataDir)
  const console_ = await startEmpty(port, dataDir)
  const pid = console_.process.pid!
  const nodes = await aFleet(console_)
  const began = performance.now()
  await nodes.holds(NODES * PORTS)
  const opened = (performance.now() - began) / 1_000

  // Those that joined meanwhile had everything checked once more.
  await after(SETTLE_MS)
  const still = await during(pid, WATCH_MS / 2)
  const reporting: Row[] = []
  for (const busy of Object.values(BUSY)) {
    nodes.send({ report: { everyMs: REPORT_MS, busy } })
    await after(REPORT_MS)
    const before = sizeOf(dataDir)
    const share = await during(pid, WATCH_MS)
    reporting.push(ofReports(busy, share), ofRows(busy, sizeOf(dataDir).rows - before.rows))
  }
  const memory = await memoryOf(console_.process)
  const changes: number[] = []
  for (let id = 1; id <= CHANGES; id += 1) changes.push(await timeChange(console_, nodes, id))
  await nodes.end()
  const { rows, bytes } = sizeOf(dataDir)
  await console_.stop()
  return [
    { name: `${of}: all told`, ours: opened, unit: 's', note: 'after all have joined' },
    { name: `${of}, no traffic: CPU`, ours: still * 100, unit: '% of a core' },
    ...reporting,
    { name: `${of}: database`, ours: bytes / 1e6, unit: 'MB', note: `${rows} rows of traffic` },
    { name: `${of}: memory of the console`, ours: memory, unit: 'MB' },
    {
      name: `${of}: a changed password at the last node, p99`,
      ours: percentile(changes, 0.99),
      unit: 'ms',
      target: '< 1000',
      note: `p50 ${percentile(changes, 0.5).toFixed(0)} ms, ${CHANGES} changes while reports come`,
    },
  ]
}

function ofReports(busy: number, share: number): Row {
  const a = (many: number) => ((many * 1_000) / REPORT_MS).toFixed(1)
  return {
    name: `${of}, a report of ${busy} ports each every ${REPORT_MS / 1_000} s: CPU`,
    ours: share * 100,
    unit: '% of a core',
    target: '< 30',
    note: `${a(NODES)} reports, ${a(NODES * busy)} deltas a second`,
  }
}

function ofRows(busy: number, rows: number): Row {
  const name = `${of}, the same: new rows of traffic`
  const note = `in ${WATCH_MS / 1_000} s; an account has one for each machine it used in five minutes`
  return { name, ours: rows, unit: 'rows', note: `${busy * NODES} ports; ${note}` }
}

/** Rows of traffic so far, and what the database takes on the disk. */
function sizeOf(dataDir: string): { rows: number; bytes: number } {
  const file = join(dataDir, 'sluice.db')
  const database = new DatabaseSync(file, { readOnly: true })
  const tables = ['flow5min', 'flowHour', 'flowDay']
  const counted = tables.map((name) =>
    database.prepare(`select count(*) as n from "${name}"`).get(),
  )
  database.close()
  const rows = counted.reduce((all, row) => all + Number(row?.n), 0)
  const files = [file, `${file}-wal`].filter((path) => existsSync(path))
  return { rows, bytes: files.reduce((all, path) => all + statSync(path).size, 0) }
}

/** Share of a core that a process has had during some time. */
async function during(pid: number, ms: number): Promise<number> {
  const [cpu, began] = [cpuOf(pid), performance.now()]
  await after(ms)
  return (cpuOf(pid) - cpu) / (performance.now() - began)
}

/** From the call to the last machine that has it, ms. */
async function timeChange(console_: Sluice, nodes: Fleet, accountId: number): Promise<number> {
  const got = nodes.watch(`:${accountId}`)
  const began = performance.now()
  await call(console_, 'PUT', `/api/admin/account/${accountId}/data`, {
    password: `changed ${accountId}`,
  })
  await got
  return performance.now() - began
}

type Fleet = Awaited<ReturnType<typeof aFleet>>

async function aFleet(console_: Sluice) {
  const child = fork(join(import.meta.dirname, 'fleetNodes.ts'))
  const send = (order: Order) => child.send(order)
  let ports = 0
  let joined = 0
  let got: (() => void) | undefined
  let missing = 0
  let consoleKey: string | undefined
  child.on('message', (report: Report) => {
    if ('ports' in report) ports = report.ports
    else if ('joined' in report) joined += 1
    else if (--missing === 0) got?.()
  })
  for (let number = 1; number <= NODES; number += 1) {
    const { text } = await call(console_, 'POST', '/api/admin/node/invite', {
      server: { name: `Node ${number}`, host: `192.0.2.${number}` },
    })
    const command = String(JSON.parse(text).command)
    const token = command.split(' ').at(-1) ?? ''
    consoleKey ??= await keyOf(console_, command)
    send({ join: { url: console_.url, consoleKey, token } })
  }
  while (joined < NODES) await after(50)
  return {
    send,
    holds: async (many: number) => {
      while (ports < many) await after(100)
    },
    /** Resolves once every machine was sent a key with this ending. */
    watch: (key: string) => {
      send({ watch: key })
      missing = NODES
      return new Promise<void>((resolve) => void (got = resolve))
    },
    end: () => {
      child.kill()
      return once(child, 'exit')
    },
  }
}

/** The console's key, from the script that the line to paste fetches. */
async function keyOf({ url }: Sluice, command: string): Promise<string> {
  const [, hash = ''] = /join\/([\w-]{22})/.exec(command) ?? []
  const script = await (await fetch(`${url}/api/node/join/${hash}`)).text()
  const [, key = ''] = /^KEY='(.+)'$/m.exec(script) ?? []
  return key
}

/** As many accounts as each machine is to have ports. */
async function fill(dataDir: string): Promise<void> {
  const db = openDatabase(`file:${join(dataDir, 'sluice.db')}`)
  await migrate(db)
  const now = Date.now()
  const terms = { type: 3, cycleStart: now, cycles: 1, expireTime: now + 30 * 86_400_000 }
  for (let from = 1; from <= PORTS; from += 500) {
    const rows = Array.from({ length: Math.min(500, PORTS - from + 1) }, (_, at) => ({
      ...terms,
      id: from + at,
      flow: 1e15,
      port: 10_000 + from + at,
      password: 'secret',
      subscribe: String(from + at).padStart(32, '0'),
      createTime: now,
    }))
    await db.insertInto('account').values(rows).execute()
  }
  await db.destroy()
}

if (import.meta.main) {
  const { show } = await import('./table.ts')
  show(await measureFleet())
}
