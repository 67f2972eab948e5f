import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EngineOptions, Message, Request } from './messages.ts'

/** The engine's process, seen from its parent; another takes its place whenever it dies. */
export type Process = {
  /** Asks; nothing is sent while there is no process, `restarted` is the time to ask again. */
  send(request: Request): void
  /** Resolves when the process has ended; none is started any more. */
  stop(request: Request): Promise<void>
}

const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 30_000
const STEADY_MS = 10_000
const TIMEOUT_MS = 5_000
const main = fileURLToPath(new URL('./main.ts', import.meta.url))
const cache = fileURLToPath(new URL('../../../node_modules/.cache/engine', import.meta.url))
const env = {
  // Saves the process the 30 MB that reading TypeScript takes.
  NODE_COMPILE_CACHE: cache,
  ...process.env,
}
// What is young here dies young, or lives as long as a port.
const execArgv = ['--max-semi-space-size=2']

/** Starts the process and keeps one running, with growing pauses while it keeps dying. */
export function keepProcess(
  options: EngineOptions,
  onMessage: (message: Message) => void,
  restarted: () => void,
): Process {
  let child: ChildProcess | undefined
  let pause = FIRST_PAUSE_MS
  let restart: NodeJS.Timeout | undefined
  let stopped: (() => void) | undefined
  let stopping: Promise<void> | undefined

  start()
  return { send, stop: (request) => (stopping ??= stop(request)) }

  function start(): void {
    const born = Date.now()
    child = fork(main, [JSON.stringify(options)], { serialization: 'advanced', execArgv, env })
    child.on('message', onMessage)
    // Failing to start or to be sent to ends in `close`, too.
    child.on('error', () => {})
    child.once('close', () => gone(Date.now() - born))
  }

  function gone(lifeMs: number): void {
    child = undefined
    if (stopped) {
      stopped()
      return
    }
    if (lifeMs > STEADY_MS) pause = FIRST_PAUSE_MS
    restart = setTimeout(() => {
      start()
      restarted()
    }, pause)
    pause = Math.min(pause * 2, MAX_PAUSE_MS)
  }

  function send(request: Request): void {
    if (child?.connected) child.send(request, () => {})
  }

  async function stop(request: Request): Promise<void> {
    clearTimeout(restart)
    if (!child) return
    const ended = new Promise<void>((resolve) => (stopped = resolve))
    send(request)
    const kill = setTimeout(() => child?.kill('SIGKILL'), TIMEOUT_MS)
    await ended
    clearTimeout(kill)
  }
}
