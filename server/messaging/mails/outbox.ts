import { makeTimespan } from '../../base/timespan.ts'
import { startWorker } from '../../base/worker.ts'
import type { World } from '../../http/world.ts'
import { onMailQueued } from './signal.ts'
import { type MailFailure, isOfServer } from './problem.ts'
import { cancelStaleMails, changeToFailed, changeToSent, takeDueMail } from './queue.ts'
import { type MailServer, findMailServer } from './server.ts'
import { openMailer } from './send.ts'

type Posted = Pick<World, 'db' | 'now' | 'secret' | 'config' | 'log'>

/** How many mails are sent at once. */
const MAX_CONCURRENT = 4
/** Timeout of one step of an SMTP session, ms. */
const STEP_TIMEOUT_MS = 25_000
/** Pause after a server failed, ms. */
const PAUSE_MS = 60_000
/** How long stopping waits for mails being sent, ms. */
const STOP_TIMEOUT_MS = 3_000

/** Sends the mails of the outbox, at once and again after a failure, until it is stopped. */
export function startOutbox(world: Posted, { step = STEP_TIMEOUT_MS }: { step?: number } = {}) {
  const pause = makeTimespan(world.now)
  const work = async (isStopped: () => boolean) => {
    if (pause.isOn()) return
    if (await sendDueMails(world, { step, isStopped })) pause.begin(PAUSE_MS)
  }
  const worker = startWorker(work, {
    onSignal: onMailQueued,
    log: world.log,
    failure: 'sending mail failed',
  })

  return {
    async stop() {
      // The next start takes up what is not finished by then.
      const timeout = new Promise<void>((resolve) => {
        setTimeout(resolve, STOP_TIMEOUT_MS).unref()
      })
      await Promise.race([worker.stop(), timeout])
    },
  }
}

/**
 * Sends every mail that is due; without a server they wait.
 *
 * Returns the problem with the server, if that stopped it: other mails then wait without counting a
 * failure.
 */
export async function sendDueMails(
  { db, now, log, config, ...world }: Posted,
  {
    step = STEP_TIMEOUT_MS,
    isStopped = () => false,
  }: { step?: number; isStopped?: () => boolean } = {},
): Promise<MailFailure | undefined> {
  await cancelStaleMails(db, now())
  const server: MailServer | undefined = await findMailServer({ db, ...world })
  if (!server) return undefined
  const mailer = openMailer(server, { wait: step, site: config.site })
  let trouble: MailFailure | undefined

  const work = async () => {
    while (!trouble && !isStopped()) {
      const mail = await takeDueMail(db, now())
      if (!mail) return
      const { id, kind, createTime } = mail
      const messageId = `${kind}-${id}-${createTime}`
      const failure = await mailer.send({ ...mail, messageId, personal: kind === 'user' })
      if (!failure) {
        await changeToSent(db, mail, now())
        continue
      }
      log.warn({ mail: id, problem: failure.problem }, 'a mail did not go out')
      await changeToFailed(db, mail, failure, now())
      if (isOfServer(failure)) trouble = failure
    }
  }
  try {
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, work))
  } finally {
    mailer.close()
  }
  return trouble
}
