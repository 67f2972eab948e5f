import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import type { DesiredPort } from '../../server/engine/plane.ts'
import { ingest } from '../../server/accounts/metering/ingest.ts'
import { selectMarks } from '../../server/accounts/metering/marks.ts'
import { openDriver } from '../../server/engine/drivers/driver.ts'
import type { DriverKind, NodePlace } from '../../server/engine/drivers/kinds.ts'
import { driverMemory } from '../../server/fleet/plane/driverMemory.ts'
import { eventually } from './shadowsocks.ts'
import { makeWorld } from './world.ts'

type Driver = ReturnType<typeof openDriver>
export type Driven = Awaited<ReturnType<typeof aConsole>>

const SERVER = 7
const SPEEDS = {
  pollMs: 20,
  quietMs: 5,
  reopenMs: 10,
  retryMs: 60,
  timeoutMs: 400,
  leavesMs: 3_000,
}

/** A console with a database, to which a driver reports what a node has carried. */
export async function aConsole(kind: DriverKind, place: NodePlace) {
  const world = await makeWorld()
  const warnings: object[] = []
  const log = { ...world.log, warn: (details: object) => void warnings.push(details) }
  const settings = { loses: false }
  const loadMarks = (epochs: readonly string[]) => selectMarks(world.db, `server:${SERVER}`, epochs)
  const memory = driverMemory(world.db, SERVER, { loadMarks, hold: async () => true })

  return { ...world, warnings, settings, memory, start, billed, charged, minute }

  /** Opens the driver, as every start of the console does. */
  function start(
    speeds: Partial<typeof SPEEDS> & { lateMs?: number; looksMs?: number } = {},
  ): Driver {
    const server = { id: SERVER, ...place, host: `${place.host}:shown.example`, driver: kind }
    const driver = openDriver({
      server: { ...server, method: 'aes-256-gcm' },
      now: () => world.clock.at,
      log,
      memory,
      speeds: { ...SPEEDS, ...speeds },
    })
    driver.onFlow(async (deltas) => {
      // A console that dies has received it and not stored it.
      if (settings.loses) return
      const at = { now: world.clock.at, timeZone: 'UTC' }
      await ingest(world.db, { id: randomUUID(), deltas }, at)
    })
    onTestFinished(() => driver.close())
    return driver
  }

  /** Waits until an account is charged with so many bytes, while minutes pass. */
  async function charged(accountId: number, bytes: number): Promise<void> {
    await eventually(async () => {
      if ((await billed(accountId)) === bytes) return true
      await minute()
      return false
    }).catch(async () => {
      throw new Error(`charged with ${await billed(accountId)} and not with ${bytes}`)
    })
  }

  /** What an account was charged with, in bytes. */
  async function billed(accountId: number): Promise<number> {
    const rows = await world.db
      .selectFrom('flowDay')
      .select(['up', 'down'])
      .where('accountId', '=', accountId)
      .execute()
    return rows.reduce((sum, { up, down }) => sum + up + down, 0)
  }

  /** Lets a minute pass by the console's clock, and the driver read. */
  async function minute(count = 1): Promise<void> {
    for (let left = count; left > 0; left -= 1) {
      world.clock.add(60_000)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

/** A port that ought to be open for an account. */
export function aPort(accountId: number, port: number, terms: Partial<DesiredPort> = {}) {
  const key = `${SERVER}:${accountId}`
  const secret = { method: 'aes-256-gcm', password: `secret-${accountId}` }
  return { key, port, ...secret, budget: null, ...terms }
}

/** Waits until a port is open, or closed for this reason. */
export function becomes(driver: Driver, key: string, reason?: string): Promise<void> {
  return eventually(() => {
    const state = driver.stateOf(key)
    return reason === undefined ? state?.open : state?.reason === reason
  })
}
