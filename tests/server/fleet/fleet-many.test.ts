/** @module-tag long */
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import type { Order, Report } from '../../../bench/fleetNodes.ts'
import { aConsole } from '../../support/mortalConsole.ts'
import { eventually } from '../../support/shadowsocks.ts'

const NODES = 100
const PORTS = 5_000
const BUSY = 500
const REPORT_MS = 15_000
const KILLS = 1
const MOST = 600_000
const MACHINES = fileURLToPath(new URL('../../../bench/fleetNodes.ts', import.meta.url))

/** Machines with real links, whose engines only report what they would have carried. */
function machines() {
  const child = fork(MACHINES)
  onTestFinished(() => void child.kill('SIGKILL'))
  const seen = { joined: 0, ports: 0, sum: -1 }
  child.on('message', (report: Report) => {
    if ('joined' in report) seen.joined += 1
    else if ('ports' in report) seen.ports = report.ports
    else if ('sum' in report) seen.sum = report.sum
  })
  return { seen, send: (order: Order) => void child.send(order) }
}

test(
  'a large fleet is billed what its engines counted, the console killed meanwhile',
  { tags: ['soak'], timeout: 1_800_000 },
  async () => {
    const console_ = await aConsole('127.0.0.1')
    const { db, ask, url, publicKey } = console_
    const now = Date.now()
    const terms = { type: 3, cycleStart: now, cycles: 1, expireTime: now + 30 * 86_400_000 }
    const rows = Array.from({ length: PORTS }, (_, at) => ({
      ...terms,
      id: at + 1,
      flow: 1e15,
      // A shared quota is divided again with each machine that joins, on all of them.
      multiServerFlow: at % 50 === 0 ? (1 as const) : (0 as const),
      port: 10_001 + at,
      password: 'secret',
      subscribe: String(at + 1).padStart(32, '0'),
      createTime: now,
    }))
    for (let from = 0; from < PORTS; from += 500)
      await db
        .insertInto('account')
        .values(rows.slice(from, from + 500))
        .execute()
    const { seen, send } = machines()
    for (let number = 1; number <= NODES; number += 1) {
      const server = { name: `Node ${number}`, host: `192.0.2.${number}` }
      const { command } = await ask<{ command: string }>('/api/admin/node/invite', { server })
      send({ join: { url, consoleKey: publicKey, token: command.split(' ').at(-1)! } })
    }
    await eventually(() => seen.joined === NODES, MOST)
    await eventually(() => seen.ports === NODES * PORTS, MOST)
    for (let time = 0; time < KILLS; time += 1) {
      send({ report: { everyMs: REPORT_MS, busy: BUSY } })
      const before = await console_.billed()
      await eventually(async () => (await console_.billed()) > before, MOST)
      await console_.kill()
      await console_.begin()
      await eventually(
        async () =>
          (await ask<{ isLinked: number }[]>('/api/admin/node')).every((one) => one.isLinked),
        MOST,
      )
    }
    // They report in turn.
    await eventually(async () => (await console_.carried()).size === NODES, MOST)
    send({ stop: true })
    await eventually(() => seen.sum >= 0, MOST)
    await eventually(async () => (await console_.billed()) >= seen.sum, MOST)
    expect(await console_.billed()).toBe(seen.sum)
    const carried = await console_.carried()
    expect([...carried.values()].reduce((sum, one) => sum + one, 0)).toBe(seen.sum)
  },
)
