import { createSocket } from 'node:dgram'
import { setTimeout as after } from 'node:timers/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import {
  connect,
  createServer as createPlain,
  type AddressInfo,
  type Server as Net,
} from 'node:net'
import { join } from 'node:path'
import { createServer as createTls } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { canConnect } from '../../../server/engine/drivers/probe.ts'
import { addressTo } from '../../../server/network/address.ts'
import { insideToken } from '../../../server/engine/shadowsocksInside.ts'
import { trojanKey } from '../../../server/engine/trojanKey.ts'
import { desiredPort, engineFolder, startTarget, startTestEngine } from '../../support/engine.ts'
import { looksFullyEncrypted } from '../../support/probes/firstPackets.ts'
import { look, type Probe, recordsOf, type Seen } from '../../support/probes/look.ts'
import { SILENT } from '../../support/probes/portProbes.ts'
import { distance, toldApart } from '../../support/probes/toldApart.ts'
import { helloOf, WEB } from '../../support/probes/webProbes.ts'
import { freePort } from '../../support/freePort.ts'
import { LOCALHOST_CERT, LOCALHOST_KEY } from '../../support/localhost.ts'
import { selfSigned } from '../../support/pebble.ts'
import { drawing } from '../../support/seed.ts'
import {
  addressOf,
  type Door,
  eventually,
  of2022,
  opening,
  packetTo,
  type Place,
} from '../../support/shadowsocks.ts'
import { lodger, requestOf, shake, startTrojan } from '../../support/trojan.ts'

/** `npm run probe` sends 10,000 to each port, with the times a port has where it is shipped. */
const COUNT = Number(process.env.PROBES ?? 250)
const IS_WHOLE = process.env.PROBES !== undefined
const AT_ONCE = 40
/** How long a web site is waited for; a bound of the prober, not of the port. */
const PATIENCE_MS = IS_WHOLE ? 3_000 : 1_500
const PATH = '/a-secret-path'
/** How much later than the port a prober may hear that its connection is open, ms. */
const LATE_MS = 500
const MANY = { handshakes: 20_000, handshakesPerClient: 20_000 }

async function started(server: Net | Server): Promise<Place> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
}

function answer(request: IncomingMessage, reply: ServerResponse) {
  reply.sendDate = false
  request.resume().on('end', () => reply.end(`${request.method} ${request.url} `.repeat(200)))
}

/** A web site, without TLS and with it. */
async function webSite() {
  const http = createServer(answer)
  const front = createTls({
    cert: LOCALHOST_CERT,
    key: LOCALHOST_KEY,
    ALPNProtocols: ['http/1.1'],
    allowHalfOpen: true,
    noDelay: true,
  })
  front.on('secureConnection', (socket) => http.emit('connection', socket))
  front.on('tlsClientError', (_error, socket) => socket.destroy())
  onTestFinished(() => http.closeAllConnections())
  return { site: await started(http), direct: await started(front) }
}

/** Passes a connection on, and keeps what went both ways. */
async function recording(to: Place) {
  const [client, server]: [Buffer[], Buffer[]] = [[], []]
  const way = createPlain((socket) => {
    const other = connect(to)
    socket.on('data', (data: Buffer) => client.push(data)).pipe(other)
    other.on('data', (data: Buffer) => server.push(data)).pipe(socket)
    for (const one of [socket, other]) one.on('error', () => {})
  })
  const { port } = await started(way)
  const recorded = () => ({ client: Buffer.concat(client), server: Buffer.concat(server) })
  return { port, recorded }
}

/** What a port of customers and the web is probed with, beside the site it shows. */
async function webLaboratory() {
  const { site, direct } = await webSite()
  const secret = Buffer.alloc(32, 5)
  const webSocket = { path: PATH, trusted: [], secret: secret.toString('base64') }
  const { engine, port } = await startTrojan(site, { limits: MANY }, { webSocket })
  const canary = await startTarget((socket) => socket.end('reached'))
  await engine.apply([lodger(port, 1, 'one'), lodger(port, 2, 'former')])
  await engine.kill('1:2')
  const tokensOf = (password: string) =>
    (['stream', 'datagrams'] as const).map((one) => insideToken(secret, trojanKey(password), one))
  const way = await recording({ host: '127.0.0.1', port })
  const guest = await shake(way.port)
  guest.write(Buffer.concat([requestOf('one', canary), Buffer.from('hello')]))
  expect((await guest.rest()).toString()).toBe('reached')
  const lineOf = (password: string) =>
    Buffer.concat([
      Buffer.from(`${trojanKey(password)}\r\n`),
      Buffer.from([1]),
      addressTo(canary.host, canary.port),
      Buffer.from('\r\n'),
    ])
  const known = {
    hellos: [await helloOf({}), await helloOf({ maxVersion: 'TLSv1.2' })],
    recorded: way.recorded(),
    lines: { customer: lineOf('one'), nobody: lineOf('nobody') },
    path: PATH,
    tokens: tokensOf('one'),
    former: tokensOf('former'),
  }
  const draw = drawing('probes of the web')
  const kinds = Object.keys(WEB)
  const probes: Probe[] = Array.from({ length: COUNT }, (_, at) => {
    const kind = kinds[at % kinds.length]!
    return { kind, ...WEB[kind]!(draw, known) }
  })
  return { port, site, direct, canary, probes, reached: () => canary.sockets.size }
}

