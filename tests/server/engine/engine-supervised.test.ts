/** @module-tag long */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { INSTALLATION } from '../../../server/base/installation.ts'
import type { Wire } from '../../../server/engine/wire.ts'
import { ownProgram } from '../../../server/engine/console/program.ts'
import { superviseEngine } from '../../../server/engine/console/supervisor.ts'
import type { Launch } from '../../../server/engine/protocol/messages.ts'
import { listenAt, socketPath } from '../../../server/engine/protocol/socketFiles.ts'
import { engineFolder } from '../../support/engine.ts'
import { folderWith } from '../../support/realClients.ts'
import { eventually } from '../../support/shadowsocks.ts'

type Start = { launch: Launch; pid: number; group: number; cache: string; flags: string[] }

const log = { info: () => {}, warn: () => {}, error: () => {} }
const options = { host: '127.0.0.1', allowTargets: ['127.0.0.0/8'], sitePort: 7 }
const EPOCH = '0123456789abcdef'

/** A program that writes down how it was started, and then does this. */
function aProgram(then: string, version = 'aaaaaaaa') {
  const dir = engineFolder()
  const text = `
    import { appendFileSync, readFileSync } from 'node:fs'
    const [dir, launch] = process.argv.slice(2)
    const group = Number(readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ')[2])
    const cache = process.env.NODE_COMPILE_CACHE
    const start = { launch: JSON.parse(launch), pid: process.pid, group, cache, flags: process.execArgv }
    appendFileSync(dir + '/starts', JSON.stringify(start) + '\\n')
    console.log('out'); console.error('err')
    ${then}`
  const program = { args: [join(folderWith('program.mjs', text), 'program.mjs')], version }
  const starts = (): Start[] =>
    existsSync(join(dir, 'starts'))
      ? readFileSync(join(dir, 'starts'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Start)
      : []
  onTestFinished(() => {
    for (const { pid } of starts()) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended.
      }
    }
  })
  const supervise = (changes: Partial<Parameters<typeof superviseEngine>[0]> = {}) => {
    const supervisor = superviseEngine({ dir, options, log, program, ...changes })
    onTestFinished(() => supervisor.stop())
    return supervisor
  }
  return { dir, starts, supervise }
}

/** The files this process has open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      return []
    }
  })

const STAYS = 'setInterval(() => {}, 1_000)'
const isThere = (pid: number) => existsSync(`/proc/${pid}`)

/** An engine that is there already: its socket, in this process. */
async function running(dir: string, version: string) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {}).resume()))
  const path = socketPath(dir, version, EPOCH)
  listenAt(server, path)
  await eventually(() => existsSync(path))
  const end = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(end)
  return { sockets, end }
}

