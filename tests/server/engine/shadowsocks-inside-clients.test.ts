import { execFile } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { DesiredPort } from '../../../server/engine/protocol/messages.ts'
import { trojanKey } from '../../../server/engine/trojanKey.ts'
import { startTarget } from '../../support/engine.ts'
import {
  hasInsideClient,
  type InsideClient,
  startInsideClient,
} from '../../support/insideClients.ts'
import { fetchThrough } from '../../support/realClients.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { INSIDE, insideDoor } from '../../support/shadowsocksInside.ts'
import { lodger, startTrojan } from '../../support/trojan.ts'

const run = promisify(execFile)
const BYTES = 10_000_001

/** An engine with an account of a device, the client of a password, and a web site that sends a file. */
async function behind(name: InsideClient, password: string, terms: Partial<DesiredPort> = {}) {
  const site = await startTarget((socket) => socket.end('site'))
  const { engine, port } = await startTrojan(site, {}, { webSocket: INSIDE })
  const devices = [{ deviceId: 3, password: trojanKey('20001:phone') }]
  await engine.apply([
    lodger(port, 7, '20001:own', { devices, ...terms }),
    lodger(port, 8, 'other'),
  ])
  const body = randomBytes(BYTES)
  const head = `HTTP/1.0 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`
  let up = 0
  const web = await startTarget((socket) => {
    socket.on('data', (data) => (up += data.length))
    socket.once('data', () => {
      socket.write(head)
      socket.end(body)
    })
  })
  const socks = await startInsideClient(name, { port, ...insideDoor(password) })
  // Some listen before they know where to go.
  const page = 'HTTP/1.0 200 OK\r\n\r\nready'
  const ready = await startTarget((socket) => socket.once('data', () => socket.end(page)))
  const url = `http://127.0.0.1:${ready.port}/`
  await eventually(async () => (await fetchThrough(socks, url)) === 'ready')
  const passed = async (key = '1:7') => {
    const { up: sent = 0, down = 0 } = (await engine.counters()).get(key) ?? {}
    return { up: sent, down }
  }
  const fetched = async () => {
    const proxy = ['-s', '-m', '60', '--socks5-hostname', `127.0.0.1:${socks}`]
    const way = { encoding: 'buffer', maxBuffer: 1 << 25 } as const
    return (await run('curl', [...proxy, `http://127.0.0.1:${web.port}/`], way)).stdout
  }
  return { engine, port, socks, body, passed, fetched, down: head.length + BYTES, sent: () => up }
}

async function carry(name: InsideClient) {
  const { body, passed, fetched, down, sent } = await behind(name, '20001:phone')
  const before = await passed()
  const stdout = await fetched()
  expect(hash('sha256', stdout)).toBe(hash('sha256', body))
  const after = { up: before.up + sent(), down: before.down + down }
  expect(await passed()).toEqual(after)
  // It came by the key of its device.
  expect(await passed('1:7:3')).toEqual(after)
  expect(await passed('1:8')).toEqual({ up: 0, down: 0 })
}

describe("with Debian's clients", () => {
  const ofDebian = ['v2ray', 'ss-local with v2ray-plugin'] as const
  for (const name of ofDebian)
    test.skipIf(!hasInsideClient(name))(`carries ${name}, counted to the byte`, () => carry(name))

  test.skipIf(!hasInsideClient('v2ray'))('ends with the quota, to the byte', async () => {
    const until = { budget: 5_000_000 }
    const { body, passed, fetched, engine } = await behind('v2ray', '20001:own', until)
    const failed = await fetched().catch((error: { stdout: Buffer }) => error.stdout)
    expect(body.subarray(0, failed.length).equals(failed)).toBe(true)
    const { up, down } = await passed()
    expect(up + down).toBe(5_000_000)
    expect(engine.states).toMatchObject([{ key: '1:7', reason: 'over' }])
  })

  test.skipIf(!hasInsideClient('ss-local with v2ray-plugin'))(
    'tells an app that multiplexes at once, and the operator why',
    async () => {
      const { engine, port } = await behind('ss-local with v2ray-plugin', '20001:own')
      const way = { port, ...insideDoor('20001:own'), mux: 1 }
      const socks = await startInsideClient('ss-local with v2ray-plugin', way)
      // Its plugin may listen later than it does.
      await eventually(async () => {
        expect(await fetchThrough(socks, 'http://127.0.0.1:9/')).toBe('')
        const attempts = (await engine.attempts('1:7', 0)) ?? []
        return attempts.some(({ reason }) => reason === 'multiplexing')
      })
    },
  )
})

describe('with the clients of today', { tags: ['long'] }, () => {
  const ofToday = ['sing-box', 'xray', 'mihomo', 'sslocal with v2ray-plugin'] as const
  for (const name of ofToday)
    test.skipIf(!hasInsideClient(name))(`carries ${name}, counted to the byte`, () => carry(name))
})
