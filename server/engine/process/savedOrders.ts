import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MACHINE_LEASE_MS } from '../protocol/machineLease.ts'
import { consoleNow, setConsoleNow } from '../protocol/clock.ts'
import { readLife } from './ledger.ts'
import type { Order } from '../protocol/messages.ts'

type Saved = { epoch: string; now: number; wall: number; orders: Order[] }

const NAME = 'orders.json'

/** Writes down the open ports, to open them again if the machine restarts without a console. */
export function saveOrders(dir: string, epoch: string, orders: readonly Order[]): void {
  const saved: Saved = { epoch, now: consoleNow(), wall: Date.now(), orders: [...orders] }
  const path = join(dir, NAME)
  writeFileSync(`${path}.new`, JSON.stringify(saved), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/**
 * The last open ports, with the rest of their budgets, but for those that may not go on for so long
 * (ms) without a console. Sets the console's clock as far as it is known.
 */
export function readOrders(dir: string, aloneMs: number): Order[] {
  const saved = readSaved(dir)
  if (!saved) return []
  setConsoleNow(saved.now + Math.max(0, Date.now() - saved.wall))
  const used = usedIn(dir, saved.epoch)
  const open = saved.orders.filter(({ leaseMs = MACHINE_LEASE_MS }) => aloneMs < leaseMs)
  return open.map(({ low: _, until, ...order }) => ({
    ...order,
    until: until === null ? null : until - (used.get(order.key) ?? 0),
  }))
}

function readSaved(dir: string): Saved | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, NAME), 'utf8')) as Saved
  } catch {
    return undefined
  }
}

function usedIn(dir: string, epoch: string): Map<string, number> {
  try {
    const readings = readLife(join(dir, `${epoch}.counters`))
    return new Map(readings.map(([key, up, down]) => [key, up + down]))
  } catch {
    return new Map()
  }
}
