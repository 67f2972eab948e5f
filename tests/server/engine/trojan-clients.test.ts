import { execFile } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { fetchThrough } from '../../support/realClients.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { lodger, startTrojan } from '../../support/trojan.ts'
import {
  hasTrojanClient,
  openSocksUdp,
  startTrojanClient,
  type TrojanClient,
} from '../../support/trojanClients.ts'

const run = promisify(execFile)

const PATH = '/k3Jq0fVbT9_w-2Lx7RcYhA'

type Way = { path?: string; isEarly?: boolean }

/** Carries a file and datagrams by a client of somebody else's, and compares what was counted. */
async function carry(name: TrojanClient, way: Way = {}, bytes = 3_000_001) {
  const site = await startTarget((socket) => socket.end('site'))
  const webSocket = { path: PATH, trusted: [] }
  const { engine, port } = await startTrojan(site, {}, { webSocket })
  const password = '20001:pä ss"w\\ord'
  await engine.apply([lodger(port, 7, password), lodger(port, 8, 'other')])
  const body = randomBytes(bytes)
  const head = `HTTP/1.0 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`
  let up = 0
  const web = await startTarget((socket) => {
    socket.on('data', (data) => (up += data.length))
    socket.once('data', () => {
      socket.write(head)
      socket.end(body)
    })
  })
  const socks = await startTrojanClient(name, { port, password, sni: 'localhost', ...way })
  // Some listen before they know where to go.
  const page = 'HTTP/1.0 200 OK\r\n\r\nready'
  const ready = await startTarget((socket) => socket.once('data', () => socket.end(page)))
  const url = `http://127.0.0.1:${ready.port}/`
  await eventually(async () => (await fetchThrough(socks, url)) === 'ready')
  const before = (await engine.counters()).get('1:7')!
  const proxy = ['-s', '-m', '60', '--socks5-hostname', `127.0.0.1:${socks}`]
  const { stdout } = await run('curl', [...proxy, `http://127.0.0.1:${web.port}/`], {
    encoding: 'buffer',
    maxBuffer: 1 << 25,
  })
  expect(hash('sha256', stdout)).toBe(hash('sha256', body))
  const counters = await engine.counters()
  expect(counters.get('1:7')).toMatchObject({
    up: before.up + up,
    down: before.down + head.length + body.length,
  })
  expect(counters.get('1:8')).toMatchObject({ up: 0, down: 0 })

  const udp = await startUdpEcho()
  const datagrams = await openSocksUdp(socks)
  const ping = randomBytes(1_200)
  datagrams.send(udp, ping)
  await eventually(() => datagrams.heard().some((one) => one.equals(ping)))
  expect((await engine.counters()).get('1:7')).toMatchObject({
    up: before.up + up + ping.length,
    down: before.down + head.length + body.length + ping.length,
  })
}

describe("with Debian's clients", () => {
  test.skipIf(!hasTrojanClient('trojan'))('carries trojan', () => carry('trojan'))
  test.skipIf(!hasTrojanClient('v2ray'))('carries v2ray', () => carry('v2ray'))
  test.skipIf(!hasTrojanClient('v2ray'))('carries v2ray in a WebSocket', () =>
    carry('v2ray', { path: PATH }),
  )
})

describe('with the clients of today', { tags: ['long'] }, () => {
  test.skipIf(!hasTrojanClient('sing-box'))('carries sing-box', () => carry('sing-box'))
  test.skipIf(!hasTrojanClient('xray'))('carries Xray', () => carry('xray'))
  test.skipIf(!hasTrojanClient('mihomo'))('carries mihomo', () => carry('mihomo'))

  test.skipIf(!hasTrojanClient('sing-box')).for([false, true])(
    'carries sing-box in a WebSocket, early data %s',
    (isEarly) => carry('sing-box', { path: PATH, isEarly }, 10_000_001),
  )
  test.skipIf(!hasTrojanClient('xray')).for([false, true])(
    'carries Xray in a WebSocket, early data %s',
    (isEarly) => carry('xray', { path: PATH, isEarly }, 10_000_001),
  )
  test.skipIf(!hasTrojanClient('mihomo'))('carries mihomo in a WebSocket', () =>
    carry('mihomo', { path: PATH }, 10_000_001),
  )
})
