import { existsSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Wire } from '../wire.ts'
import type { World } from '../ports/account.ts'
import { openMachineLease } from '../protocol/machineLease.ts'
import { setConsoleNow } from '../protocol/clock.ts'
import { digestOf } from '../protocol/digest.ts'
import { saveOrders, readOrders } from './savedOrders.ts'
import { openLedger } from './ledger.ts'
import type { SiteOrder, SiteState } from '../plane.ts'
import {
  changesNothing,
  type Hello,
  type Message,
  type Report,
  type Request,
} from '../protocol/messages.ts'
import { openPorts } from '../ports/ports.ts'
import { readSites, saveSites } from './savedSites.ts'
import { isSlow } from '../protocol/slowRequests.ts'
import { answerSlowly, type SlowRequest } from './slowAnswers.ts'
import { listenAt, othersIn, socketPath } from '../protocol/socketFiles.ts'
import { socketWire } from '../protocol/socketWire.ts'
import { openTrojanPorts } from '../trojan/trojanPorts.ts'

const REPORT_MS = 1_000
/**
 * How often counters are written to disk, also while a console receives them: it may be
 * disconnected without this process having noticed yet.
 */
const WRITE_MS = 4_000
const FORGET_MS = 60_000
/** How long an engine that has just started waits for a console before it goes on alone. */
const ALONE_MS = 2_000
/** How long connections may go on in an engine that another has taken over from. */
const DRAIN_MS = 6 * 3_600_000
/** What may be queued for a console that does not read, before reports are dropped. */
const MAX_BACKLOG_BYTES = 8 << 20
/** How long a console has to take the last report. */
const LAST_WORDS_MS = 2_000
type Life = {
  dir: string
  epoch: string
  born: number
  version: string
  /** Is called once no other process has the ports any more. */
  isAlone: () => void
}

