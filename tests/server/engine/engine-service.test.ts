/** @module-tag long */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startEngine } from '../../../server/engine/engine.ts'
import { desiredPort, startTarget } from '../../support/engine.ts'
import { programOf } from '../../support/programs.ts'
import { processesOf } from '../../support/processes.ts'
import { emptyFolder } from '../../support/served.ts'
import { visit } from '../../support/shadowsocks.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
const READY = { timeout: 30_000, interval: 50 }

/** `npm run engine -- run`, as its service runs it. */
function runEngine(dataDir: string) {
  const child = spawn(process.execPath, [programOf('engineCommand'), 'run'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      ENGINE_HOST: '127.0.0.1',
      ENGINE_ALLOW_TARGETS: '127.0.0.0/8',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
  onTestFinished(async () => {
    if (isRunning(child)) child.kill('SIGKILL')
    await ended
  })
  return { child, ended, said: () => said }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) =>
  exitCode === null && signalCode === null

/** The console's side, which starts no engine. */
function aConsole(dataDir: string) {
  const dir = join(dataDir, 'engine')
  const engine = startEngine({ host: '127.0.0.1' }, { dir, log, starts: false })
  onTestFinished(() => engine.leave())
  return engine
}

describe('an engine that is a service of its own', { timeout: 60_000 }, () => {
  test('is found by a console that starts none, and found again', async () => {
    const dataDir = await emptyFolder()
    const seen = aConsole(dataDir)
    await pause(1_000)
    // None was started.
    expect(processesOf(join(dataDir, 'engine'))).toEqual([])
    const first = runEngine(dataDir)
    const door = await desiredPort()
    await vi.waitFor(async () => {
      expect(await seen.apply([door])).toEqual([{ key: door.key, state: 'open' }])
    }, READY)
    first.child.kill('SIGKILL')
    await first.ended
    runEngine(dataDir)
    const target = await startTarget((socket) => socket.pipe(socket))
    await vi.waitFor(async () => {
      const guest = await visit(door, target, Buffer.from('abc'))
      await guest.until(3)
    }, READY)
  })

  test('refuses to run twice, and ends on Ctrl-C and SIGTERM', async () => {
    const dataDir = await emptyFolder()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const engine = runEngine(dataDir)
      const seen = aConsole(dataDir)
      const door = await desiredPort()
      await vi.waitFor(() => seen.apply([door]), READY)
      const second = runEngine(dataDir)
      expect(await second.ended).toEqual([1, null])
      expect(second.said()).toContain('The engine of this release runs here already.')
      expect(isRunning(engine.child)).toBe(true)
      await seen.leave()
      engine.child.kill(signal)
      expect(await engine.ended).toEqual([0, null])
    }
  })
})
