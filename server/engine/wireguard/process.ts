import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { TunnelRefused } from './commands.ts'

/** A process, distinguished from a later one with the same number by its start time. */
export type Running = { pid: number; start: string }

const START_MS = 10_000
const END_MS = 3_000
const LOOK_MS = 20

/**
 * Starts a userspace WireGuard for an interface, in a session of its own: the end of this process
 * does not end it. Resolves once it answers.
 */
export async function startDaemon(
  program: string,
  name: string,
  { socket, log }: { socket: string; log: string },
): Promise<Running> {
  const output = openSync(log, 'a', 0o600)
  // It needs nothing of our environment.
  const env = { PATH: process.env.PATH ?? '', WG_PROCESS_FOREGROUND: '1', LOG_LEVEL: 'error' }
  const child = spawn(program, [name], {
    detached: true,
    cwd: '/',
    env,
    stdio: ['ignore', output, output],
  })
  closeSync(output)
  let failed: Error | undefined
  child.on('error', (error) => (failed = error))
  child.on('exit', (code) => (failed ??= new Error(`${program} ended with ${code}`)))
  child.unref()
  for (const end = performance.now() + START_MS; !(await answers(socket)); await pause(LOOK_MS)) {
    if (failed && 'code' in failed) throw new TunnelRefused('wireguard missing', failed.message)
    if (failed) throw failed
    if (performance.now() < end) continue
    child.kill('SIGKILL')
    throw new Error(`${program} did not begin`)
  }
  const { pid = 0 } = child
  return { pid, start: startOf(pid) ?? '' }
}

/** Ends a userspace WireGuard, and its interface with it. */
export async function endDaemon(running: Running, socket: string): Promise<void> {
  for (const end = performance.now() + END_MS; isRunning(running); await pause(LOOK_MS))
    signal(running.pid, performance.now() < end ? 'SIGTERM' : 'SIGKILL')
  rmSync(socket, { force: true })
}

/** Whether it is still the same process. */
export const isRunning = ({ pid, start }: Running): boolean => startOf(pid) === start

/** When a process started, in ticks since the machine did; undefined where it is gone, or dead. */
function startOf(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Its name is in brackets and may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}

/** The scope of interface indexes: this boot of the machine, and this network namespace. */
export function place(): string {
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  return `${boot} ${statSync('/proc/self/ns/net').ino}`
}

function answers(path: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(path, () => resolve(true))
  socket.on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has just ended.
  }
}
