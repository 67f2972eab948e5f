import type { UserFromGetMe } from 'grammy/types'
import type { Schema } from '#contract'
import { DEFAULT_COLOUR } from '#rules/theme.ts'
import { WARNINGS } from '#rules/warnings.ts'
import { withPrices } from '#rules/planPrices.ts'
import { cached } from '../cached.ts'
import { compileOnce } from '../compiled.ts'
import type { Database } from '../database.ts'

/** The sizes of an icon. */
export type IconName = Exclude<Schema<'BrandPictureName'>, 'logo'>

/** Settings by name, as they are stored. */
export type Settings = {
  base: Schema<'BaseSetting'>
  account: Schema<'AccountSetting'>
  /** How users may invite others. */
  ref: Required<Schema<'RefSetting'>>
  /** The pictures of the site: what is in `brandPicture`, by name. */
  brand: {
    logo?: Required<Schema<'Brand'>>['logo']
    icon?: Record<IconName, string>
    /** When the icon was set or removed last, ms. */
    iconTime?: number
  }
  /** Since when all traffic is kept, at least by month, ms. */
  monthlyFlow: { since: number }
  /** Whether the first steps of a new shop were put away. */
  firstSteps: { over: boolean }
  /** The site's own templates of profiles for apps; no entry is the standard profile. */
  profiles: Partial<Record<Schema<'ProfileApp'>, string>>
  /** Texts that admins put into messages. */
  answers: Schema<'SavedAnswers'>
  /** Keyed hash of the one-time set-up link. */
  setup: string
  /**
   * Seals everything that is sealed in this database; itself sealed with a key that is not here.
   */
  secret: string | { sealed: string }
  /** The same secret, sealed with the backup key: a restore on another machine opens it. */
  secretInBackup: string
  /** The name of the backup key the main admin has confirmed to have stored elsewhere. */
  backupKeyKept: string
  /** How large the database was, by day, oldest first: ms, bytes. */
  databaseSizes: { time: number; bytes: number }[]
  /** The installation's identity for browsers (VAPID); the private key is sealed. */
  vapid: { publicKey: string; privateKey: string }
  /** The installation's identity for nodes, Ed25519; the private key is sealed. */
  nodeIdentity: { publicKey: string; privateKey: string }
  /** The Telegram bot: its sealed token, its user name, and since when it notifies (ms). */
  telegram: { token: string; info: UserFromGetMe; since: number }
  /** What prevents the bot from receiving messages. */
  telegramProblem: NonNullable<Schema<'TelegramSetting'>['problem']>
  /** Mail texts the main admin changed. */
  mail: Partial<Record<Schema<'MailType'>, { title: string; content: string }>>
  /** The SMTP server; the password is sealed. */
  mailServer: Omit<Schema<'MailServer'>, 'hasPassword' | 'revision'> & { password: string }
  /** How much a mail server takes, and which one it is. */
  mailPace: { server: string; perMinute: number; isLimited: boolean; connections: number }
  /** The defaults of a new plan, for each period. */
  payment: Schema<'PaymentSetting'>
}

/** Defaults. Wire-contract facts: 3.13. */
/** A period that is not sold; older consoles require all six, with both prices. */
const UNSOLD = { ...withPrices({}), flow: 0 }

const DEFAULTS = {
  base: {
    title: 'Sluice',
    shortTitle: 'Sluice',
    themePrimary: DEFAULT_COLOUR,
    themeAccent: 'pink',
    serviceWorker: true,
    language: 'zh-CN',
  },
  account: {
    accountForNewUser: { isEnable: true, fromOrder: false, flow: 350, type: 5, limit: 8 },
    signUp: { isEnable: true },
    port: { start: 50_000, end: 60_000, random: false },
    subscribe: true,
    warnings: WARNINGS,
  },
  ref: { useRef: false, useWhenSignupClose: false, refNumber: 1, refUserNumber: 1 },
  brand: {},
  firstSteps: { over: false },
  profiles: {},
  answers: { answers: [] },
  payment: {
    hour: UNSOLD,
    day: UNSOLD,
    week: UNSOLD,
    month: UNSOLD,
    season: UNSOLD,
    year: UNSOLD,
  },
} as const

/** Settings with a default. */
export type Defaulted = keyof typeof DEFAULTS

/** As they would be stored: parsing them takes a third of what `structuredClone` does. */
const DEFAULT_TEXTS = new Map<string, string>(
  Object.entries(DEFAULTS).map(([name, value]) => [name, JSON.stringify(value)]),
)

/** A setting that has a default. */
export async function findSetting<Name extends Defaulted>(
  db: Database,
  name: Name,
): Promise<Settings[Name]> {
  return (await findAnySetting(db, name))!
}

/** A setting or its default; undefined where it has neither. */
export async function findAnySetting<Name extends keyof Settings>(
  db: Database,
  name: Name,
): Promise<Settings[Name] | undefined> {
  const stored = await findStored(db, name)
  const text = DEFAULT_TEXTS.get(name)
  return stored ?? (text === undefined ? undefined : JSON.parse(text))
}

/** The value stored under a name, if any. */
export async function findStored<Name extends keyof Settings>(
  db: Database,
  name: Name,
): Promise<Settings[Name] | undefined> {
  return (await findNamed(db, name)) as Settings[Name] | undefined
}

/** The value stored under any name, such as the kind of a payment provider. */
export async function findNamed(db: Database, name: string): Promise<unknown> {
  const from = ['setting'] as const
  const [row] = await cached(db, { name: `setting ${name}`, from }, () => selectValue(db, { name }))
  // Each caller gets a copy, which it may change.
  return row && JSON.parse(row.value)
}

const selectValue = compileOnce((db, { name }: { name: string }) =>
  db.selectFrom('setting').select('value').where('key', '=', name),
)

/** Stores a setting as a whole. */
export async function changeSetting<Name extends keyof Settings>(
  db: Database,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  await changeNamed(db, name, value)
}

/** Stores a value under any name, such as the kind of a payment provider. */
export async function changeNamed(db: Database, name: string, value: unknown): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ key: name, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute()
}

/** Replaces the value under any name, unless it has been changed meanwhile. */
export async function replaceNamed(
  db: Database,
  name: string,
  before: unknown,
  value: unknown,
): Promise<void> {
  await db
    .updateTable('setting')
    .set({ value: JSON.stringify(value) })
    .where('key', '=', name)
    .where('value', '=', JSON.stringify(before))
    .execute()
}

/** Replaces a setting, unless it has been changed meanwhile. */
export const replaceSetting = <Name extends keyof Settings>(
  db: Database,
  name: Name,
  before: Settings[Name],
  value: Settings[Name],
): Promise<void> => replaceNamed(db, name, before, value)

/** Deletes a setting; returns whether there was one. */
export async function removeSetting(db: Database, name: keyof Settings): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('setting')
    .where('key', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Stores a setting unless there is one already. */
export async function insertSetting<Name extends keyof Settings>(
  db: Database,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  await db
    .insertInto('setting')
    .values({ key: name, value: JSON.stringify(value) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}
