import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { startAgentFlow } from './agentFlow.ts'
import { openDataPorts } from './dataPorts.ts'

type Kind = 'ssmgr' | 'tiny' | 'wireguard'
type Command = { command: string; port: number; password?: string; options?: FlowOptions }
type FlowOptions = { startTime: number; endTime: number; clear: boolean }
type Answer = { code: number; data?: unknown }

/** What goes wrong with the next commands of a name. */
type Fault = 'lose the reply' | 'lose the question' | 'fail' | 'be slow' | 'talk nonsense'

const VERSIONS = { ssmgr: '1.0.0', tiny: '0.36.0T', wireguard: '0.31.3W' }
const TOLERANCE_MS = 600_000

/**
 * A stand-in for the agents of the deployed manager, after what was captured of them: it speaks
 * their protocol on a real socket, and has the faults in which the three kinds differ.
 */
export async function startAgentNode(
  kind: Kind,
  { now, password = 'node-secret' }: { now: () => number; password?: string },
) {
  const ports = new Map<number, string>()
  const tags = new Set<string>()
  const data = openDataPorts()
  const faults = new Map<string, { fault: Fault; times: number }>()
  const requested: Command[] = []
  const settings = { skew: 0, password, isSilent: false }
  let inside = 0
  let mostInside = 0
  const flow = startAgentFlow({
    isInMemory: kind !== 'ssmgr',
    nodeNow: () => now() + settings.skew,
  })

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {})
    let received = Buffer.alloc(0)
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece])
      if (received.length < 2 || received.length < 2 + received.readUInt16BE()) return
      if (settings.isSilent) return
      inside += 1
      mostInside = Math.max(mostInside, inside)
      void serve(socket, received).finally(() => (inside -= 1))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    server.close()
    await data.closeAll()
  })

  return {
    place: { host: '127.0.0.1', port, password },
    ports,
    data,
    flow,
    settings,
    requested,
    mostInside: () => mostInside,
    fail: (command: string, fault: Fault, times = 1) => void faults.set(command, { fault, times }),
    /** The agent's process restarts: two of the three kinds store nothing. */
    restart: () => void (kind === 'ssmgr' || flow.forget()),
    /** A port created by another program. */
    put: async (at: number, secret: string) => {
      ports.set(at, secret)
      await data.open(at)
    },
  }

  async function serve(socket: Socket, received: Buffer): Promise<void> {
    const length = received.readUInt16BE()
    const at = received.readUIntBE(2, 6)
    const text = received.subarray(8, 2 + length - 4).toString()
    const tag = received.subarray(2 + length - 4, 2 + length).toString('hex')
    const right = createHash('md5').update(`${at}${text}${settings.password}`).digest('hex')
    const isLate = Math.abs(at - now() - settings.skew) > TOLERANCE_MS
    if (received.length > 2 + length || tag !== right.slice(0, 8) || isLate)
      return kind === 'ssmgr' ? reply(socket, { code: 2 }) : void socket.destroy()
    if (tags.has(tag)) return reply(socket, { code: kind === 'ssmgr' ? -1 : 1 })
    tags.add(tag)
    const command: Command = JSON.parse(text)
    requested.push(command)
    const found = faults.get(command.command)
    const fault = found && found.times-- > 0 ? found.fault : undefined
    if (fault === 'lose the question') return void socket.destroy()
    if (fault === 'fail') return reply(socket, { code: -1 })
    if (fault === 'talk nonsense') return void socket.end('\u0000\u0000\u0000\u0005hello')
    if (fault === 'be slow') await pause(300)
    const answer = await done(command)
    if (fault === 'lose the reply') return void socket.destroy()
    if (answer) reply(socket, answer)
  }

  async function done({ command, port: at, password: secret = 'undefined', options }: Command) {
    if (command === 'version') return ok({ version: VERSIONS[kind], isGfw: false })
    if (command === 'list')
      return ok([...ports].map(([one, word]) => ({ port: one, password: word })))
    if (command === 'add') return add(Number(at), secret)
    if (command === 'del') return del(Number(at))
    if (command === 'ip') return ok(ports.has(at) ? ['192.0.2.7', 'no address'] : [])
    if (command !== 'flow') return { code: 1 }
    // Without options one kind fails and the other two never answer.
    if (!options) return kind === 'ssmgr' ? { code: -1 } : undefined
    const sums = flow.read(options)
    const named = kind === 'ssmgr' ? [...ports.keys()] : [...sums.keys()]
    return ok(named.map((one) => ({ port: one, sumFlow: sums.get(one) ?? 0 })))
  }

  async function add(at: number, secret: string): Promise<Answer> {
    const isThere = ports.has(at)
    if (isThere && kind === 'ssmgr') {
      await data.close(at)
      return { code: -1 }
    }
    if (isThere) return ok({ port: at, password: secret })
    if (kind === 'wireguard')
      for (const [other, key] of ports) if (key === secret) ports.set(other, 'without an address')
    ports.set(at, secret)
    if (kind !== 'wireguard') await data.open(at)
    return ok({ port: at, password: secret })
  }

  async function del(at: number): Promise<Answer> {
    const isThere = ports.delete(at)
    await data.close(at)
    if (kind === 'ssmgr') flow.drop(at)
    if (isThere || kind === 'tiny') return ok({ port: at })
    return { code: kind === 'ssmgr' ? -1 : 1 }
  }
}

const ok = (data: unknown): Answer => ({ code: 0, data })

function reply(socket: Socket, answer: Answer): void {
  const text = Buffer.from(JSON.stringify(answer))
  const head = Buffer.alloc(4)
  head.writeUInt32BE(text.length)
  // In two pieces, as a network may cut it.
  socket.write(head.subarray(0, 3))
  socket.end(Buffer.concat([head.subarray(3), text]))
}
