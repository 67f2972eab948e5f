import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import type { World } from './account.ts'
import { openHandshakes } from './handshakes.ts'
import { defaultLimits } from './limits.ts'
import type { EngineOptions, Message, Report, Request } from './messages.ts'
import { openPorts } from './ports.ts'
import { openReplays } from './replays.ts'
import { openTargets } from '../../network/targets.ts'

const REPORT_MS = 1_000
const FORGET_MS = 60_000

// The parent passes its EngineOptions as the only argument.
const options = JSON.parse(process.argv[2] ?? '{}') as EngineOptions
const limits = { ...defaultLimits, ...options.limits }
const world: World = {
  host: await listeningHost(options.host ?? '::'),
  limits,
  handshakes: openHandshakes(limits),
  targets: openTargets({ allow: options.allowTargets, sitePort: options.sitePort }),
  tcpReplays: openReplays(),
  udpReplays: openReplays(),
}
const epoch = randomUUID()
let seq = 0
let over: string[] = []
let turn: Promise<unknown> = Promise.resolve()
const ports = openPorts(world, (key) => {
  over.push(key)
  if (over.length === 1) setImmediate(report)
})

process.on('message', (request: Request) => {
  turn = turn.then(() => answer(request))
})
// A console that is interrupted closes its engine in order; one that is gone leaves no orphan.
process.on('SIGINT', () => {})
process.on('SIGTERM', end)
process.on('disconnect', () => process.exit())
process.on('uncaughtException', (error) => {
  console.error('engine:', error)
  process.exitCode = 1
  end()
})
setInterval(report, REPORT_MS)
setInterval(ports.forget, FORGET_MS)

async function answer(request: Request): Promise<void> {
  const result = await resultOf(request)
  if (request.ask !== 'counters' && request.ask !== 'clients') report()
  send({ id: request.id, result }, request.ask === 'close' ? () => process.exit() : undefined)
}

function resultOf(request: Request): unknown {
  switch (request.ask) {
    case 'apply':
      return ports.apply(request.orders)
    case 'change':
      return ports.change(request.orders, request.closed)
    case 'counters':
      return ports.counters()
    case 'clients':
      return ports.clients(request.key)
    case 'kill':
      return ports.kill(request.key)
    case 'close':
      return ports.close()
  }
}

function report(): void {
  const news = latest()
  if (news.counters.length > 0 || news.over.length > 0) send({ report: news })
}

function latest(): Report {
  const ended = over
  over = []
  seq += 1
  return { epoch, seq, counters: ports.changes(), over: ended }
}

function end(): void {
  ports.close()
  send({ report: latest() }, () => process.exit())
}

function send(message: Message, sent = () => {}): void {
  if (process.connected) process.send?.(message, sent)
  else sent()
}

/** `::` where this machine has IPv6, `0.0.0.0` where it has not. */
async function listeningHost(host: string): Promise<string> {
  if (host !== '::') return host
  const probe = createSocket('udp6')
  try {
    probe.bind(0, host)
    await once(probe, 'listening')
    return host
  } catch {
    return '0.0.0.0'
  } finally {
    probe.close()
  }
}
