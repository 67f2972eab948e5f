import { execFile } from 'node:child_process'
import { setPriority } from 'node:os'
import { promisify } from 'node:util'
import { INSTALLATION } from '../../base/installation.ts'
import { inTime } from '../../base/inTime.ts'
import { every } from '../../base/timers.ts'
import type { Prepared } from '../../backup/shipping/opening.ts'
import { startShipping } from '../../backup/shipping/shipper.ts'
import {
  BACKUP_OFF,
  type BackupDeeds,
  type BackupStatus,
  type BackupTask,
  makeProgress,
} from '../../backup/shipping/status.ts'
import type { World } from '../../http/world.ts'
import { makeBackupWatch } from '../../notify/backupWatch.ts'
import { type CheckResult, scheduleChecks } from './schedule.ts'

const WATCH_MS = 15_000
const run = promisify(execFile)

/** How long a snapshot that was asked for may take, ms. */
const SNAPSHOT_MS = 6 * 3_600_000

type Running = Pick<BackupDeeds, 'make' | 'task'> & {
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
  if (!prepared)
    return {
      status: () => BACKUP_OFF,
      task: () => undefined,
      make: () => undefined,
      stop: (close) => close(),
    }
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
  const asked = makeAsked({ now, snapshot: shipper.snapshot, check: checks.now })
  return {
    status: progress.status,
    ...asked,
    async stop(close) {
      await Promise.all([checks.stop(), watch.stop()])
      await shipper.stop(close)
    },
  }
}

type Asked = {
  now: () => number
  snapshot: () => Promise<void>
  /** Restores the newest copy as a test; answers what is wrong with it. */
  check: () => Promise<string | null>
}

/** One copy at a time that somebody asked for; in memory, as the process that makes it. */
export function makeAsked({ now, snapshot, check }: Asked): Pick<BackupDeeds, 'make' | 'task'> {
  let task: BackupTask | undefined
  async function work(since: number): Promise<BackupTask> {
    try {
      await inTime(snapshot(), SNAPSHOT_MS, 'The copy was not ready within six hours.')
      const problem = await check()
      return { state: problem === null ? 'done' : 'failed', since, problem }
    } catch (error) {
      return { state: 'failed', since, problem: (error as Error).message }
    }
  }
  return {
    task: () => task,
    make() {
      if (task?.state === 'working') return false
      const since = now()
      task = { state: 'working', since, problem: null }
      void work(since).then((done) => void (task = done))
      return true
    },
  }
}

/** A process with low priority: restoring and checking a whole database takes a while. */
async function checkInProcess(signal: AbortSignal): Promise<CheckResult> {
  const checking = run(process.execPath, [INSTALLATION.backup, 'check', '--json'], { signal })
  if (checking.child.pid) setPriority(checking.child.pid, 19)
  return JSON.parse((await checking).stdout) as CheckResult
}
