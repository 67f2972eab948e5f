import { fileURLToPath } from 'node:url'
import { makeApp } from './app/app.ts'
import { readConfig } from './base/config.ts'
import { fillDemoOnRequest } from './app/demo/request.ts'
import { makeServerWatch } from './notify/serverWatch.ts'
import { removeOldChallenges } from './people/factors/challenges.ts'
import { rescueOnRequest } from './app/rescue.ts'
import { startOutbox } from './messaging/mails/outbox.ts'
import { removeOldKeys } from './http/keys/store.ts'
import { removeOldJobItems } from './admin/jobs/store.ts'
import { removeOldMails } from './messaging/mails/store.ts'
import { resumeJobs } from './admin/jobs/runner.ts'
import { calmLog, terminalLog } from './http/requestLog.ts'
import { CannotStart, openForService } from './database/opening.ts'
import { startReconciling } from './shop/reconciliation/reconcile.ts'
import { every } from './base/timers.ts'
import { startPlane } from './traffic/plane/lifecycle.ts'
import { removeOldDeliveries } from './notify/push/queue.ts'
import { startPushing } from './notify/push/sender.ts'
import { removeOldAttempts } from './http/limits/attempts.ts'
import { removeOldCodes } from './messaging/codes.ts'
import { removeOldResetLinks } from './messaging/links.ts'
import { removeOldNetworks } from './people/session/networks.ts'
import { newSetupLink } from './people/login/setup.ts'
import { removeOldSessions } from './people/session/store.ts'
import { removeOldLoginTokens } from './people/login/telegram.ts'
import { findSecret } from './database/settings/store.ts'
import { startTelegram } from './notify/telegram/run.ts'
import { warnCustomers } from './notify/warnings/warn.ts'
import type { World } from './http/world.ts'

/** How long stopping in order may take after an error nobody caught. */
const STOP_TIMEOUT_MS = 20_000

const config = readConfig(process.env)
const db = await openForService(config).catch((error: unknown) => {
  if (!(error instanceof CannotStart)) throw error
  console.error(error.message)
  process.exit(1)
})
const rescued = await rescueOnRequest(db, Date.now(), process.argv.slice(2))
if (rescued !== undefined) {
  console.log(rescued)
  await db.destroy()
  process.exit(0)
}
await fillDemoOnRequest(db, config, process.argv.slice(2))

const now = () => Date.now()
// The log exists once the application does; until then what is told goes to the terminal.
const log = terminalLog()
const plane = startPlane({ db, config, now, log })
const world: World = {
  db,
  config,
  now,
  log,
  plane: plane.plane,
  wake: plane.wake,
  secret: await findSecret(db),
}
const app = await makeApp(world, { screens: fileURLToPath(new URL('../dist', import.meta.url)) })
Object.assign(log, calmLog(app.log))
// Before anything that may open ports: an account on this very port must not keep the console out.
await app.listen({ port: config.port, host: config.host }).catch(async (error: unknown) => {
  const { code, message } = error as { code?: string; message: string }
  console.error(
    code === 'EADDRINUSE'
      ? `Port ${config.port} is taken by another program. Choose one: PORT=8081 npm start`
      : `Cannot listen on ${config.host}:${config.port}: ${message}`,
  )
  await plane.stop()
  process.exit(1)
})
const outbox = startOutbox(world)
const telegram = startTelegram(world)
const payments = startReconciling(world)
const pushing = startPushing(world)
const watching = every(15_000, config.engine ? makeServerWatch(world) : async () => {}, log)
const warnings = every(600_000, () => warnCustomers(world), log)
const jobs = every(5_000, () => resumeJobs(world), log)
const MAIL_MAX_AGE_MS = 90 * 86_400_000
const cleaning = every(
  3_600_000,
  () =>
    Promise.all([
      removeOldSessions(db, now()),
      removeOldAttempts(db, now()),
      removeOldNetworks(db, now()),
      removeOldCodes(db, now()),
      removeOldChallenges(db, now()),
      removeOldResetLinks(db, now()),
      removeOldLoginTokens(db, now()),
      removeOldMails(db, now() - MAIL_MAX_AGE_MS),
      removeOldDeliveries(db, now()),
      removeOldJobItems(db, now()),
      removeOldKeys(db, now()),
    ]),
  log,
)
plane.wake()

console.log(`Sluice is at ${config.site}`)
const link = await newSetupLink(world)
if (link) console.log(`\nSet it up here, once:\n\n  ${link}\n`)

let stopping: Promise<void> | undefined
const stop = () =>
  (stopping ??= app
    .close()
    .catch((error: unknown) => console.error(error))
    .then(() =>
      Promise.all(
        [cleaning, warnings, jobs, payments, outbox, telegram, pushing, watching].map((one) =>
          one.stop(),
        ),
      ),
    )
    .then(plane.stop)
    .then(() => db.destroy()))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop())
// The last line of defence: what nobody caught may have left anything behind it half done.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    console.error(
      `Sluice stops because of an error in it: ${error instanceof Error ? (error.stack ?? error.message).split('\n', 2).join('') : String(error)}`,
    )
    process.exitCode = 1
    setTimeout(() => process.exit(), STOP_TIMEOUT_MS).unref()
    void stop().catch(() => {})
  })