/** Serves the console that connects to the socket in the folder; goes on while there is none. */
export function serveEngine(world: World, { dir, epoch, born, version, isAlone }: Life) {
  const ledger = openLedger(dir, epoch)
  const path = socketPath(dir, version, epoch)
  let seq = 0
  let writtenAt = performance.now()
  const alone = openMachineLease(dir)
  let ended: [string, string][] = []
  let low: string[] = []
  let turn: Promise<unknown> = Promise.resolve()
  let console_: Wire | undefined
  let isDraining = false
  let hasOrders = false
  let isStopping = false
  let saveTimer: NodeJS.Timeout | undefined
  const ports = openPorts(world, {
    dir,
    ended: (key, reason) => urgent(() => ended.push([key, reason])),
    low: (key) => urgent(() => low.push(key)),
    charged: saveNow,
    openVeiled: openTrojanPorts,
  })
  const server = createServer((socket) => greet(socketWire(socket)))
  listenAt(server, path)
  server.on('error', () => stop({ leaves: true }))
  setInterval(tick, REPORT_MS)
  setInterval(ports.forget, FORGET_MS)
  setTimeout(goOnAlone, ALONE_MS)

  // A console that leaves before it has ordered anything changes nothing.
  return { end: () => stop({ leaves: !hasOrders }), leave: () => stop({ leaves: true }) }

  function greet(wire: Wire): void {
    wire.onMessage((message) => {
      if (console_ === wire) alone.hear()
      turn = turn.then(() => answer(wire, message as Request))
    })
    wire.onClose(() => {
      if (console_ !== wire) return
      console_ = undefined
      write()
    })
  }

  async function answer(wire: Wire, request: Request): Promise<void> {
    if (isSlow(request)) return void answerSlowly(wire, request, ports)
    const result = await resultOf(wire, request)
    if (!changesNothing(request)) report()
    wire.send({ id: request.id, result } satisfies Message)
    if (request.ask === 'close') stop({ leaves: false })
  }

  async function resultOf(wire: Wire, request: Exclude<Request, SlowRequest>): Promise<unknown> {
    switch (request.ask) {
      case 'hello':
        setConsoleNow(request.now)
        // Reports go to the latest console; an earlier one is gone or stale.
        console_ = wire
        alone.hear()
        alone.end()
        return hello()
      case 'time':
        if (console_ === wire) setConsoleNow(request.now)
        return true
      case 'look':
        return hello()
      case 'apply':
        return saving(ports.apply(request.orders, { opens: !isDraining }))
      case 'change':
        return saving(ports.change(request.orders, request.closed, { opens: !isDraining }))
      case 'sites':
        return siting(request.sites)
      case 'counters':
        return [...ports.counters()]
      case 'clients':
        return ports.clients(request.key)
      case 'attempts':
        return world.attempts.read(request.key, request.since)
      case 'outcomes':
        return world.attempts.outcomes.read()
      case 'kill':
        return saving(ports.kill(request.key))
      case 'digest':
        return digestOf(ports.orders())
      case 'settle':
        return attempt(() => ledger.settle(request.epochs))
      case 'drain':
        return drain()
      case 'close':
        return ports.close()
    }
  }

  async function hello(): Promise<Hello> {
    const running = await othersIn(dir, epoch)
    if (running.size === 0) isAlone()
    const orders = ports.orders()
    return {
      epoch,
      pid: process.pid,
      version,
      born,
      isDraining,
      endsLeases: true,
      knowsSpeed: true,
      knowsDevices: true,
      digest: digestOf(orders),
      ports: orders.map(({ key, port }) => ({ key, port })),
      lives: [{ epoch, counters: ports.readings() }, ...past((one) => running.has(one))],
    }
  }

  function past(isRunning: (one: string) => boolean) {
    try {
      return ledger.past(isRunning)
    } catch (error) {
      console.error('engine: earlier counters cannot be read:', error)
      return []
    }
  }

  /** Open ports are written down soon, many changes at once. */
  async function saving<Result>(change: Promise<Result>): Promise<Result> {
    hasOrders = true
    const result = await change
    if (!isDraining) saveTimer ??= setTimeout(save, REPORT_MS)
    return result
  }

  /** Written down at once: they are few, and an account of theirs is no use without them. */
  async function siting(sites: SiteOrder[]): Promise<SiteState[]> {
    const states = await ports.site(sites)
    if (!isDraining) attempt(() => saveSites(dir, ports.sites()))
    return states
  }

  function save(): void {
    saveTimer = undefined
    if (!isDraining) attempt(() => saveOrders(dir, epoch, ports.orders()))
  }

  /** Opens what was open before the machine restarted, where no console connects. */
  function goOnAlone(): void {
    if (hasOrders || console_ || isDraining) return
    turn = turn.then(async () => {
      await ports.site(readSites(dir))
      return saving(ports.change(readOrders(dir, alone.ms()), []))
    })
  }

  function drain(): void {
    isDraining = true
    ports.drain()
    setTimeout(() => stop({ leaves: true }), DRAIN_MS)
  }

  function tick(): void {
    if (console_ && alone.hasHeard()) alone.end()
    ports.expire(alone.ms())
    report()
    if (performance.now() - writtenAt >= WRITE_MS) write()
    if (isDraining && !ports.isBusy()) stop({ leaves: true })
    // Without its folder no console can connect to it any more.
    else if (!existsSync(dir)) stop({ leaves: false })
  }

  function write(): void {
    writtenAt = performance.now()
    attempt(() => {
      ledger.write(ports.unwritten())
      ledger.sync()
      alone.save()
    })
  }

  /** An interface's counts are not reported again, so they are stored and reported in one go. */
  function saveNow(): void {
    attempt(() => ledger.write(ports.unwritten()))
    report()
  }

  function urgent(note: () => void): void {
    note()
    if (ended.length + low.length === 1) setImmediate(report)
  }

  function report(): void {
    if (!console_) {
      ended = []
      low = []
      return
    }
    if ((console_.backlog?.() ?? 0) > MAX_BACKLOG_BYTES) return
    const counters = ports.changes()
    if (counters.length + ended.length + low.length === 0) return
    seq += 1
    const news: Report = { epoch, seq, counters, ended, low }
    ended = []
    low = []
    console_.send({ report: news } satisfies Message)
  }

  /** Ends in order: counters are written down, and reported to a connected console. */
  function stop(options: { leaves: boolean }): void {
    if (isStopping) return
    isStopping = true
    ports
      .end(options)
      .catch((error: unknown) => console.error('engine:', error))
      .finally(exit)
  }

  function exit(): void {
    write()
    report()
    rmSync(path, { force: true })
    if (!console_) process.exit()
    console_.onClose(() => process.exit())
    console_.close()
    setTimeout(() => process.exit(), LAST_WORDS_MS)
  }
}

/** A disk that cannot be written must not stop traffic. */
function attempt(work: () => void): void {
  try {
    work()
  } catch (error) {
    console.error('engine:', error)
  }
}
