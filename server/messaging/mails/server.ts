import type { Body, Schema } from '#contract'
import type { Database } from '../../database/database.ts'
import { Refusal } from '../../base/refusal.ts'
import { checkRevision, revisionOf } from '../../database/revision.ts'
import { seal, unseal } from '../../database/sealed.ts'
import { holdSettings, type Saved, savedAs } from '../../database/settings/saveSetting.ts'
import {
  changeSetting,
  findSetting,
  findStored,
  type Settings,
} from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { signalMail } from './signal.ts'
import { THROWAWAY } from './blackList.ts'

/** An SMTP server with its password unsealed. */
export type MailServer = Omit<Schema<'MailServer'>, 'hasPassword' | 'blackList'> & {
  password: string
  /** Stands under every mail; empty for nothing. */
  footer: string
}

const NONE = {
  host: '',
  port: 465,
  security: 'tls',
  user: '',
  password: '',
  fromName: '',
  fromAddress: '',
} as const

/**
 * The SMTP server mail is sent through; undefined while none is set. A sender without a name is
 * called as the site is.
 */
export async function findMailServer({
  db,
  secret,
}: Pick<World, 'db' | 'secret'>): Promise<MailServer | undefined> {
  const stored = await findStored(db, 'mailServer')
  if (!stored?.host) return undefined
  const { blackList: _, password, ...server } = stored
  const { title = 'Sluice', mailFooter = '' } = await findSetting(db, 'base')
  return {
    ...server,
    fromName: server.fromName || title,
    password: password && unseal(password, secret),
    footer: mailFooter.trim(),
  }
}

/** The blocked addresses, as patterns. */
export async function findBlackList(db: Database): Promise<readonly string[]> {
  return (await findStored(db, 'mailServer'))?.blackList ?? THROWAWAY
}

/** The setting as the main admin sees it: all but the password. */
export async function showMailServer(db: Database): Promise<Schema<'MailServer'>> {
  const stored = await findStored(db, 'mailServer')
  return { ...shownOf(stored), revision: revisionOf(stateOf(stored)) }
}

const shownOf = (stored: Settings['mailServer'] | undefined) => {
  const { password, ...server } = stored ?? { ...NONE, blackList: [...THROWAWAY] }
  return { ...server, hasPassword: password !== '' }
}

/**
 * What is shown, and the sealed password: a new one gives another revision, and reveals nothing.
 */
const stateOf = (stored: Settings['mailServer'] | undefined) => ({
  ...shownOf(stored),
  sealed: stored?.password ?? '',
})

type Way = Pick<MailServer, 'host' | 'port' | 'user' | 'security'>

/** Whether a stored password would be sent elsewhere, or less protected than before. */
const isExposed = (before: Way, after: Way) =>
  after.host !== before.host ||
  after.port !== before.port ||
  after.user !== before.user ||
  (after.security !== before.security && before.security !== 'none')

/**
 * Replaces the setting. Refuses with `password needed` to send a stored password elsewhere or less
 * well protected, and with `changed meanwhile`.
 */
export async function editMailServer({
  db,
  secret,
  body,
}: Pick<World, 'db' | 'secret'> & { body: Body<'editMailServer'> }): Promise<Saved> {
  const saved = await db.transaction().execute(async (tx) => {
    await holdSettings(tx)
    const stored = await findStored(tx, 'mailServer')
    const before = stored ?? NONE
    const { password: given, revision, ...server } = body
    checkRevision(stateOf(stored), revision)
    const wantsPassword = before.password !== '' && server.host !== '' && isExposed(before, server)
    if (given === undefined && wantsPassword) throw new Refusal(403, 'password needed')
    const password = given === undefined ? before.password : given && seal(given, secret)
    const next = { ...server, password }
    await changeSetting(tx, 'mailServer', next)
    return savedAs(stateOf(next), revision)
  })
  signalMail()
  return saved
}
