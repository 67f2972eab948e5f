/** Machines of a fleet, in a process of their own: real links, and engines that open nothing. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Wire } from '../server/engine/wire.ts'
import type { Request } from '../server/engine/protocol/messages.ts'
import { openBackoff } from '../server/fleet/nodes/agent/backoff.ts'
import { dial } from '../server/fleet/nodes/agent/dial.ts'
import { greetConsole } from '../server/fleet/nodes/channel/agentSide.ts'
import { type KeyPair, newIdentity } from '../server/fleet/nodes/channel/keys.ts'
import { type FromAgent, shareLink, type ToAgent } from '../server/fleet/nodes/channel/lanes.ts'
import { aHello } from '../tests/support/links.ts'

/**
 * What the bench requests: machines to join, a change to time, the time between two reports, and
 * that they carry nothing more.
 */
export type Order =
  | { join: { url: string; consoleKey: string; token: string } }
  | { watch: string }
  | { report: { everyMs: number; busy: number } }
  | { stop: true }

/**
 * What is reported to it: a machine that joined, the number of open ports, an engine that got the
 * change, and in the end the bytes all have carried.
 */
export type Report = { joined: true } | { ports: number } | { got: string } | { sum: number }

const notify = (message: Report) => process.send?.(message)
const engines: ReturnType<typeof anEngine>[] = []
let watched = ''

process.on('message', (order: Order) => {
  if ('join' in order) void join(order.join)
  else if ('watch' in order) watched = order.watch
  else if ('stop' in order) notify({ sum: engines.reduce((sum, { stop }) => sum + stop(), 0) })
  else for (const [at, engine] of engines.entries()) engine.report(order.report, at)
})
setInterval(() => notify({ ports: engines.reduce((sum, { keys }) => sum + keys.size, 0) }), 500)

/** How soon an engine whose connection ended brings another, ms. */
const AGAIN_MS = 500

type Joining = Extract<Order, { join: object }>['join']
type Way = Omit<Joining, 'token'> & { token?: string; node?: number }
type Self = { identity: KeyPair; engine: ReturnType<typeof anEngine> }

/** Joins, and stays linked, in the pauses of a real agent. */
async function join({ token, ...way }: Joining) {
  const self = { identity: newIdentity(), engine: anEngine() }
  const backoff = openBackoff()
  let node: number | undefined
  for (;;) {
    const linked = await link(
      { ...way, ...(node === undefined ? { token } : { node }) },
      self,
    ).catch(() => undefined)
    if (linked && node === undefined) {
      engines.push(self.engine)
      notify({ joined: true })
    }
    node ??= linked?.node
    await linked?.ended
    if (linked) backoff.reset()
    await pause(backoff.next())
  }
}

/** Links once, and serves what the console asks until `ended`. */
async function link({ url, consoleKey, token, node }: Way, { identity, engine }: Self) {
  const raw = await dial(url)
  const greeted = await greetConsole(raw, {
    consoleKey,
    identity,
    node: node ?? null,
    ...(token !== undefined && { token }),
    hello: aHello(randomUUID()),
  })
  const lanes = shareLink<FromAgent, ToAgent>(greeted.wire)
  let isOver = false
  const ended = new Promise<void>((resolve) => lanes.onClose(resolve)).then(() => {
    isOver = true
  })
  lanes.onMessage((message) => {
    if ('ping' in message) lanes.send({ pong: message.ping, time: Date.now() })
  })
  bring()
  return { node: greeted.node, ended }

  function bring(): void {
    if (isOver) return
    const wire = lanes.open()
    wire.onClose(() => setTimeout(bring, AGAIN_MS))
    engine.serve(wire)
  }
}

/** An engine that reports every port as open, and counts the traffic it is given. */
function anEngine() {
  const keys = new Set<string>()
  const counters = new Map<string, [up: number, down: number]>()
  const epoch = randomBytes(8).toString('hex')
  let seq = 0
  let timer: NodeJS.Timeout | undefined
  let wire: Wire | undefined
  return { keys, serve, report, stop }

  function serve(next: Wire): void {
    wire = next
    next.onMessage((message) => {
      const request = message as Request
      next.send({ id: request.id, result: answer(request) })
    })
  }

  function answer(request: Request): unknown {
    if (request.ask === 'hello') {
      const life = { epoch, counters: readings(counters.keys()) }
      const is = { epoch, pid: 1, version: 'bench', born: Date.now(), isDraining: false }
      return { ...is, endsLeases: true, digest: '', ports: [], lives: [life] }
    }
    // The console tries each server from other machines; what no engine of ours says ends the link.
    if (request.ask === 'probe') return { ok: true, ms: 1 }
    if (request.ask !== 'change') return []
    for (const { key } of request.orders) keys.add(key)
    for (const key of request.closed) keys.delete(key)
    for (const { key } of request.orders)
      if (watched !== '' && key.endsWith(watched)) notify({ got: key })
    return request.orders.map(({ key }) => ({ key, state: 'open' }))
  }

  function readings(some: Iterable<string>) {
    return [...some].map((key) => [key, ...(counters.get(key) ?? [0, 0]), Date.now()])
  }

  function tell(some: Iterable<string>): void {
    seq += 1
    wire?.send({ report: { epoch, seq, counters: readings(some), ended: [], low: [] } })
  }

  /** From now on; machines do not all report at the same moment. */
  function report({ everyMs, busy }: { everyMs: number; busy: number }, at: number): void {
    // Not the same accounts on each machine: no customer is on all of them at once.
    const all = [...keys]
    const from = (at * busy) % all.length
    const own = [...all, ...all].slice(from, from + busy)
    const send = () => {
      for (const key of own) {
        const [up, down] = counters.get(key) ?? [0, 0]
        counters.set(key, [up + 10_000, down + 100_000])
      }
      tell(own)
    }
    clearInterval(timer)
    setTimeout(() => (timer = setInterval(send, everyMs)), (everyMs / engines.length) * at)
  }

  /** Carries nothing any more; returns the bytes of all it carried. */
  function stop(): number {
    clearInterval(timer)
    tell(counters.keys())
    return [...counters.values()].reduce((sum, [up, down]) => sum + up + down, 0)
  }
}
