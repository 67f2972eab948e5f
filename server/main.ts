import './base/heap.ts'
import { makeApp } from './app/app.ts'
import { openDoor } from './app/door.ts'
import { command, INSTALLATION } from './base/installation.ts'
import { fillDemoOnRequest } from './app/demo/request.ts'
import { orEnd } from './app/orEnd.ts'
import { startWork } from './app/work.ts'
import { RESCUE, rescueOnRequest } from './app/rescue.ts'
import { makeOwnTls } from './app/tls/run.ts'
import { trialHere } from './app/trial/trial.ts'
import { makeRestoring } from './app/backup/restoring.ts'
import { runBackup } from './app/backup/run.ts'
import { prepareBackup } from './backup/shipping/opening.ts'
import { calmLog, terminalLog } from './http/requestLog.ts'
import { leaseOf } from './database/alone.ts'
import { isEmbedded } from './database/database.ts'
import { listeningHost } from './network/anyAddress.ts'
import { openBus } from './database/bus/bus.ts'
import { beginConsole } from './database/ends.ts'
import { watchMove } from './database/moveWatch.ts'
import { openForService } from './database/opening.ts'
import { rewriteOnce } from './database/shrinking.ts'
import { whenDatabaseAnswers } from './database/waiting.ts'
import { keepNodeFacts } from './fleet/nodes/accept.ts'
import { openNodeLinks } from './fleet/nodes/links.ts'
import { closePorts } from './fleet/nodes/service.ts'
import { shareLinks } from './fleet/nodes/sharedLinks.ts'
import { endAtUncaughtErrors } from './base/lastResort.ts'
import { whenParentEnds } from './base/parent.ts'
import { startAgain } from './base/startAgain.ts'
import { withGivenPlace } from './backup/store/givenPlace.ts'
import { configOrEnd } from './base/configOrEnd.ts'
import { openBoard } from './fleet/health/board.ts'
import { shareBoard } from './fleet/health/sharedBoard.ts'
import { startPlane } from './fleet/plane/lifecycle.ts'
import { watchLoopDelay } from './http/limits/loopDelay.ts'
import { newSetupLink } from './people/login/setup.ts'
import { storeForBackup } from './backup/store/secret.ts'
import { sealLinks } from './database/secret/links.ts'
import { openSecret } from './database/secret/secret.ts'
import type { World } from './http/world.ts'

/** How long calls under way may take when the console stops: a dead client never finishes. */
const LAST_CALLS_MS = 10_000

const config = await withGivenPlace(configOrEnd(), console.warn)
// A lost second factor can be reset while the console runs.
const isRescue = process.argv.includes(RESCUE)
const begun = await Promise.try(() => (isRescue ? undefined : beginConsole(config))).catch(orEnd)
const prepared = await prepareBackup(config, {
  words: process.argv.slice(2),
  say: console.log,
  isTerminal: process.stdout.isTTY,
}).catch(orEnd)
const trial = isRescue ? undefined : trialHere(config)
const db = await (trial ? trial.open() : openForService(config)).catch(orEnd)
const rescued = await whenDatabaseAnswers(() =>
  rescueOnRequest(db, Date.now(), process.argv.slice(2)),
)
if (rescued !== undefined) {
  console.log(rescued)
  await db.destroy()
  process.exit(0)
}
const secret = await whenDatabaseAnswers(() => openSecret(db, config.secretKey)).catch(orEnd)
if (prepared) await whenDatabaseAnswers(() => storeForBackup(db, prepared.vault, secret))
await fillDemoOnRequest(db, config, process.argv.slice(2))
const sealed = await sealLinks(db, secret)
if (isEmbedded(config.databaseUrl))
  await rewriteOnce(db, config.databaseUrl.replace(/^file:/, ''), { anyway: sealed > 0 })
