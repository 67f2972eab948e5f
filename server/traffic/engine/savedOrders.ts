import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { consoleNow, setConsoleNow } from './clock.ts'
import { readLife } from './ledger.ts'
import type { Order } from './messages.ts'

type Kept = { epoch: string; now: number; wall: number; orders: Order[] }

const NAME = 'orders.json'

/**
 * Writes down the open ports, so that they open again where the machine restarts without a console.
 */
export function keepOrders(dir: string, epoch: string, orders: readonly Order[]): void {
  const kept: Kept = { epoch, now: consoleNow(), wall: Date.now(), orders: [...orders] }
  const path = join(dir, NAME)
  writeFileSync(`${path}.new`, JSON.stringify(kept), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

/**
 * The last open ports, with the rest of their budgets, and the console's clock as far as it is
 * known; undefined where nothing readable was stored.
 */
export function readOrders(dir: string): Order[] {
  const kept = readKept(dir)
  if (!kept) return []
  setConsoleNow(kept.now + Math.max(0, Date.now() - kept.wall))
  const used = usedIn(dir, kept.epoch)
  return kept.orders.map(({ low: _, until, ...order }) => ({
    ...order,
    until: until === null ? null : until - (used.get(order.key) ?? 0),
  }))
}

function readKept(dir: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, NAME), 'utf8')) as Kept
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
