import { isLongEnough, MIN_PASSWORD_LETTERS } from '#rules/password.ts'
import { Refusal } from '../../base/refusal.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'
import { COMMON_PASSWORDS } from './commonPasswords.ts'
import { hashPassword } from './passwords.ts'

const PRODUCT = 'sluice'

/** Shorter words are in every text. */
const MIN_WORD_LETTERS = 3

type NewPassword = {
  password: string
  /** Of the person who will log in with it. */
  email: string
  /** The name of a site that has none yet. */
  title?: string
}

/**
 * Refuses a new password with `password too short`, or with `password too common`: one of the
 * commonest, or one that is too short without the names of the site and of the person.
 */
export async function checkNewPassword(
  { db, config }: Pick<World, 'db' | 'config'>,
  { password, email, title }: NewPassword,
): Promise<void> {
  if (!isLongEnough(password)) throw new Refusal(403, 'password too short')
  const base = await findSetting(db, 'base')
  const { hostname } = new URL(config.site)
  // What an older server stored may lack one.
  const titles = [base.title, base.shortTitle, title].filter((name) => name !== undefined)
  const names = [PRODUCT, ...titles, hostname, email]
  if (isCommon(password, names)) throw new Refusal(403, 'password too common')
}

/** Checks a new password and hashes it for storage. Refuses as `checkNewPassword` does. */
export async function hashNewPassword(
  world: Pick<World, 'db' | 'config'>,
  wanted: NewPassword,
): Promise<string> {
  await checkNewPassword(world, wanted)
  return hashPassword(wanted.password)
}

/** Whether many people use this password, or it says little more than these names. */
export function isCommon(password: string, names: readonly string[]): boolean {
  const typed = plain(password)
  if (COMMON_PASSWORDS.has(typed)) return true
  const words = names.flatMap(wordsIn).sort((a, b) => b.length - a.length)
  const rest = words.reduce((text, word) => text.replaceAll(word, ''), typed)
  return [...rest].length < MIN_PASSWORD_LETTERS && rest !== typed
}

/** A name as it is, and what it is made of: `ann.lee@example.com` is `ann.lee`, `ann` and `lee`, too. */
function wordsIn(name: string): string[] {
  const text = plain(name)
  const parts = [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)]
  return [...new Set(parts)].filter((part) => [...part].length >= MIN_WORD_LETTERS)
}

const plain = (text: string) => text.normalize('NFKC').toLowerCase()