const lookAt = (place: Place) => (probe: Probe) => look(place, probe, PATIENCE_MS)

/** Counts of probes by their kinds. */
const byKind = (told: readonly { probe: Probe }[]) =>
  Object.entries(Object.groupBy(told, ({ probe }) => probe.kind)).map(
    ([kind, of]) => `${kind}: ${of!.length}`,
  )

const described = ({ probe, seen }: { probe: Probe; seen: [Seen, Seen] }) => ({
  kind: probe.kind,
  way: probe.tls,
  sent: probe.pieces.map((piece) => piece.toString('hex').slice(0, 400)),
  seen,
})

describe('a port with TLS', { timeout: 3_600_000 }, () => {
  test('is not told from the site it shows, whatever is sent', async () => {
    const { port, direct, probes, reached } = await webLaboratory()
    const ours = { host: '127.0.0.1', port }
    const before = reached()
    const { told, laterMs } = await toldApart(probes, [lookAt(ours), lookAt(direct)], AT_ONCE)
    const median = laterMs.toSorted((a, b) => a - b)[laterMs.length >> 1]!
    if (IS_WHOLE)
      console.log(
        `443: ${told.length} of ${probes.length} told apart; answers ${median.toFixed(2)} ms later`,
      )
    expect(told.map(described)).toEqual([])
    expect(reached()).toBe(before)
  })

  // What others would let a prober see, for the table; nothing here depends on it.
  test.runIf(IS_WHOLE)(
    'beside a web server and another Trojan, in front of the same site',
    async () => {
      const { port, site, direct, probes } = await webLaboratory()
      const folder = engineFolder()
      const own = selfSigned(folder, 'localhost', 'DNS:localhost')
      const sample = probes.slice(0, 2_000)
      const fronts = [await nginxAt(folder, own, site), await trojanAt(folder, own, site)]
      for (const front of fronts) {
        if (!front) continue
        const { told } = await toldApart(sample, [lookAt(front), lookAt(direct)], AT_ONCE)
        console.log(`443: ${front.name}: ${told.length} of ${sample.length}:`, byKind(told))
      }
      expect(port).toBeGreaterThan(0)
    },
  )
})

type Pair = ReturnType<typeof selfSigned>

