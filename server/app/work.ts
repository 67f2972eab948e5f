import { noteAllowances } from '../notify/allowanceWatch.ts'
import { makeServerWatch } from '../notify/serverWatch.ts'
import { removeOldChallenges } from '../people/factors/challenges.ts'
import { startOutbox } from '../messaging/mails/outbox.ts'
import { removeOldKeys } from '../http/keys/store.ts'
import { noteDatabaseSize } from '../admin/installation/room.ts'
import { keepDays } from '../admin/counts/closing.ts'
import { removeOldJobItems } from '../admin/jobs/store.ts'
import { resumeJobs } from '../admin/jobs/runner.ts'
import { startReconciling } from '../shop/reconciliation/reconcile.ts'
import { removeOldInvites } from '../fleet/nodes/invites.ts'
import { askForPlanned, removePutInPlace } from './offers/asking.ts'
import type { OwnTls } from './tls/run.ts'
import { makeServerCertificates } from './tls/serverCertificates.ts'
import { every } from '../base/timers.ts'
import { startHealth } from '../fleet/health/start.ts'
import { removeOldDeliveries } from '../notify/push/queue.ts'
import { startPushing } from '../notify/push/sender.ts'
import { removeOldAttempts } from '../http/limits/attempts.ts'
import { removeOldSent } from '../messaging/retention.ts'
import { removeOldNetworks } from '../people/session/networks.ts'
import { endOldViews } from '../admin/seeing/service.ts'
import { forgetDeleted } from '../people/users/forgetting.ts'
import { removeOldSessions } from '../people/session/store.ts'
import { removeOldLoginTokens } from '../people/login/telegram.ts'
import { startTelegram } from '../notify/telegram/run.ts'
import { warnCustomers } from '../notify/warnings/warn.ts'
import type { WritableBoard } from '../fleet/health/board.ts'
import { everyAlone } from '../database/alone.ts'
import type { Lease } from '../database/lease.ts'
import type { World } from '../http/world.ts'

/** When a start deletes what has had its time: once it holds the right to, and serves. */
const FIRST_CLEANING_MS = 20_000

type Deps = {
  /** Which of several processes does what only one may do. */
  watch: Lease
  lights: WritableBoard
  /** What it answers to certificate authorities itself. */
  tls: Pick<OwnTls, 'answers' | 'hasPlainPort'>
}

/**
 * Starts what the console does without being asked: mails, push, Telegram, payments, checks of
 * servers, warnings, jobs, and the deletion of what has had its time.
 */
export function startWork(
  world: World,
  { watch, lights, tls }: Deps,
): { stop: () => Promise<unknown> } {
  const { db, now, log, config } = world
  const alone = (ms: number, work: () => Promise<unknown>, first?: number) =>
    everyAlone(watch, ms, work, log, first)
  const started = [
    startOutbox(world),
    startTelegram(world),
    startReconciling(world),
    startPushing(world),
    startHealth(world, lights, { lease: watch }),
    alone(15_000, makeServerWatch({ ...world, hasEngine: config.engine, hold: watch.hold })),
    alone(15_000, makeServerCertificates({ ...world, ...tls })),
    alone(300_000, () => noteAllowances(world)),
    alone(600_000, () => warnCustomers(world)),
    alone(60_000, () => keepDays({ db, now, config })),
    alone(60_000, () => endOldViews(world)),
    alone(3_600_000, () => noteDatabaseSize(world), FIRST_CLEANING_MS),
    every(5_000, () => resumeJobs(world), log),
    // Each has a data folder of its own.
    every(15_000, () => askForPlanned(world), log),
    every(3_600_000, () => removePutInPlace(world), log),
    alone(3_600_000, () => deleteOldRows(world), FIRST_CLEANING_MS),
  ]
  return { stop: () => Promise.all(started.map((one) => one.stop())) }
}

function deleteOldRows({ db, now }: World): Promise<unknown> {
  return Promise.all([
    removeOldSessions(db, now()),
    removeOldAttempts(db, now()),
    removeOldNetworks(db, now()),
    removeOldSent(db, now()),
    removeOldChallenges(db, now()),
    removeOldLoginTokens(db, now()),
    removeOldDeliveries(db, now()),
    removeOldJobItems(db, now()),
    removeOldKeys(db, now()),
    removeOldInvites(db, now()),
    forgetDeleted(db, now()),
  ])
}
