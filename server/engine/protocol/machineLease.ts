import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { uptime } from 'node:os'
import { join } from 'node:path'
import { consoleNow } from './clock.ts'
import type { Order } from './messages.ts'

/** When it was written, by three clocks: this start of the machine, its time, and the time of day. */
type Saved = { ms: number; boot: string; uptime: number; wall: number }

/** How long ports stay open without a console: a machine that was removed stops serving, ms. */
export const MACHINE_LEASE_MS = 7 * 86_400_000

/** Why an order is over that nobody changed, after so long (ms) without a console. */
export function whyOver(
  { expireAt = Infinity, leaseMs = MACHINE_LEASE_MS }: Pick<Order, 'expireAt' | 'leaseMs'>,
  aloneMs: number,
): 'expired' | 'lease over' | undefined {
  if (expireAt <= consoleNow()) return 'expired'
  return leaseMs <= aloneMs ? 'lease over' : undefined
}

const NAME = 'alone.json'
/** A console sends the time every ten seconds; one that is silent for so long is gone, ms. */
const SILENT_MS = 60_000
/** Longer than any lease, ms. */
const FOR_EVER = Number.MAX_SAFE_INTEGER

/**
 * For how long no console has been here, ms, over restarts of the process and of the machine. It
 * runs by the time since the machine started, which goes on while it sleeps and is never set. Over a
 * start of the machine the time of day tells how long it was off; where that has gone back, nobody
 * knows, and it counts as for ever.
 */
export function openMachineLease(dir: string, clocks: () => Omit<Saved, 'ms'> = readClocks) {
  const path = join(dir, NAME)
  let from = clocks().uptime - sinceSaved(path, clocks())
  let heardAt = -Infinity

  return {
    ms: () => clocks().uptime - from,
    end,
    /** The console has said something: its connection may outlast it. */
    hear: () => void (heardAt = performance.now()),
    hasHeard: () => performance.now() - heardAt < SILENT_MS,
    save,
  }

  /** A console is here. */
  function end(): void {
    from = clocks().uptime
  }

  function save(): void {
    const now = clocks()
    writeFileSync(`${path}.new`, JSON.stringify({ ms: now.uptime - from, ...now } satisfies Saved))
    renameSync(`${path}.new`, path)
  }
}

function sinceSaved(path: string, now: Omit<Saved, 'ms'>): number {
  const saved = readSaved(path)
  // The first start in this folder, or of this release.
  if (!saved) return 0
  const isSameStart = saved.boot === now.boot && saved.boot !== ''
  const off = isSameStart ? now.uptime - saved.uptime : now.wall - saved.wall
  return off < 0 ? FOR_EVER : saved.ms + off
}

function readSaved(path: string): Saved | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Saved
  } catch {
    return undefined
  }
}

function readClocks(): Omit<Saved, 'ms'> {
  return { boot: bootId(), uptime: uptime() * 1_000, wall: Date.now() }
}

/** Random for each start of the machine; empty where the system has none. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