const now = () => Date.now()
// The log exists once the application does; until then messages are printed to the terminal.
const log = terminalLog()
await trial?.pass({ db, config, log, secret }).catch(orEnd)
const bus = openBus({ db, config, log })
const watch = leaseOf({ db, config, log }, 'watch')
const { board: lights, ...boards } = shareBoard(openBoard(now), bus, log)
const close = (nodeId: number) => closePorts({ db, plane: plane.plane }, nodeId)
const { links: nodes, ...links } = shareLinks(openNodeLinks(), { bus, log, close })
const door = config.engine ? await openDoor(config, log) : undefined
const plane = startPlane({
  db,
  config,
  now,
  log,
  nodes,
  bus,
  carried: lights.carried,
  ...(door && { door }),
})
const backup = runBackup({ db, now, log }, prepared)
const tls = makeOwnTls({ db, config, now, log })
const restoring = makeRestoring({ config, log, restart })
// A copy that nobody took, of a console that has ended.
await restoring?.drop()
const world: World = {
  db,
  config,
  now,
  log,
  backup: backup.status,
  backups: { ...backup, startAgain: () => restart(() => {}, { leaves: true }) },
  certificate: tls.status,
  ends: () => begun?.ends() ?? [],
  restoring,
  plane: plane.plane,
  lights,
  nodes,
  wake: plane.wake,
  secret,
}
const moveWatch = watchMove(world, (reason) => {
  console.error(reason)
  process.exitCode = 1
  void stop({ leaves: true })
})
const loopDelay = watchLoopDelay()
const app = await makeApp(world, { screens: INSTALLATION.screens, loopDelay: loopDelay.read })
Object.assign(log, calmLog(app.log))
// Before anything that may open ports: an account on this very port must not block the console.
const host = await listeningHost(config.host)
await app.listen({ port: config.port, host }).catch(async (error: unknown) => {
  const { code, message } = error as { code?: string; message: string }
  console.error(
    code === 'EADDRINUSE'
      ? `Port ${config.port} is taken by another program. Choose one: PORT=8081 ${command('start')}`
      : `Cannot listen on ${host}:${config.port} (HOST, PORT): ${message}.`,
  )
  await plane.stop()
  process.exit(1)
})
door?.to(app.server)
await tls.start(app.server).catch((error: unknown) => plane.stop().then(() => orEnd(error)))
keepNodeFacts(world)
const work = startWork(world, { watch, lights, tls })
plane.wake()
let stopping: Promise<void> | undefined
/** What is done while the database is closed, and once all has stopped. */
let whenClosed: () => unknown = () => restoring?.drop()
const exit = () => process.exit()
let lastStep: () => void = exit
const stop = ({ leaves }: { leaves: boolean }) => {
  setTimeout(() => tls.cut(app.server), LAST_CALLS_MS).unref()
  door?.stop()
  return (stopping ??= Promise.all([tls.stop(), app.close()])
    .catch((error: unknown) => console.error(error))
    .then(() => Promise.all([moveWatch, work, boards, links].map((one) => one.stop())))
    .then(() => watch.stop())
    .then(() => plane.stop({ leaves }))
    .then(() => bus.stop())
    .then(() => backup.stop(() => db.destroy()))
    .then(() => whenClosed())
    .then(begun?.letGo)
    // A hanging call to a store must not delay the next start.
    .then(() => lastStep()))
}
function restart(work: () => void, { leaves = config.engineService } = {}) {
  whenClosed = () => {
    // Without the copy it starts on the empty database, and prints a new link.
    try {
      work()
    } catch (error) {
      console.error(`The backup was not restored: ${(error as Error).message}`)
    }
  }
  lastStep = startAgain
  // The call that asked for it is answered first.
  setImmediate(() => void stop({ leaves }))
}
// Ctrl-C means all of it. A service that is stopped will be started again: customers stay
// connected.
process.on('SIGINT', () => {
  const leaves = config.engineService
  if (config.engine && !leaves) console.log('Stopping, and the Shadowsocks engine with it.')
  lastStep = exit
  void stop({ leaves })
})
process.on('SIGTERM', () => {
  if (config.engine)
    console.log(`Stopping. The Shadowsocks engine goes on: ${command('engine stop')}`)
  lastStep = exit
  void stop({ leaves: true })
})
whenParentEnds(() => void stop({ leaves: true }))
endAtUncaughtErrors(() => begun?.noteError())

console.log(`Sluice is at ${config.site}`)
// It serves by now: whatever the database does, that goes on.
const link = await whenDatabaseAnswers(() => newSetupLink(world), { timeoutMs: Infinity })
if (link) console.log(`\nSet it up here, once:\n\n  ${link}\n`)