describe('an engine', () => {
  test('is started once, with what it has to know, in a group of its own', async () => {
    const { dir, starts, supervise } = aProgram(STAYS)
    const supervisor = supervise()
    await eventually(() => starts().length > 0)
    const [start] = starts()
    expect(start?.launch).toEqual({ ...options, version: 'aaaaaaaa', takesOver: false })
    // What ends the console, or its terminal, does not end it.
    expect(start?.group).toBe(start?.pid)
    expect(start?.cache).toBe(
      process.env.NODE_COMPILE_CACHE ?? join(INSTALLATION.compileCache, 'engine'),
    )
    expect(start?.flags).toEqual(['--max-semi-space-size=2'])
    const said = () => readFileSync(join(dir, 'engine.log'), 'utf8')
    await eventually(() => said().includes('out\n') && said().includes('err\n'))
    expect(statSync(join(dir, 'engine.log')).mode & 0o777).toBe(0o600)
    expect(statSync(dir).mode & 0o777).toBe(0o700)
    // One that has only been started ends with the console that started it.
    await supervisor.stop()
    await eventually(() => !isThere(start!.pid))
    expect(starts()).toHaveLength(1)
  })

  test('that keeps dying is started again, each time after a longer pause, until it is not wanted', async () => {
    const { starts, supervise } = aProgram('process.exit(1)')
    const began = performance.now()
    const supervisor = supervise()
    await eventually(() => starts().length >= 4)
    await pause(began + 2_500 - performance.now())
    const count = starts().length
    // After 0, 100, 300, 700, 1,500 and 3,100 ms at the earliest.
    const most = 1 + Math.floor(Math.log2((performance.now() - began) / 100 + 1))
    expect(count).toBeLessThanOrEqual(most)
    await supervisor.stop()
    const last = starts().length
    await pause(3_500)
    expect(starts()).toHaveLength(last)
  })

  test('goes on when its console stops, once it was found', async () => {
    const path = `dir + '/engine-aaaaaaaa-${EPOCH}.sock'`
    const listens = `const { createServer } = await import('node:net')
      createServer((socket) => socket.on('error', () => {}).resume()).listen(${path})`
    const { dir, starts, supervise } = aProgram(listens)
    const wires: Wire[] = []
    const supervisor = supervise()
    supervisor.onWire((wire) => wires.push(wire))
    await eventually(() => wires.length === 1)
    // Its log is its own: nothing of it is held here.
    expect(openFiles().filter((name) => name.startsWith(dir))).toEqual([])
    await supervisor.stop()
    await pause(300)
    expect(starts().map(({ pid }) => isThere(pid))).toEqual([true])
  })

  test('is started beside the socket of one that is gone', async () => {
    const { dir, starts, supervise } = aProgram(STAYS)
    const path = socketPath(dir, 'bbbbbbbb', EPOCH)
    writeFileSync(path, '')
    supervise()
    await eventually(() => starts().length === 1)
    expect([existsSync(path), starts()[0]?.launch.takesOver]).toEqual([false, false])
  })

  test('is looked for again where its folder cannot be read for a while, and that is said', async () => {
    const { dir, supervise } = aProgram(STAYS)
    const said: unknown[] = []
    const wires: Wire[] = []
    const away = `${dir}-away`
    const noted = { ...log, error: (...what: unknown[]) => void said.push(what) }
    const supervisor = supervise({ starts: false, log: noted })
    supervisor.onWire((wire) => wires.push(wire))
    renameSync(dir, away)
    await eventually(() => said.length > 0)
    expect(said[0]).toEqual([{ err: expect.any(Error) }, 'the engine cannot be reached'])
    renameSync(away, dir)
    await running(dir, 'aaaaaaaa')
    await eventually(() => wires.length === 1)
  })

  test('is started by nobody where a service of its own runs it, and found', async () => {
    const { dir, starts, supervise } = aProgram(STAYS)
    const wires: Wire[] = []
    const supervisor = supervise({ starts: false })
    const engine = await running(dir, 'bbbbbbbb')
    await eventually(() => engine.sockets.size === 1)
    // Nobody listened when it was found.
    supervisor.onWire((wire) => wires.push(wire))
    await eventually(() => wires.length === 1)
    await supervisor.stop()
    expect([starts(), engine.sockets.size]).toEqual([[], 1])
  })

  test('of this program is left alone, and started again only once it is gone', async () => {
    const { dir, starts, supervise } = aProgram(STAYS)
    const engine = await running(dir, 'aaaaaaaa')
    const wires: Wire[] = []
    supervise().onWire((wire) => wires.push(wire))
    await eventually(() => wires.length === 1)
    expect(starts()).toEqual([])
    engine.end()
    await eventually(() => starts().length === 1)
    expect(starts()[0]?.launch.takesOver).toBe(false)
  })

  test('of another program is taken over from', async () => {
    const { dir, starts, supervise } = aProgram(STAYS)
    const engine = await running(dir, 'bbbbbbbb')
    const wires: Wire[] = []
    supervise().onWire((wire) => wires.push(wire))
    await eventually(() => starts().length === 1 && wires.length === 1)
    expect(starts()[0]?.launch).toMatchObject({ version: 'aaaaaaaa', takesOver: true })
    // It is connected to once, however often it is looked for.
    expect(engine.sockets.size).toBe(1)
  })

  test.each([
    [5_000_000, false],
    [5_000_001, true],
  ])('has a log of %d bytes set aside: %s', async (bytes, is) => {
    const { dir, starts, supervise } = aProgram(STAYS)
    writeFileSync(join(dir, 'engine.log'), Buffer.alloc(bytes))
    supervise()
    await eventually(() => starts().length > 0)
    expect(existsSync(join(dir, 'engine.log.1'))).toBe(is)
  })
})

test('the program of this installation is named by a hash, the same each time', () => {
  const { args, version } = ownProgram()
  expect([args, version]).toEqual([[INSTALLATION.engine], expect.stringMatching(/^[0-9a-f]{8}$/)])
  expect(ownProgram()).toEqual({ args, version })
})

test('a program differs where the text of the engine does, and by nothing else', () => {
  const root = engineFolder()
  const rooms = ['process', 'ports', 'protocol', 'cipher', 'probe', 'wireguard']
  const own = ['engine', ...rooms.map((room) => `engine/${room}`), 'network', 'base']
  for (const folder of [...own, 'engine/console', 'shop'])
    mkdirSync(join(root, folder), { recursive: true })
  const here = String(pathToFileURL(join(root, 'engine/console/program.ts')))
  const named = () => ownProgram('main.ts', here).version
  const write = (name: string, text: string) => {
    writeFileSync(join(root, name), text)
    return named()
  }
  const seen = [named()]
  for (const folder of own) {
    seen.push(write(`${folder}/a.ts`, ''), write(`${folder}/a.ts`, 'x'))
    seen.push(write(`${folder}/b.ts`, 'x'))
  }
  expect(new Set(seen).size).toBe(seen.length)
  for (const name of ['base/a.md', 'base/a.ts.bak', 'engine/console/a.ts', 'shop/a.ts'])
    expect(write(name, 'x')).toBe(seen.at(-1))
  // The sequence in which a folder is read is the system's.
  rmSync(join(root, 'base/a.ts'))
  expect(write('base/a.ts', 'x')).toBe(seen.at(-1))
  const packed = join(root, 'engine.mjs')
  const texts = ['one', 'two', 'one'].map((text) => {
    writeFileSync(packed, text)
    return ownProgram(packed, here)
  })
  expect(texts[0]).toEqual({ args: [packed], version: texts[2]!.version })
  expect(texts[1]?.version).not.toBe(texts[0]?.version)
})
