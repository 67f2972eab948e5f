import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { makeApp } from '../../../server/app/app.ts'
import { addressesWithoutOperation } from '../../support/addressesServed.ts'
import { anAttack, attack, frame, type Target } from '../../support/attacks.ts'
import { freePort } from '../../support/freePort.ts'
import { selfSigned } from '../../support/pebble.ts'
import { drawing } from '../../support/seed.ts'
import { emptyFolder, serve } from '../../support/served.ts'
import { UPGRADE } from '../../support/strangers.ts'
import { newExchangeKey } from '../../../server/fleet/nodes/channel/keys.ts'
import { makeWorld } from '../../support/world.ts'

/** What answers addresses that no route names: files of the console, the manual, apps. */
const FILES = [
  '/',
  '/index.html',
  '/assets/*',
  '/guide/*',
  '/apps/*',
  '/sw.js',
  '/share',
  '/.well-known/acme-challenge/*',
]
/** Connections at one moment. */
const AT_ONCE = 40
/** More than all that is under way may take, bytes; the faults this is for took a gigabyte. */
const MOST_MORE_MEMORY = 400e6

/** A build of the console with hardly anything in it. */
async function aBuild(): Promise<string> {
  const folder = await emptyFolder()
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'guide'))
  for (const name of ['index.html', 'sw.js', 'assets/a.js', 'guide/index.html'])
    writeFileSync(join(folder, name), '<html><head></head></html>')
  return folder
}

/** A console as an operator starts it, with HTTPS of its own. */
async function aConsole() {
  const [screens, folder, tls, plain] = [
    await aBuild(),
    await emptyFolder(),
    await freePort(),
    await freePort(),
  ]
  const { cert, key } = selfSigned(folder, 'own', 'DNS:localhost')
  const server = await serve({
    SITE: `https://localhost:${tls}`,
    TLS: 'files',
    TLS_CERT: cert,
    TLS_KEY: key,
    TLS_HOST: '127.0.0.1',
    TLS_PORT: String(tls),
    TLS_PLAIN_PORT: String(plain),
    TEST_SCREENS: screens,
    // What it refuses for overload depends on what else this machine does.
    OVERLOAD_MS: '0',
  })
  await vi.waitFor(() => expect(server.said()).toContain('Sluice is at'), 60_000)
  const targets: Target[] = [
    { port: server.port, isTls: false },
    { port: tls, isTls: true },
    { port: plain, isTls: false },
  ]
  const { world } = await makeWorld()
  const app = await makeApp(world, { screens })
  onTestFinished(() => app.close())
  return { server, targets, paths: [...(await addressesWithoutOperation(app)), ...FILES] }
}

/** The most memory a process has had, bytes. */
const peakOf = (pid = 0) =>
  Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024

/** Whether an honest machine that calls for the link of nodes is answered. */
async function isAnswered(target: Target): Promise<boolean> {
  const opening = { version: 1, node: null, key: newExchangeKey().publicKey, nonce: 'n' }
  const said = await attack(
    target,
    '127.0.0.1',
    (socket) => {
      socket.write(UPGRADE)
      socket.write(frame(Buffer.from(JSON.stringify(opening))))
      socket.on('data', (part) => void (part.includes('"signature"') && socket.end()))
    },
    20_000,
  )
  return said.includes('"signature"')
}

/** The same, as a machine that joins calls: again every three seconds for two minutes. */
async function isAnsweredInTime(target: Target): Promise<boolean> {
  for (let calls = 0; calls < 40; calls += 1) {
    if (await isAnswered(target)) return true
    await pause(3_000)
  }
  return false
}

async function attackAll(count: number) {
  const drawn = drawing('strangers')
  const { server, targets, paths } = await aConsole()
  const [target] = targets as [Target]
  const before = peakOf(server.child.pid)
  const wrong: string[] = []
  let [left, isOver, nextNode] = [count, false, 0]
  const strangers = Array.from({ length: AT_ONCE }, async () => {
    while (left > 0) {
      left -= 1
      const from = `127.0.0.${drawn.between(2, 250)}`
      const act = anAttack(drawn, paths)
      const said = await attack(drawn.pick(targets), from, act, drawn.between(20, 600))
      for (const [line] of said.matchAll(/HTTP\/1\.1 5(?!03)\d\d[^\r]*/g)) wrong.push(line)
    }
  })
  const others = async () => {
    while (!isOver) {
      const { status } = await fetch(`${server.url}/api/home/login`)
      if (status !== 200) wrong.push(`an honest caller was answered ${status}`)
      // Not more often than an address may that no node of ours was seen at.
      if (performance.now() < nextNode) continue
      nextNode = performance.now() + 4_000
      if (!(await isAnsweredInTime(target))) wrong.push('a node was not answered')
    }
  }
  const serving = others().catch((error: unknown) => void wrong.push(String(error)))
  await Promise.all(strangers)
  isOver = true
  await serving
  expect(wrong).toEqual([])
  expect([server.child.exitCode, server.child.signalCode]).toEqual([null, null])
  expect(await server.status()).toBe(200)
  expect(await isAnswered(target)).toBe(true)
  expect(peakOf(server.child.pid) - before).toBeLessThan(MOST_MORE_MEMORY)
  // Strangers' lines are few, and none is of what nobody thought of.
  const lines = server.said().split('\n')
  expect(lines.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
  expect(lines.length).toBeLessThan(100 + count / 50)
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual([0, null])
}

describe('what strangers send to all that is no operation', () => {
  test('stops nobody from being served', () => attackAll(1_000))

  test('stops nobody, however long it goes on', { tags: ['soak'] }, () => attackAll(20_000))
})
