import type { Body, Schema } from '#contract'
import type { Database } from '../database.ts'
import { Refusal } from '../refusal.ts'
import { seal, unseal } from '../settings/sealed.ts'
import { changeSetting, findKept } from '../settings/store.ts'
import type { World } from '../world.ts'
import { ringForMail } from './bell.ts'
import { THROWAWAY } from './blackList.ts'

/** An SMTP server ready to be spoken to. */
export type MailServer = Omit<Schema<'MailServer'>, 'hasPassword' | 'blackList'> & {
  password: string
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

/** The SMTP server mail goes through; nothing while none is set. */
export async function findMailServer({
  db,
  secret,
}: Pick<World, 'db' | 'secret'>): Promise<MailServer | undefined> {
  const kept = await findKept(db, 'mailServer')
  if (!kept?.host) return undefined
  const { blackList: _, password, ...server } = kept
  return { ...server, password: password && unseal(password, secret) }
}

/** The addresses nobody may sign up with, as patterns. */
export async function findBlackList(db: Database): Promise<readonly string[]> {
  return (await findKept(db, 'mailServer'))?.blackList ?? THROWAWAY
}

/** The setting as the main admin sees it: all but the password. */
export async function showMailServer(db: Database): Promise<Schema<'MailServer'>> {
  const kept = await findKept(db, 'mailServer')
  const { password, ...server } = kept ?? { ...NONE, blackList: [...THROWAWAY] }
  return { ...server, hasPassword: password !== '' }
}

/** Replaces the setting. Refuses with `password needed` to send a kept password elsewhere. */
export async function editMailServer({
  db,
  secret,
  body,
}: Pick<World, 'db' | 'secret'> & { body: Body<'editMailServer'> }): Promise<'success'> {
  await db.transaction().execute(async (tx) => {
    const before = (await findKept(tx, 'mailServer')) ?? NONE
    const { password: given, ...server } = body
    const moved = server.host !== before.host || server.user !== before.user
    if (given === undefined && before.password !== '' && moved && server.host !== '')
      throw new Refusal(403, 'password needed')
    const password = given === undefined ? before.password : given && seal(given, secret)
    await changeSetting(tx, 'mailServer', { ...server, password })
  })
  ringForMail()
  return 'success'
}
