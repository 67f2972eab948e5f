/** @module-tag long */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import type { Schema } from '#contract'
import { startTarget, startTestEngine } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { makeWorld } from '../../support/world.ts'

/** What a client takes from a subscription, in the words of ss-local's file. */
type Access = { server: string; server_port: number; method: string; password: string }

const there = ['ss-local', 'curl'].every((tool) => !spawnSync(tool, ['-h']).error)
const run = promisify(execFile)
const TOKEN = 'c0ffee'.padEnd(32, '0')
const SHIFT = 7
const PASSWORD = 'k7P_x9:Q~z/+?=@#&%'

const plain = (text: string) => Buffer.from(text, 'base64').toString()
const lines = (text: string) => plain(text).split('\r\n')

/** `method:password@host:port`, where a password may hold anything. */
function access(text: string): Access {
  const [, method = '', password = '', server = '', port] =
    /^([^:]+):(.*)@([^@]+):(\d+)$/s.exec(text) ?? []
  return { server, server_port: Number(port), method, password }
}

/** A link in either form: all of it in base64, or only cipher and password. */
function linked(link: string): Access {
  const [body = ''] = link.slice('ss://'.length).split('#')
  const [user = '', endpoint] = body.split('@')
  return access(endpoint === undefined ? plain(body) : `${plain(user)}@${endpoint}`)
}

/** Reads each format as its clients do, with nothing of the code that wrote it. */
const READ: Record<Schema<'SubscriptionType'>, (text: string) => Access[]> = {
  shadowrocket: (text) => lines(text).map(linked),
  potatso: (text) => lines(text).map(linked),
  ssr: (text) =>
    lines(text).map((link) => {
      const [host, port, protocol, method, obfs, password] = plain(link.slice(6))
        .split('/?')[0]!
        .split(':')
      expect([protocol, obfs]).toEqual(['origin', 'plain'])
      return {
        server: host!,
        server_port: Number(port),
        method: method!,
        password: plain(password!),
      }
    }),
  ssd: (text) => {
    const { port, encryption, password, servers } = JSON.parse(plain(text.slice(6)))
    return servers.map((server: Record<string, unknown>) => ({
      server: server.server,
      server_port: server.port ?? port,
      method: server.encryption ?? encryption,
      password: server.password ?? password,
    }))
  },
  android: readSip008,
  clash: readProxies,
  mihomo: readProxies,
  sip008: readSip008,
  surge: (text) =>
    text.split('\n').flatMap((line) => {
      const found = / = ss, ([^,]+), (\d+), encrypt-method=([^,]+), password="?(.*?)"?, udp-/.exec(
        line,
      )
      return found ? [{ ...placed(found), method: found[3]!, password: found[4]! }] : []
    }),
  loon: (text) =>
    text.split('\n').map((line) => {
      const found = / = Shadowsocks,([^,]+),(\d+),([^,]+),"(.*)",fast-open/.exec(line)!
      return { ...placed(found), method: found[3]!, password: found[4]! }
    }),
  quantumultx: (text) =>
    text.split('\n').map((line) => {
      const found = /^shadowsocks=([^:]+):(\d+), method=([^,]+), password=([^,]+),/.exec(line)!
      return { ...placed(found), method: found[3]!, password: found[4]! }
    }),
  outline: (text) => {
    const { server, server_port, method, password } = JSON.parse(text)
    return [{ server, server_port, method, password }]
  },
  mellow: (text) =>
    text
      .split('\n')
      .filter((line) => line.includes(', ss, '))
      .map((line) => linked(line.split(', ss, ')[1]!)),
  singbox: (text) =>
    JSON.parse(text)
      .outbounds.filter(({ type }: { type: string }) => type === 'shadowsocks')
      .map(({ server, server_port, method, password }: Access) => ({
        server,
        server_port,
        method,
        password,
      })),
}

const placed = ([, server = '', port]: RegExpExecArray) => ({ server, server_port: Number(port) })

function readSip008(text: string): Access[] {
  const { version, servers } = JSON.parse(text)
  expect(version).toBe(1)
  return servers.map(({ server, server_port, method, password }: Access) => ({
    server,
    server_port,
    method,
    password,
  }))
}

function readProxies(text: string): Access[] {
  return parse(text)
    .proxies.filter(({ type }: { type: string }) => type === 'ss')
    .map((proxy: Record<string, unknown>) => ({
      server: proxy.server,
      server_port: proxy.port,
      method: proxy.cipher,
      password: proxy.password,
    }))
}

/** Lets Debian's client fetch a page with a subscription's configuration. */
async function fetchThrough(found: Access, url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-ss-'))
  const file = join(folder, 'config.json')
  const local_port = await freePort()
  const config = { ...found, local_address: '127.0.0.1', local_port, timeout: 10 }
  writeFileSync(file, JSON.stringify(config))
  const client = spawn('ss-local', ['-c', file], { stdio: 'ignore' })
  try {
    await eventually(
      () =>
        new Promise<boolean>((resolve) => {
          const socket = connect(local_port, '127.0.0.1', () => resolve(true))
          socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
        }),
    )
    const proxy = ['--socks5-hostname', `127.0.0.1:${local_port}`]
    const { stdout } = await run('curl', ['-s', '-m', '10', ...proxy, url])
    return stdout
  } finally {
    client.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
}

describe.skipIf(!there)('a subscription, read and used by the client of shadowsocks-libev', () => {
  test.each(Object.keys(READ) as Schema<'SubscriptionType'>[])('as %s', async (type) => {
    const world = await makeWorld()
    const engine = startTestEngine()
    const port = (await freePort()) - SHIFT
    // Mellow splits at every colon; what it cannot carry is left out.
    const password = type === 'mellow' ? PASSWORD.replace(':', '') : PASSWORD
    const method = 'chacha20-ietf-poly1305'
    const serverId = await aServer(world, { host: '127.0.0.1', shift: SHIFT, method })
    const id = await anAccount(world, { port, password, subscribe: TOKEN })
    await engine.apply([
      {
        key: `${serverId}:${id}`,
        port: port + SHIFT,
        method,
        password,
        budget: null,
      },
    ])
    const page = `a page for ${type}`
    const web = await startTarget((socket) =>
      socket.once('data', () => {
        socket.end(`HTTP/1.0 200 OK\r\nContent-Length: ${page.length}\r\n\r\n${page}`)
      }),
    )
    const url = `/api/user/account/subscribe/${TOKEN}?type=${type}&ip=0&flow=0`
    const { statusCode, payload } = await world.app.inject({ url })
    expect(statusCode).toBe(200)
    const [found, ...others] = READ[type](payload)
    expect(others).toEqual([])
    expect(found).toEqual({
      server: '127.0.0.1',
      server_port: port + SHIFT,
      method,
      password,
    })
    expect(await fetchThrough(found!, `http://127.0.0.1:${web.port}/`)).toBe(page)
    const counter = (await engine.counters()).get(`${serverId}:${id}`)
    expect(counter?.down).toBeGreaterThan(page.length)
    onTestFinished(() => engine.close())
  })
})
