/** @module-tag long */
import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { clientFile } from '../../../scripts/clientPrograms.mjs'
import { canConnect } from '../../../server/engine/drivers/probe.ts'
import { desiredPort, startTarget, startTestEngine, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { folderWith, hasClient } from '../../support/realClients.ts'
import { type Door, eventually } from '../../support/shadowsocks.ts'
import { datagramsThrough, socksTo } from '../../support/socks.ts'

const AES_128 = '2022-blake3-aes-128-gcm'
const AES_256 = '2022-blake3-aes-256-gcm'
const CHACHA = '2022-blake3-chacha20-poly1305'
const keyFor = (method: string) => randomBytes(method === AES_128 ? 16 : 32).toString('base64')

const BODY = randomBytes(10_000_000)
const hashOf = (data: Buffer) => createHash('sha256').update(data).digest('hex')

type Program = Parameters<typeof clientFile>[0]
/** The words a client is started with, with SOCKS5 on a port. */
type Words = (door: Door, socks: number) => string[]

const CLIENTS: [program: Program, file: string, words: Words][] = [
  [
    'sing-box',
    'sing-box',
    ({ port, method, password }, socks) => {
      const server = { server: '127.0.0.1', server_port: port, method, password }
      const config = {
        inbounds: [{ type: 'mixed', listen: '127.0.0.1', listen_port: socks }],
        outbounds: [{ type: 'shadowsocks', ...server }],
      }
      return ['run', '-c', join(folderWith('config.json', JSON.stringify(config)), 'config.json')]
    },
  ],
  [
    'xray',
    'xray',
    ({ port, method, password }, socks) => {
      const settings = { udp: true, ip: '127.0.0.1' }
      const server = { address: '127.0.0.1', port, method, password }
      const config = {
        inbounds: [{ listen: '127.0.0.1', port: socks, protocol: 'socks', settings }],
        outbounds: [{ protocol: 'shadowsocks', settings: { servers: [server] } }],
      }
      return ['run', '-c', join(folderWith('config.json', JSON.stringify(config)), 'config.json')]
    },
  ],
  [
    'mihomo',
    'mihomo',
    ({ port, method, password }, socks) => {
      const server = { server: '127.0.0.1', port, cipher: method, password, udp: true }
      const config = {
        'mixed-port': socks,
        mode: 'rule',
        proxies: [{ name: 'GO', type: 'ss', ...server }],
        rules: ['MATCH,GO'],
      }
      return ['-d', folderWith('config.yaml', JSON.stringify(config))]
    },
  ],
  [
    'shadowsocks-rust',
    'sslocal',
    ({ port, method, password }, socks) => [
      '-b',
      `127.0.0.1:${socks}`,
      '-s',
      `127.0.0.1:${port}`,
      '-m',
      method,
      '-k',
      password,
      '-U',
    ],
  ],
]

/** Starts a client; gives the port of its SOCKS5. It ends with the test. */
async function started([program, file, wordsFor]: (typeof CLIENTS)[number], door: Door) {
  const socks = await freePort()
  const client = spawn(clientFile(program, file), wordsFor(door, socks), { stdio: 'ignore' })
  onTestFinished(() => void client.kill('SIGKILL'))
  await eventually(() => canConnect({ host: '127.0.0.1', port: socks }, 500))
  return socks
}

describe.each(CLIENTS)('Shadowsocks 2022 with the client %s', (program, file, words) => {
  test.skipIf(!hasClient(program, file)).each([
    [AES_128, false],
    [AES_256, false],
    [CHACHA, false],
    [AES_128, true],
    [AES_256, true],
  ])('%s (shared: %s) passes TCP and UDP, counted to the byte', async (method, isShared) => {
    const engine = startTestEngine()
    const password = isShared ? `${keyFor(method)}:${keyFor(method)}` : keyFor(method)
    const door = await desiredPort({ method, password })
    expect(await engine.apply([door])).toMatchObject([{ state: 'open' }])
    const socks = await started([program, file, words], door)
    const passed = async () => {
      const { up = 0, down = 0 } = (await engine.counters()).get(door.key) ?? {}
      return { up, down }
    }
    // Mihomo listens before it knows where to send what comes.
    const echo = await startTarget((socket) => socket.once('data', (data) => socket.end(data)))
    await eventually(async () => {
      const socket = await socksTo(socks, echo).catch(() => undefined)
      socket?.write('x')
      // It may also be reset then.
      const ends = socket && once(socket.resume(), 'close').catch(() => undefined)
      await Promise.race([ends, after(1_000)])
      socket?.destroy()
      return (await passed()).down > 0
    })
    const before = await passed()
    const web = await startTarget((socket) => socket.once('data', () => socket.end(BODY)))
    const socket = await socksTo(socks, web)
    socket.write('please')
    const pieces: Buffer[] = []
    let length = 0
    socket.on('data', (data: Buffer) => {
      pieces.push(data)
      length += data.length
    })
    await eventually(() => length >= BODY.length)
    expect(hashOf(Buffer.concat(pieces))).toBe(hashOf(BODY))
    socket.destroy()
    const texts = ['one', 'two', 'three', 'four', 'five']
    expect(await datagramsThrough(socks, await startUdpEcho(), texts)).toEqual(texts)
    const sum = texts.join('').length
    expect(await passed()).toEqual({
      up: before.up + 'please'.length + sum,
      down: before.down + BODY.length + sum,
    })
  })
})
