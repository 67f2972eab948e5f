/** Machines of a fleet, in a process of their own: real links, and engines that open nothing. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Wire } from '../server/base/wire.ts'
import type { Request } from '../server/traffic/engine/messages.ts'
import { dial } from '../server/traffic/nodes/agent/dial.ts'
import { greetConsole } from '../server/traffic/nodes/channel/agentSide.ts'
import { newIdentity } from '../server/traffic/nodes/channel/keys.ts'
import { type FromAgent, shareLink, type ToAgent } from '../server/traffic/nodes/channel/lanes.ts'
import { aHello } from '../tests/support/links.ts'

/** What the bench requests: machines to join, a change to time, the time between two reports. */
export type Order =
  | { join: { url: string; consoleKey: string; token: string } }
  | { watch: string }
  | { report: { everyMs: number; busy: number } }

/** What is reported to it: a machine that joined, the number of open ports, an engine that got the change. */
export type Report = { joined: true } | { ports: number } | { got: string }

const notify = (message: Report) => process.send?.(message)
const engines: ReturnType<typeof anEngine>[] = []
let watched = ''

process.on('message', (order: Order) => {
  if ('join' in order) void join(order.join)
  else if ('watch' in order) watched = order.watch
  else for (const [at, engine] of engines.entries()) engine.report(order.report, at)
})
setInterval(() => notify({ ports: engines.reduce((sum, { keys }) => sum + keys.size, 0) }), 500)

async function join({ url, consoleKey, token }: Extract<Order, { join: object }>['join']) {
  const raw = await dial(url)
  const identity = newIdentity()
  const { wire } = await greetConsole(raw, {
    consoleKey,
    identity,
    node: null,
    token,
    hello: aHello(randomUUID()),
  })
  const lanes = shareLink<FromAgent, ToAgent>(wire)
  lanes.onMessage((message) => {
    if ('ping' in message) lanes.send({ pong: message.ping, time: Date.now() })
  })
  engines.push(anEngine(lanes.open()))
  notify({ joined: true })
}

/** An engine that reports every port as open, and counts the traffic it is given. */
function anEngine(wire: Wire) {
  const keys = new Set<string>()
  const epoch = randomBytes(8).toString('hex')
  let [sum, seq] = [0, 0]
  let timer: NodeJS.Timeout | undefined
  wire.onMessage((message) => {
    const request = message as Request
    wire.send({ id: request.id, result: answer(request) })
  })
  return { keys, report }

  function answer(request: Request): unknown {
    if (request.ask === 'hello') {
      const life = { epoch, counters: [] }
      const is = { epoch, pid: 1, version: 'bench', born: Date.now(), isDraining: false }
      return { ...is, digest: '', ports: [], lives: [life] }
    }
    if (request.ask !== 'change') return []
    for (const { key } of request.orders) keys.add(key)
    for (const key of request.closed) keys.delete(key)
    for (const { key } of request.orders)
      if (watched !== '' && key.endsWith(watched)) notify({ got: key })
    return request.orders.map(({ key }) => ({ key, state: 'open' }))
  }

  /** From now on; machines do not all report at the same moment. */
  function report({ everyMs, busy }: { everyMs: number; busy: number }, at: number): void {
    // Not the same accounts on each machine: no customer is on all of them at once.
    const all = [...keys]
    const from = (at * busy) % all.length
    const own = [...all, ...all].slice(from, from + busy)
    const send = () => {
      sum += 10_000
      seq += 1
      const counters = own.map((key) => [key, sum, sum * 10, Date.now()])
      wire.send({ report: { epoch, seq, counters, ended: [], low: [] } })
    }
    clearInterval(timer)
    setTimeout(() => (timer = setInterval(send, everyMs)), (everyMs / engines.length) * at)
  }
}
