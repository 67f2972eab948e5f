import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const SERVICE = '/etc/systemd/system/sluice-node.service'
const COMMAND = '/usr/local/bin/sluice-node'
const END_MS = 5_000

/** Ends all of this program on the machine, customers' connections too, and removes its files. */
export async function removeAll(dir: string, program: string): Promise<void> {
  if (isOurs(SERVICE, dir)) {
    spawnSync('systemctl', ['disable', '--now', '--quiet', 'sluice-node'], { stdio: 'inherit' })
    rmSync(SERVICE)
    spawnSync('systemctl', ['daemon-reload'])
  }
  // The loop first: it would start the agent again.
  for (const words of [[`${dir}/loop.sh`], [program]]) await endAll(words)
  if (isOurs(COMMAND, dir)) rmSync(COMMAND)
  rmSync(dir, { recursive: true, force: true })
}

/** Whether a file is there and about this folder: another node on the machine has its own. */
const isOurs = (file: string, dir: string) =>
  existsSync(file) && readFileSync(file, 'utf8').includes(dir)

async function endAll(words: readonly string[]): Promise<void> {
  const until = performance.now() + END_MS
  for (let left = running(words); left.length > 0; left = running(words)) {
    for (const pid of left) signal(pid, performance.now() < until ? 'SIGTERM' : 'SIGKILL')
    await pause(100)
  }
}

/** Processes that have one of these words in their command, this one left out. */
function running(words: readonly string[]): number[] {
  const own = rootOf(process.pid)
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== process.pid)
    .filter((pid) => commandOf(pid).some((word) => words.includes(word)))
    .filter((pid) => rootOf(pid) === own)
}

/** Which file system a process lives on: a container on this machine may be a node, too. */
function rootOf(pid: number): string {
  try {
    const { dev, ino } = statSync(`/proc/${pid}/root`)
    return `${dev} ${ino}`
  } catch {
    // It has just ended.
    return ''
  }
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    // It has just ended.
    return []
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has just ended.
  }
}
