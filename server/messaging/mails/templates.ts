import type { Schema } from '#contract'
import type { Database } from '../../database/database.ts'
import { revisionOf } from '../../database/revision.ts'
import { findStored, findSetting } from '../../database/settings/store.ts'
import { KNOWN_MAILS, TEMPLATES } from './words.ts'

type Type = Schema<'MailType'>
type Template = { title: string; content: string }
/** A mail ready to be sent. Plain text. */
export type Written = { subject: string; content: string }

/** The text of a kind of mail: the main admin's own, or the default in the language of the site. */
export async function findTemplate(db: Database, type: Type): Promise<Template> {
  const stored = (await findStored(db, 'mail'))?.[type]
  if (stored) return stored
  const { language = 'zh-CN' } = await findSetting(db, 'base')
  return TEMPLATES[language][type]
}

/** The same as the main admin sees it: with its revision. */
export async function showTemplate(db: Database, type: Type): Promise<Schema<'MailTemplate'>> {
  const template = await findTemplate(db, type)
  return { ...template, revision: revisionOf(template) }
}

/** The mail that carries a sign-up code. Wire-contract facts: 8.1. */
export async function codeMail(db: Database, code: string): Promise<Written> {
  return ofSite(db, filled(await findTemplate(db, 'code'), '${code}', `[ ${code} ]`))
}

/** The mail to a person who tries to sign up and has an account; it cannot be changed. */
export async function knownMail(db: Database, address: string): Promise<Written> {
  const { language = 'zh-CN' } = await findSetting(db, 'base')
  return ofSite(db, filled(KNOWN_MAILS[language], '${address}', address))
}

/** The mail that carries a link to set a new password. */
export async function resetMail(db: Database, address: string): Promise<Written> {
  return ofSite(db, filled(await findTemplate(db, 'reset'), '${address}', address))
}

/** The mail that says a paid order has taken effect. */
export async function orderMail(db: Database): Promise<Written> {
  const { title, content } = await findTemplate(db, 'order')
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
