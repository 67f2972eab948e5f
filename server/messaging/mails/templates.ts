import type { Schema } from '#contract'
import { type Language, languageOf } from '../../base/words/words.ts'
import type { Database } from '../../database/database.ts'
import { revisionOf } from '../../database/revision.ts'
import { findStored, findSetting } from '../../database/settings/store.ts'
import { KNOWN_MAILS, TEMPLATES } from './words.ts'

type Type = Schema<'MailType'>
type Template = { title: string; content: string }
/** The language of who reads it, where that is known. */
type Reader = string | null | undefined
/** A mail ready to be sent. Plain text. */
export type Written = { subject: string; content: string }

/**
 * The text of a kind of mail: the main admin's own, or the default in the language of the reader,
 * else of the site.
 */
export async function findTemplate(db: Database, type: Type, reader?: Reader): Promise<Template> {
  const stored = (await findStored(db, 'mail'))?.[type]
  return stored ?? TEMPLATES[await languageFor(db, reader)][type]
}

/** The language of a reader, as it is stored or known from their browser; else the site's. */
export async function languageFor(db: Database, reader: Reader): Promise<Language> {
  return languageOf(reader) ?? (await findSetting(db, 'base')).language ?? 'zh-CN'
}

/** The same as the main admin sees it: with its revision. */
export async function showTemplate(db: Database, type: Type): Promise<Schema<'MailTemplate'>> {
  const template = await findTemplate(db, type)
  return { ...template, revision: revisionOf(template) }
}

/** The mail that carries a sign-up code. Wire-contract facts: 8.1. */
export async function codeMail(db: Database, code: string, reader: Reader): Promise<Written> {
  return ofSite(db, filled(await findTemplate(db, 'code', reader), '${code}', `[ ${code} ]`))
}

/** The mail to a person who tries to sign up and has an account; it cannot be changed. */
export async function knownMail(db: Database, address: string, reader: Reader): Promise<Written> {
  return ofSite(db, filled(KNOWN_MAILS[await languageFor(db, reader)], '${address}', address))
}

/** The mail that carries a link to set a new password. */
export async function resetMail(db: Database, address: string, reader: Reader): Promise<Written> {
  return ofSite(db, filled(await findTemplate(db, 'reset', reader), '${address}', address))
}

/** The mail that says a paid order has taken effect. */
export async function orderMail(db: Database, reader?: Reader): Promise<Written> {
  const { title, content } = await findTemplate(db, 'order', reader)
  return ofSite(db, { subject: title, content })
}

/** Puts the site's name where a mail has its placeholder. */
async function ofSite(db: Database, { subject, content }: Written): Promise<Written> {
  const { title = 'Sluice' } = await findSetting(db, 'base')
  const named = (text: string) => text.replaceAll(SITE_PLACEHOLDER, () => title)
  return { subject: named(subject), content: named(content) }
}

const SITE_PLACEHOLDER = '${site}'

/** Replaces every placeholder by its value; without one the value follows on a line of its own. */
export function filled({ title, content }: Template, placeholder: string, value: string): Written {
  const text = content.includes(placeholder) ? content : `${content}\n${placeholder}`
  return { subject: title, content: text.replaceAll(placeholder, () => value) }
}
