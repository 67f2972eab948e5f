/** @module-tag long */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { canConnect } from '../../../server/engine/drivers/probe.ts'
import { detectDriver } from '../../../server/engine/drivers/detect.ts'
import { CIPHERS } from '../../../server/engine/drivers/kinds.ts'
import { aConsole, aPort, becomes } from '../../support/driven.ts'
import { startTarget, startUdpEcho } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { askUdp, eventually } from '../../support/shadowsocks.ts'
import { hasLibev, startSsLocal, startSsManager } from '../../support/ssManager.ts'

const run = promisify(execFile)
const MIB = 1 << 20

/** A page of so many bytes on this machine. */
async function page(bytes: number) {
  const body = Buffer.alloc(bytes, 'x')
  const { port } = await startTarget((socket) => {
    socket.once('data', () => socket.end(`HTTP/1.0 200 OK\r\n\r\n${body.toString('latin1')}`))
  })
  return `http://127.0.0.1:${port}/`
}

async function download(url: string, proxy: readonly string[]): Promise<string> {
  const quiet = ['-s', '-m', '10', '-o', '/dev/null', '-w', '%{http_code} %{size_download}']
  const { stdout } = await run('curl', [...quiet, ...proxy, url])
  return stdout
}

/** With the times of the real program, but looks more often. */
const REAL = { quietMs: 5_500, reopenMs: 50, pollMs: 300, timeoutMs: 3_000, retryMs: 300 }

describe.skipIf(!hasLibev)('the manager of shadowsocks-libev', () => {
  test('carries what is wanted, counts every byte once, and loses none when a port closes', async () => {
    const node = await startSsManager()
    const console = await aConsole('libev', node.place)
    const driver = console.start(REAL)
    const door = aPort(1, await freePort(), { password: "it's `a?b>c~d` $(1);|x ü密" })
    expect(await driver.change([door], [])).toEqual([
      { key: door.key, port: door.port, open: true },
    ])
    const proxy = await startSsLocal(door.port, door.password)
    const url = await page(10 * MIB)
    expect(await download(url, proxy)).toBe(`200 ${10 * MIB}`)
    // At once, before the server of the port has reported anything to its manager.
    await driver.change([], [door.key])
    await eventually(async () => !(await canConnect({ host: '127.0.0.1', port: door.port }, 200)))
    await eventually(async () => (await console.billed(1)) > 10 * MIB)
    expect(await console.billed(1)).toBeLessThan(10 * MIB + 2_000)
    expect(driver.stateOf(door.key)).toBeUndefined()
  }, 40_000)

  test('opens UDP as well, however the manager was started', async () => {
    const node = await startSsManager()
    const driver = (await aConsole('libev', node.place)).start(REAL)
    const door = aPort(1, await freePort())
    await driver.change([door], [])
    const echo = await startUdpEcho()
    const to = { host: '127.0.0.1', port: echo.port }
    let answer: Buffer | undefined
    // Its server takes a moment from the manager's answer to its socket.
    await eventually(async () => (answer ??= await askUdp(door, to, Buffer.from('hello'), 500)))
    expect(answer?.subarray(-5).toString()).toBe('hello')
  })

  test('changes a password, and continues where a previous console stopped', async () => {
    const node = await startSsManager()
    const console = await aConsole('libev', node.place)
    const first = console.start(REAL)
    const door = aPort(1, await freePort())
    await first.change([door], [])
    const url = await page(MIB)
    expect(await download(url, await startSsLocal(door.port, door.password))).toBe(`200 ${MIB}`)
    await first.close()
    console.settings.loses = true
    const second = console.start(REAL)
    await eventually(async () => ((await second.counters()).get(door.key)?.down ?? 0) > MIB)
    await second.close()
    console.settings.loses = false
    const third = console.start(REAL)
    const next = { ...door, password: 'another' }
    await third.change([next], [])
    await becomes(third, door.key)
    await eventually(async () => (await console.billed(1)) > MIB)
    const before = await console.billed(1)
    expect(before).toBeLessThan(MIB + 2_000)
    expect(await download(url, await startSsLocal(door.port, 'another'))).toBe(`200 ${MIB}`)
    await eventually(async () => (await console.billed(1)) > 2 * MIB)
    expect(await console.billed(1)).toBeLessThan(2 * MIB + 4_000)
  }, 40_000)

  test('opens again what died unnoticed, and all of it after the manager began again', async () => {
    const node = await startSsManager()
    const console = await aConsole('libev', node.place)
    const driver = console.start(REAL)
    const doors = [aPort(1, await freePort()), aPort(2, await freePort())]
    await driver.change(doors, [])
    const isOpen = (at: number) => canConnect({ host: '127.0.0.1', port: doors[at]!.port }, 200)
    await eventually(async () => (await isOpen(0)) && isOpen(1))
    node.killPort(doors[0]!.port)
    await eventually(async () => !(await isOpen(0)))
    console.clock.add(400_000)
    await driver.change(doors, [])
    await eventually(() => isOpen(0))
    await node.restart()
    await eventually(async () => (await isOpen(0)) && isOpen(1))
    await eventually(() => driver.states().every(({ open }) => open))
  }, 60_000)

  test('is sent no orders it cannot carry', async () => {
    const node = await startSsManager()
    const console = await aConsole('libev', node.place)
    const driver = console.start(REAL)
    const [quote, slash] = await Promise.all([freePort(), freePort()])
    const busy = await startTarget(() => {})
    const doors = [
      aPort(1, quote, { password: 'a"b' }),
      aPort(2, slash, { password: 'a\\b' }),
      aPort(3, slash + 1, { password: 'x'.repeat(128) }),
      aPort(4, slash + 2, { method: '2022-blake3-aes-128-gcm' }),
      aPort(5, node.place.port),
      aPort(6, busy.port),
    ]
    await driver.change(doors, [])
    await eventually(() => doors.every(({ key }) => driver.stateOf(key)?.reason !== 'opening'))
    expect(doors.map(({ key }) => driver.stateOf(key)?.reason)).toEqual([
      'password not supported',
      'password not supported',
      'password not supported',
      'method not supported',
      'port in use',
      'port in use',
    ])
    expect(await detectDriver(node.place, Date.now)).toMatchObject({ driver: 'libev' })
  }, 40_000)

  test('carries all ciphers of the specification', async () => {
    const node = await startSsManager()
    const console = await aConsole('libev', node.place)
    const driver = console.start(REAL)
    const url = await page(1_000)
    const doors = await Promise.all(
      CIPHERS.map(async (method, at) => aPort(at + 1, await freePort(), { method })),
    )
    await driver.change(doors, [])
    await Promise.all(doors.map(({ key }) => becomes(driver, key)))
    for (const { port, password, method } of doors)
      expect([method, await download(url, await startSsLocal(port, password, method))]).toEqual([
        method,
        '200 1000',
      ])
  }, 60_000)
})
