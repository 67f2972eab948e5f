import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** How long a program may take to start, ms: on a busy machine a browser's first time is long. */
const START_MS = 120_000

type Started = {
  /** What it printed where it said that it is ready. */
  ready: string
  /** Kills it and whatever it has started. */
  stop: () => Promise<void>
}

/** Starts a program and waits until it has printed something; each line it prints goes to `onLine`. */
export async function startProgram(
  [program = '', ...words]: string[],
  isReady: RegExp,
  env: NodeJS.ProcessEnv = {},
  onLine: (line: string) => void = () => {},
): Promise<Started> {
  const child = spawn(program, words, {
    // A group of its own: browsers are many processes.
    detached: true,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stop = () => end(child)
  try {
    return { ready: await printed(child, isReady, onLine), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function printed(child: ChildProcess, pattern: RegExp, onLine: (line: string) => void) {
  return new Promise<string>((resolve, reject) => {
    let text = ''
    let rest = ''
    const fail = (why: string) =>
      reject(new Error(`${child.spawnfile} ${why}: ${text.slice(-600)}`))
    const timer = setTimeout(fail, START_MS, 'does not start')
    child.once('error', (error) => fail(error.message))
    child.once('exit', (code) => fail(`ended with ${code}`))
    const take = (chunk: Buffer) => {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) onLine(line)
      text = (text + String(chunk)).slice(-4_000)
      const found = pattern.exec(text)
      if (!found) return
      clearTimeout(timer)
      resolve(found[1] ?? '')
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  const gone =
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // All of it has ended already.
  }
  await gone
}

/** An empty folder for what a browser keeps, and how to be rid of it. */
export function aProfile(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-browser-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
  return { folder, remove }
}
