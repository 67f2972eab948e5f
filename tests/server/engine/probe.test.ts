/** @module-tag long */
import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Trial } from '../../../server/engine/probe/probeAnswer.ts'
import { probeServer } from '../../../server/engine/probe/probe.ts'
import { probeUdp } from '../../../server/engine/probe/probeUdp.ts'
import { desiredPort, startTarget, startTestEngine, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { eventually } from '../../support/shadowsocks.ts'

const there = !spawnSync('ss-server', ['-h']).error
const METHODS = ['aes-128-gcm', 'aes-192-gcm', 'aes-256-gcm', 'chacha20-ietf-poly1305']

type Door = Pick<Trial, 'port' | 'method' | 'password'>

/** A port of our engine. */
async function ours(method: string): Promise<Door> {
  const engine = startTestEngine()
  const door = await desiredPort({ method })
  await engine.apply([door])
  return door
}

/** A port of Debian's server. */
async function debians(method: string): Promise<Door> {
  const door = { port: await freePort(), method, password: 'pw' }
  const args = ['-s', '127.0.0.1', '-p', String(door.port), '-m', method, '-k', 'pw', '-u']
  const server = spawn('ss-server', args, { stdio: 'ignore' })
  onTestFinished(() => void server.kill('SIGKILL'))
  await eventually(async () => {
    const socket = connect(door.port, '127.0.0.1')
    const [event] = await Promise.race([
      once(socket, 'connect').then(() => ['open']),
      once(socket, 'error').then(() => ['closed']),
    ]).catch(() => ['closed'])
    socket.destroy()
    return event === 'open'
  })
  return door
}

/** A minimal web server, which records its requests. */
async function web() {
  const requested: string[] = []
  const target = await startTarget((socket) => {
    socket.on('data', (data) => {
      requested.push(String(data))
      socket.end('HTTP/1.1 204 No Content\r\n\r\n')
    })
  })
  return { ...target, requested }
}

const trial = (door: Door, target: Trial['target'], timeoutMs = 5_000): Trial => ({
  host: '127.0.0.1',
  port: door.port,
  method: door.method,
  password: door.password,
  target: { host: target.host, port: target.port },
  timeoutMs,
})

const SERVERS = [
  { name: 'our engine', start: ours },
  ...(there ? [{ name: "Debian's ss-server", start: debians }] : []),
]

describe.each(SERVERS)('a trial of $name', ({ start }) => {
  test.each(METHODS)('gets the first bytes back with %s, over TCP and UDP', async (method) => {
    const door = await start(method)
    const target = await web()
    const answer = await probeServer(trial(door, { ...target, host: 'localhost' }))
    expect(answer).toEqual({ ok: true, ms: expect.any(Number), reply: expect.any(String) })
    expect(answer.ms).toBeLessThan(4_000)
    expect(target.requested[0]).toMatch(/^HEAD \/ HTTP\/1.1\r\nHost: localhost\r\n/)
    const udp = await startUdpEcho()
    expect(await probeUdp(trial(door, udp))).toMatchObject({ ok: true })
    const hello = Buffer.from('mine')
    expect(await probeUdp({ ...trial(door, udp), hello })).toMatchObject({ ok: true })
    expect(udp.seen.at(-1)?.toString()).toBe('mine')
  })

  test('does not pass with another password or method', async () => {
    const door = await start('aes-256-gcm')
    const target = await web()
    for (const wrong of [{ password: 'other' }, { method: 'aes-128-gcm' }]) {
      const answer = await probeServer(trial({ ...door, ...wrong }, target, 700))
      expect(answer.ok).toBe(false)
      // To hide from strangers, servers either say nothing or hang up.
      expect(!answer.ok && answer.reason).toMatch(/^(noAnswer|closed)$/)
      const udp = await probeUdp(trial({ ...door, ...wrong }, await startUdpEcho(), 300))
      expect(udp).toEqual({ ok: false, ms: expect.any(Number), reason: 'noAnswer' })
    }
    expect(target.requested).toEqual([])
  })

  test('does not pass where the target is away', async () => {
    const door = await start('aes-256-gcm')
    const answer = await probeServer(
      trial(door, { host: '127.0.0.1', port: await freePort() }, 700),
    )
    expect(!answer.ok && answer.reason).toMatch(/^(noAnswer|closed)$/)
  })
})

describe('a trial of what is no server', () => {
  const door = async () => ({ port: await freePort(), method: 'aes-256-gcm', password: 'pw' })
  const nowhere = { host: '192.0.2.1', port: 80 }
  const refusal = (reason: string) => ({ ok: false, ms: expect.any(Number), reason })

  test('says that nothing listens', async () => {
    const one = trial(await door(), nowhere)
    expect(await probeServer(one)).toEqual(refusal('refused'))
    expect(await probeUdp(one)).toEqual(refusal('refused'))
  })

  test('says that its name is unknown', async () => {
    const one = { ...trial(await door(), nowhere), host: 'no-such-name.invalid' }
    expect(await probeServer(one)).toEqual(refusal('noName'))
    expect(await probeUdp(one)).toEqual(refusal('noName'))
  })

  test('says that this client lacks the method', async () => {
    const one = { ...trial(await door(), nowhere), method: 'rc4-md5' }
    expect(await probeServer(one)).toEqual(refusal('unsupported'))
    expect(await probeUdp(one)).toEqual(refusal('unsupported'))
  })

  test('says that it sends what cannot be opened', async () => {
    const target = await startTarget((socket) => socket.write(Buffer.alloc(200, 1)))
    expect(await probeServer(trial({ ...(await door()), port: target.port }, nowhere))).toEqual(
      refusal('garbage'),
    )
    const spoiler = createSocket('udp4').bind(0, '127.0.0.1')
    onTestFinished(() => void spoiler.close())
    await once(spoiler, 'listening')
    spoiler.on('message', (packet, from) => {
      packet.writeUInt8(packet.readUInt8(40) ^ 1, 40)
      spoiler.send(packet, from.port, from.address)
    })
    const spoilt = trial({ ...(await door()), port: spoiler.address().port }, nowhere, 300)
    expect(await probeUdp(spoilt)).toEqual(refusal('garbage'))
  })

  test('is not taken in by one that sends back what it gets', async () => {
    const target = await startTarget((socket) => socket.pipe(socket))
    const tcp = trial({ ...(await door()), port: target.port }, nowhere)
    expect(await probeServer(tcp)).toEqual(refusal('garbage'))
    const { port } = await startUdpEcho()
    const udp = trial({ ...(await door()), port }, nowhere, 300)
    expect(await probeUdp(udp)).toEqual(refusal('garbage'))
  })

  test('reports that it closes, or does not answer in time', async () => {
    const rude = await startTarget((socket) => socket.destroy())
    const mute = await startTarget(() => {})
    const at = async (port: number) => probeServer(trial({ ...(await door()), port }, nowhere, 300))
    expect(await at(rude.port)).toEqual(refusal('closed'))
    const answer = await at(mute.port)
    expect(answer).toEqual(refusal('noAnswer'))
    expect(answer.ms >= 290 && answer.ms < 2_000).toBe(true)
  })

  test('says that the machine is silent', async () => {
    // A listener whose queue is full takes no further connection.
    const full = spawn(process.execPath, ['-e', FULL], { stdio: ['ignore', 'pipe', 'ignore'] })
    onTestFinished(() => void full.kill('SIGKILL'))
    const [port] = (await once(full.stdout, 'data')) as [Buffer]
    const number = Number(String(port))
    const fillers = Array.from({ length: 8 }, () => connect(number, '127.0.0.1'))
    onTestFinished(() => fillers.forEach((socket) => socket.destroy()))
    await eventually(async () => {
      const answer = await probeServer(trial({ ...(await door()), port: number }, nowhere, 300))
      return !answer.ok && answer.reason === 'silent'
    })
  })
})

/** Listens with the shortest queue, and stops before it takes anybody from it. */
const FULL = `
  const server = require('node:net').createServer()
  server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
    require('node:fs').writeSync(1, String(server.address().port))
    process.kill(process.pid, 'SIGSTOP')
  })`
