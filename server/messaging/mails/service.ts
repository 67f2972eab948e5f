import type { Answer } from '#contract'
import type { Call } from '../../http/contract.ts'
import { languageOfReader } from '../../http/reader.ts'
import { Refusal, found } from '../../base/refusal.ts'
import { checkRevision } from '../../database/revision.ts'
import { holdSettings } from '../../database/settings/saveSetting.ts'
import { changeSetting, findStored } from '../../database/settings/store.ts'
import { signalMail } from './signal.ts'
import { isTooLate } from './queue.ts'
import { openMailer } from './send.ts'
import { findMailServer } from './server.ts'
import { changeToWaiting, findMail, insertTriedMail } from './store.ts'
import { findTemplate, languageFor } from './templates.ts'
import { TEST_MAILS } from './words.ts'

/** Timeout of one step while the admin waits; the whole takes twice that at most. */
const STEP_TIMEOUT_MS = 10_000

/** Changes the text of one kind of mail. Refuses with `changed meanwhile`. */
export async function editMailTemplate(call: Call<'editMailTemplate'>): Promise<'success'> {
  const { type, title, content, revision } = call.body
  await call.db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    checkRevision(await findTemplate(tx, type), revision)
    const stored = await findStored(tx, 'mail')
    await changeSetting(tx, 'mail', { ...stored, [type]: { title, content } })
  })
  return 'success'
}

/** Sends a mail to test whether the server accepts it, and stores the result. */
export async function testMail(call: Call<'testMail'>): Promise<Answer<'testMail'>> {
  const { db, now, config, body } = call
  const server = await findMailServer(call)
  if (!server) return { sent: false, problem: 'not set up' }
  const language = await languageFor(db, await languageOfReader(call))
  const { title: subject, content } = TEST_MAILS[language]
  const mailer = openMailer(server, { wait: STEP_TIMEOUT_MS, site: config.site })
  const { recipient } = body
  const failure = await mailer.send({ recipient, subject, content }).finally(mailer.close)
  const error = failure?.detail ?? null
  await insertTriedMail(db, { kind: 'test', recipient, subject, error, createTime: now() })
  if (!failure) return { sent: true }
  return { sent: false, problem: failure.problem, detail: failure.detail }
}

/** Sends a mail again. Refuses with `already sent` or `too late`. */
export async function retryMail(call: Call<'retryMail'>): Promise<'success'> {
  const { db, now, path } = call
  const mail = found(await findMail(db, path.mailId))
  if (mail.status === 'sent') throw new Refusal(403, 'already sent')
  // A test is not stored either: the admin sends another.
  if (mail.kind === 'test' || isTooLate(mail, now())) throw new Refusal(403, 'too late')
  // A mail being sent at this moment need not be sent again.
  if (await changeToWaiting(db, mail.id, now())) signalMail()
  else if ((await findMail(db, mail.id))?.status === 'sent') throw new Refusal(403, 'already sent')
  return 'success'
}
