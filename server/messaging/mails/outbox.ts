import { isDeepStrictEqual } from 'node:util'
import { makeTimespan } from '../../base/timespan.ts'
import { startWorker } from '../../base/worker.ts'
import { changeSetting, findStored } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { onMailQueued } from './signal.ts'
import { openDeferrals } from './deferrals.ts'
import type { MailFailure } from './problem.ts'
import {
  cancelStaleMails,
  changeToDeferred,
  changeToFailed,
  changeToSent,
  isSecret,
  takeDueMail,
} from './queue.ts'
import { type MailServer, findMailServer } from './server.ts'
import { type Learned, MAX_CONNECTIONS, type Pace, openPace } from './pace.ts'
import { type Mailer, openMailer } from './send.ts'
import type { StoredMail } from './store.ts'

type Posted = Pick<World, 'db' | 'now' | 'secret' | 'config' | 'log'>

/** Timeout of one step of an SMTP session, ms. */
const STEP_TIMEOUT_MS = 25_000
/** Pause after a server failed, ms. */
const PAUSE_MS = 60_000
/** How long a connection is kept for the next mail, ms: servers close theirs after a minute or more. */
const IDLE_MS = 10_000
/** How long stopping waits for mails being sent, ms. */
const STOP_TIMEOUT_MS = 3_000

/** Sends the mails of the outbox, at once and again after a failure, until it is stopped. */
export function startOutbox(world: Posted, { step = STEP_TIMEOUT_MS }: { step?: number } = {}) {
  const pause = makeTimespan(world.now)
  const outbox = openOutbox(world, { step })
  let idle: NodeJS.Timeout | undefined
  const work = async (isStopped: () => boolean) => {
    if (pause.isOn()) return
    clearTimeout(idle)
    try {
      if (await outbox.sendDue(isStopped)) pause.begin(PAUSE_MS)
    } finally {
      idle = setTimeout(outbox.hangUp, IDLE_MS).unref()
    }
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
      clearTimeout(idle)
      outbox.hangUp()
    },
  }
}

/** Sends once what is due and the mail server takes now, as `startOutbox` does over and over. */
export async function sendDueMails(
  world: Posted,
  { step = STEP_TIMEOUT_MS }: { step?: number } = {},
): Promise<MailFailure | undefined> {
  const outbox = openOutbox(world, { step })
  return outbox.sendDue(() => false).finally(outbox.hangUp)
}

type Link = {
  server: MailServer
  /** By which its pace is stored. */
  name: string
  pace: Pace
  lines: Mailer[]
  deferrals: ReturnType<typeof openDeferrals>
}

/** The outbox of this process: its connections to the mail server, and the pace that one takes. */
export function openOutbox({ db, now, log, config, secret }: Posted, { step }: { step: number }) {
  let link: Link | undefined

  /** The connections to the server as it is set now; undefined while none is. */
  async function linkNow(): Promise<Link | undefined> {
    const server = await findMailServer({ db, secret })
    if (link && isDeepStrictEqual(link.server, server)) return link
    hangUp()
    link = server && (await linkTo(server))
    return link
  }

  async function linkTo(server: MailServer): Promise<Link> {
    const name = `${server.user}@${server.host}:${server.port}`
    const { server: known, ...learned } = (await findStored(db, 'mailPace')) ?? {}
    const pace = openPace(now, known === name ? (learned as Learned) : undefined)
    const open = () => openMailer(server, { wait: step, site: config.site })
    const lines = Array.from({ length: MAX_CONNECTIONS }, open)
    return { server, name, pace, lines, deferrals: openDeferrals() }
  }

  function hangUp(): void {
    for (const line of link?.lines ?? []) line.close()
  }

  /**
   * Sends what is due and the server takes now; without a server all mails wait.
   *
   * Returns the problem with the server, if that stopped it: the others then wait as well.
   */
  async function sendDue(isStopped: () => boolean): Promise<MailFailure | undefined> {
    await cancelStaleMails(db, now())
    const current = await linkNow()
    if (!current) return undefined
    const { pace, lines, name } = current
    const before = pace.learned()
    let trouble: MailFailure | undefined

    const work = async (line: Mailer) => {
      while (!trouble && !isStopped()) {
        if (lines.indexOf(line) >= pace.learned().connections) {
          line.close()
          return
        }
        let isHeld = pace.begin()
        const mail = await takeDueMail(db, now(), { secretOnly: !isHeld })
        if (isHeld && (!mail || isSecret(mail))) {
          pace.end({ unused: true })
          isHeld = false
        }
        if (!mail) return
        const failure = await post(mail, line, current)
        // Over this connection the server would have refused any.
        const unused = failure?.scope === 'session' || failure?.scope === 'connections'
        if (isHeld) pace.end({ unused })
        if (failure?.scope === 'server') trouble ??= failure
      }
    }
    await Promise.all([...lines].map(work))
    const learned = pace.learned()
    if (!isDeepStrictEqual(before, learned))
      await changeSetting(db, 'mailPace', { server: name, ...learned })
    return trouble
  }

  /** Sends one mail and records what came of it; returns why it was not sent. */
  async function post(
    mail: StoredMail,
    line: Mailer,
    { pace, lines, deferrals }: Link,
  ): Promise<MailFailure | undefined> {
    const { id, kind, createTime } = mail
    const messageId = `${kind}-${id}-${createTime}`
    const failure = await line.send({ ...mail, messageId, personal: kind === 'user' })
    if (!failure) {
      await changeToSent(db, mail, now())
      deferrals.took(id)
      pace.took({ isUrgent: isSecret(mail) })
      return undefined
    }
    const scope = scopeOf(id, failure, line, deferrals)
    if (scope === 'pace') pace.slowDown()
    if (scope === 'connections') {
      // Those that are open stay.
      lines.push(...lines.splice(lines.indexOf(line), 1))
      pace.useFewer()
    }
    if (scope === 'session') line.close()
    const isOfMail = scope === 'mail'
    log.warn(
      { mail: id, problem: failure.problem, ...(isOfMail ? {} : { pace: pace.learned() }) },
      isOfMail ? 'a mail did not go out' : 'the mail server takes no more for now',
    )
    if (isOfMail || failure.costsTry) await changeToFailed(db, mail, failure, now())
    // Over another connection it may go at once.
    else if (scope === 'session' || (scope === 'connections' && !pace.isResting()))
      await changeToDeferred(db, mail, failure, now(), now())
    else await changeToDeferred(db, mail, failure, now())
    return { ...failure, scope }
  }

  return { sendDue, hangUp }
}

/** What has to wait, seen beside the other mails. */
function scopeOf(
  id: number,
  { scope }: MailFailure,
  line: Mailer,
  deferrals: Link['deferrals'],
): MailFailure['scope'] {
  if (scope === 'mail') return scope
  if (scope === 'session') return line.hasSent() ? scope : 'pace'
  if (scope === 'unclear') return deferrals.isOneOfMany(id) ? 'pace' : 'mail'
  return deferrals.isAlone(id) ? 'mail' : scope
}