async function nginxAt(folder: string, { cert, key }: Pair, site: Place) {
  if (!existsSync('/usr/sbin/nginx')) return undefined
  const port = await freePort()
  const stored = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const server = `server { listen 127.0.0.1:${port} ssl; ssl_certificate ${cert};
    ssl_certificate_key ${key}; location / { proxy_pass http://127.0.0.1:${site.port}; } }`
  const file = join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${stored} ${server} }`,
  )
  const nginx = spawn('/usr/sbin/nginx', ['-p', folder, '-c', file], { stdio: 'ignore' })
  onTestFinished(() => void nginx.kill('SIGTERM'))
  await eventually(() => canConnect({ host: '127.0.0.1', port }, 500))
  return { name: 'nginx', host: '127.0.0.1', port }
}

async function trojanAt(folder: string, { cert, key }: Pair, site: Place) {
  if (!existsSync('/usr/bin/trojan')) return undefined
  const port = await freePort()
  const file = join(folder, 'trojan.json')
  const local = { local_addr: '127.0.0.1', local_port: port }
  const remote = { remote_addr: site.host, remote_port: site.port, password: ['one'] }
  const ssl = { cert, key, alpn: ['http/1.1'], plain_http_response: '' }
  writeFileSync(
    file,
    JSON.stringify({ run_type: 'server', log_level: 5, ...local, ...remote, ssl }),
  )
  const server = spawn('/usr/bin/trojan', [file], { stdio: 'ignore' })
  onTestFinished(() => void server.kill('SIGKILL'))
  await eventually(() => canConnect({ host: '127.0.0.1', port }, 500))
  return { name: 'trojan', host: '127.0.0.1', port }
}

const METHODS = [
  ['aes-256-gcm', 'pw'],
  ['2022-blake3-aes-128-gcm', Buffer.alloc(16, 7).toString('base64')],
] as const

describe.each(METHODS)('a port of %s', { timeout: 3_600_000 }, (method, password) => {
  /** When a silent connection ends; short in a run before a commit. */
  const silenceMs: [number, number] = [1_500, 3_000]

  test('says nothing to a prober, and ends at a time that tells nothing', async () => {
    const limits = IS_WHOLE ? MANY : { ...MANY, handshakeMs: 1_000, silenceMs }
    const engine = startTestEngine({ limits })
    const door = await desiredPort({ method, password })
    await engine.apply([door])
    const canary = await startTarget((socket) => socket.end('reached'))
    const recorded = await recordOf(door, canary)
    const draw = drawing(`probes of ${method}`)
    const kinds = Object.keys(SILENT)
    const seen = new Map<string, Seen[]>(kinds.map((kind) => [kind, []]))
    const before = canary.sockets.size
    const probes = Array.from({ length: Math.min(COUNT, 5_000) }, (_, at) => {
      const kind = kinds[at % kinds.length]!
      return { kind, ...SILENT[kind]!(draw, { door, canary, recorded }) }
    })
    const [from, to] = IS_WHOLE ? [20_000, 60_000] : silenceMs
    const lookLater = async (probe: Probe, at: number) => {
      // One after the other: those that overflow the system's queue are open for themselves alone.
      await after(at * 2)
      seen.get(probe.kind)!.push(await look({ host: '127.0.0.1', port: door.port }, probe, to * 3))
    }
    await Promise.all(probes.map(lookLater))
    const all = [...seen.values()].flat()
    expect(all.filter(({ bytes }) => bytes > 0)).toEqual([])
    // Who opens thousands at once hears of its own connections late.
    const isOdd = ({ end, lifeMs }: Seen) => end !== 'end' || lifeMs < from - LATE_MS
    const odd = [...seen].flatMap(([kind, of]) => of.filter(isOdd).map((one) => ({ kind, ...one })))
    expect(odd).toEqual([])
    expect(canary.sockets.size).toBe(before)
    const times = (of: readonly Seen[]) => of.map(({ lifeMs }) => lifeMs)
    const apart = kinds.map((kind) => {
      const rest = kinds.filter((one) => one !== kind).flatMap((one) => seen.get(one)!)
      return [kind, distance(times(seen.get(kind)!), times(rest))] as const
    })
    if (IS_WHOLE)
      console.log(`${method}: ${all.length} probes, furthest apart by their ends:`, apart)
    expect(apart.filter(([, by]) => by > 1)).toEqual([])
  })

  test('says nothing to datagrams of a prober', async () => {
    const engine = startTestEngine()
    const door = await desiredPort({ method, password })
    await engine.apply([door])
    const draw = drawing(`datagrams of ${method}`)
    const answers = await datagramsAt(door, draw)
    expect(answers).toBe(0)
  })
})

async function recordOf(door: Door, canary: Place) {
  const way = await recording({ host: '127.0.0.1', port: door.port })
  const socket = connect({ host: '127.0.0.1', port: way.port }).resume()
  socket.write(opening(door, canary, Buffer.from('hello')).bytes)
  await once(socket, 'close')
  return way.recorded()
}

test('first packets meet the rule of a filter on a port without TLS, and never with it', async () => {
  const target = { host: 'www.example.com', port: 443 }
  const hello = Buffer.from(await helloOf({}))
  const doorOf = ([method, password]: (typeof METHODS)[number]): Door => ({
    port: 1,
    method,
    password,
  })
  const counts = METHODS.map((one) => countOf(() => opening(doorOf(one), target, hello).bytes))
  // An app's first packet on 443 is the hello of its TLS, whatever it carries.
  const hellos = await Promise.all(Array.from({ length: 20 }, () => helloOf({})))
  expect(hellos.filter((one) => looksFullyEncrypted(one))).toEqual([])
  // What the manual says of the ports: nearly all of them.
  for (const count of counts) expect(count).toBeGreaterThan(360)
  expect(recordsOf(hello)).toBe('22')
})

const countOf = (packet: () => Buffer) =>
  Array.from({ length: 400 }, packet).filter(looksFullyEncrypted).length

/** How many answers come to random datagrams, and to a customer's that are sent once more or changed. */
async function datagramsAt(door: Door, { bytes, between }: ReturnType<typeof drawing>) {
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  let answers = 0
  socket.on('message', () => (answers += 1))
  const nowhere = { host: '127.0.0.1', port: await freePort() }
  const session = of2022(door)?.datagrams()
  const sealed = (payload: Buffer) =>
    session?.seal(addressOf(nowhere), payload) ?? packetTo(door, nowhere, payload)
  for (let at = 0; at < 300; at += 1) {
    const packet = at % 2 ? bytes(between(1, 1_400)) : sealed(bytes(40))
    if (at % 2 === 0)
      packet.writeUInt8(packet.readUInt8(at % packet.length) ^ 1, at % packet.length)
    socket.send(packet, door.port, '127.0.0.1')
  }
  await after(500)
  return answers
}
