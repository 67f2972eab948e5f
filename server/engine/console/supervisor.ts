import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { INSTALLATION } from '../../base/installation.ts'
import type { Log } from '../../base/log.ts'
import type { Wire } from '../wire.ts'
import type { EngineOptions, Launch } from '../protocol/messages.ts'
import { ownProgram, type Program } from './program.ts'
import { connectTo, type SocketFile, socketFilesIn } from '../protocol/socketFiles.ts'
import { socketWire } from '../protocol/socketWire.ts'

/** Keeps an engine running that outlives this process. */
export type Supervisor = {
  /** Sets the listener for a wire to each engine in the folder, the younger ones later. */
  onWire: (listener: (wire: Wire) => void) => void
  /** Starts no engine any more; those that run go on, but for one that has only been started. */
  stop: () => Promise<void>
}

type Options = {
  /** Folder of its socket and of what must survive a restart. */
  dir: string
  options: EngineOptions
  log: Log
  program?: Program
  /** `false` where a service of its own runs the engine: it is found, and never started here. */
  starts?: boolean | undefined
}

const LOOK_MS = 50
/** An engine that another process starts, or upgrades, is found within this, ms. */
const LOOK_FOR_OTHERS_MS = 500
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 30_000
const STEADY_MS = 10_000
const MAX_LOG_BYTES = 5_000_000
const cache = join(INSTALLATION.compileCache, 'engine')
const env = {
  // Saves the process the 30 MB that stripping TypeScript takes.
  NODE_COMPILE_CACHE: cache,
  ...process.env,
}
// Objects here either die young, or live as long as a port.
const FLAGS = ['--max-semi-space-size=2']

/**
 * Finds the engines that run in a folder and connects to them; starts one of this program where
 * there is none, which takes over the ports where there is one of another program. An engine that
 * dies is restarted, with growing pauses while it keeps dying.
 */
export function superviseEngine({
  dir,
  options,
  log,
  program = ownProgram(),
  starts = true,
}: Options): Supervisor {
  const running = new Map<string, string>()
  const unclaimed: Wire[] = []
  let listener: ((wire: Wire) => void) | undefined
  let starting: ChildProcess | undefined
  let startedAt = -Infinity
  let pause = 0
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isStopped = false

  mkdirSync(dir, { recursive: true, mode: 0o700 })
  look()
  return { onWire, stop }

  function onWire(next: (wire: Wire) => void): void {
    listener = next
    for (const wire of unclaimed.splice(0)) next(wire)
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(timer)
    await looking
    starting?.kill()
  }

  function look(): void {
    clearTimeout(timer)
    looking ??= lookOnce()
      .catch((error: unknown) => log.error({ err: error }, 'the engine cannot be reached'))
      .finally(() => {
        looking = undefined
        // A new engine appears within moments, and one that died is restarted.
        const isThere = [...running.values()].includes(program.version)
        if (!isStopped && !isThere) timer = setTimeout(look, starts ? LOOK_MS : LOOK_FOR_OTHERS_MS)
      })
  }

  async function lookOnce(): Promise<void> {
    for (const file of socketFilesIn(dir)) {
      if (running.has(file.epoch)) continue
      const socket = await connectTo(file)
      if (socket) claim(file, socketWire(socket))
    }
    const versions = [...running.values()]
    if (!starts || isStopped || starting || versions.includes(program.version)) return
    if (performance.now() - startedAt >= pause) start(versions.length > 0)
  }

  function claim({ epoch, version }: SocketFile, wire: Wire): void {
    running.set(epoch, version)
    if (version === program.version) starting = undefined
    wire.onClose(() => {
      running.delete(epoch)
      if (!isStopped) look()
    })
    if (listener) listener(wire)
    else unclaimed.push(wire)
  }

  function start(takesOver: boolean): void {
    const isSteady = performance.now() - startedAt > STEADY_MS
    pause = isSteady ? FIRST_PAUSE_MS : Math.min(pause * 2, MAX_PAUSE_MS)
    startedAt = performance.now()
    const launch: Launch = { ...options, version: program.version, takesOver }
    // Its own session and group: what ends the console, or its terminal, does not end it.
    const output = openLog(join(dir, 'engine.log'))
    const child = spawn(
      process.execPath,
      [...FLAGS, ...program.args, dir, JSON.stringify(launch)],
      {
        detached: true,
        stdio: ['ignore', output, output],
        env,
      },
    )
    closeSync(output)
    starting = child
    const gone = () => {
      if (starting === child) starting = undefined
    }
    child.on('error', gone)
    child.on('exit', gone)
    child.unref()
  }
}

/** What the engine prints: few lines, but for years. One older file is rotated beside it. */
function openLog(path: string): number {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  if (size > MAX_LOG_BYTES) renameSync(path, `${path}.1`)
  return openSync(path, 'a', 0o600)
}
