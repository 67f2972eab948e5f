import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'
import { INSTALLATION } from '../../base/installation.ts'
import { every } from '../../base/timers.ts'
import type { Prepared } from '../../backup/shipping/opening.ts'
import { startShipping } from '../../backup/shipping/shipper.ts'
import { BACKUP_OFF, type BackupStatus, makeProgress } from '../../backup/shipping/status.ts'
import type { World } from '../../http/world.ts'
import { makeBackupWatch } from '../../notify/backupWatch.ts'
import { type CheckResult, scheduleChecks } from './schedule.ts'

const WATCH_MS = 15_000
const run = promisify(execFile)

type Running = {
  status: () => BackupStatus
  /** Ships the rest while the database is closed. */
  stop: (close: () => Promise<void>) => Promise<void>
}

/**
 * Ships, checks the backup once an hour, and warns the main admin; nothing where backups are off.
 */
export function runBackup(
  world: Pick<World, 'db' | 'now' | 'log'>,
  prepared: Prepared | undefined,
): Running {
  if (!prepared) return { status: () => BACKUP_OFF, stop: (close) => close() }
  const { now, log } = world
  const progress = makeProgress(now, prepared.keyName)
  const shipper = startShipping({ ...prepared, now, log, progress })
  const checks = scheduleChecks(checkInProcess, {
    now,
    log,
    progress,
    beginAnew: shipper.beginAnew,
  })
  const watch = every(WATCH_MS, makeBackupWatch({ ...world, backup: progress.status }), log)
  return {
    status: progress.status,
    async stop(close) {
      await Promise.all([checks.stop(), watch.stop()])
      await shipper.stop(close)
    },
  }
}

/** A process with low priority: restoring and checking a whole database takes a while. */
async function checkInProcess(signal: AbortSignal): Promise<CheckResult> {
  const checking = run(process.execPath, [INSTALLATION.backup, 'check', '--json'], { signal })
  if (checking.child.pid) setPriority(checking.child.pid, 19)
  return JSON.parse((await checking).stdout) as CheckResult
}
