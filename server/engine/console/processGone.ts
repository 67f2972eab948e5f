import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const END_TIMEOUT_MS = 5_000
const LOOK_MS = 20

/**
 * Resolves once a process has ended; after five seconds it is killed. One that is dead and that
 * nobody waits for (a zombie, as in a container whose first process does not) has ended.
 */
export async function processGone(pid: number): Promise<void> {
  for (const end = performance.now() + END_TIMEOUT_MS; isRunning(pid); await pause(LOOK_MS))
    if (performance.now() >= end) signal(pid, 'SIGKILL')
}

const isRunning = (pid: number) => signal(pid, 0) && !isZombie(pid)

/** Returns whether there was a process to signal. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function isZombie(pid: number): boolean {
  try {
    // Its name is in brackets and may hold anything.
    return /^.*\) Z /s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
