import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { join } from 'node:path'
import { lockFile } from '../../base/fileLock.ts'
import { INSTALLATION } from '../../base/installation.ts'
import { UpgradeRefused } from './refused.ts'
import type { Service } from './service.ts'
import { LOCK } from './state.ts'

/** What whoever holds the lock for root says once it has it. */
export const HELD = 'held'
/** Whether an upgrade is under way is looked at by the page, for a moment each time. */
const TRIES = 5
const APART_MS = 100

/**
 * Begins, or throws `UpgradeRefused` where another upgrade runs. Returns what ends it.
 *
 * The lock is a database of the console's user, and to open one may be to delete what its journal
 * names: root has it held by a process of that user, which ends with this one.
 */
export async function holdUpgrade(service: Service): Promise<() => void> {
  const isForAnother = process.getuid?.() === 0 && service.owner.uid !== 0
  const letGo = isForAnother ? await heldByOwner(service) : await lockSoon(service.config.dataDir)
  if (letGo) return letGo
  throw new UpgradeRefused('Another upgrade is under way. Nothing was changed.')
}

/** The lock, within the time that somebody may only have looked at it. */
export async function lockSoon(dataDir: string): Promise<(() => void) | undefined> {
  for (let at = 0; at < TRIES; at += 1) {
    const letGo = lockFile(join(dataDir, LOCK))
    if (letGo) return letGo
    await pause(APART_MS)
  }
  return undefined
}

async function heldByOwner({ config, owner }: Service): Promise<(() => void) | undefined> {
  const child = spawn(process.execPath, [INSTALLATION.upgrade, 'hold'], {
    ...owner,
    env: { PATH: process.env.PATH, DATA_DIR: config.dataDir },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
    // A terminal that is closed ends nothing.
    detached: true,
  })
  // It may be gone before it reads.
  child.stdin.on('error', () => {})
  const said = once(child.stdout, 'data').then(([text]) => String(text).trim())
  const ended = once(child, 'close').then(() => '')
  if ((await Promise.race([said, ended])) !== HELD) return undefined
  return () => void child.kill('SIGKILL')
}
