import type { UserFromGetMe } from 'grammy/types'
import type { Schema } from '#contract'
import { DEFAULT_COLOUR } from '#rules/theme.ts'
import { WARNINGS } from '#rules/warnings.ts'
import { cached } from '../cached.ts'
import { compileOnce } from '../compiled.ts'
import type { Database } from '../database.ts'

/** Settings by name, as they are kept. */
export type Settings = {
  base: Schema<'BaseSetting'>
  account: Schema<'AccountSetting'>
  /** How users may invite others. */
  ref: Required<Schema<'RefSetting'>>
  /** Keyed hash of the one-time set-up link. */
  setup: string
  /** What everything of this table's that is sealed is sealed with; itself sealed with a key that is not here. */
  secret: string | { sealed: string }
  /** The same secret, sealed with the operator's backup key: a restore on another machine opens it. */
  secretInBackup: string
  /** Which key of the backups the main admin keeps in another place, by its name. */
  backupKeyKept: string
  /** What browsers know this installation by (VAPID); the private key is sealed. */
  vapid: { publicKey: string; privateKey: string }
  /** Whom nodes know this installation by, Ed25519; the private key is sealed. */
  nodeIdentity: { publicKey: string; privateKey: string }
  /** The Telegram bot: its sealed token, what Telegram calls it, and since when it tells (ms). */
  telegram: { token: string; info: UserFromGetMe; since: number }
  /** What keeps the bot from hearing people. */
  telegramProblem: NonNullable<Schema<'TelegramSetting'>['problem']>
  /** Texts of mails the main admin changed. */
  mail: Partial<Record<Schema<'MailType'>, { title: string; content: string }>>
  /** The SMTP server; the password is sealed. */
  mailServer: Omit<Schema<'MailServer'>, 'hasPassword' | 'revision'> & { password: string }
  /** What a new plan of each period starts from. */
  payment: Schema<'PaymentSetting'>
  /** Alipay; keys are PEM, ours is sealed and empty while there is none. */
  alipay: Omit<
    Schema<'AlipayProvider'>,
    'kind' | 'hasPrivateKey' | 'appPublicKey' | 'notifyUrl'
  > & {
    privateKey: string
  }
  /** PayPal; the secret is sealed, and empty while there is none. */
  paypal: Omit<Schema<'PaypalProvider'>, 'kind' | 'hasClientSecret' | 'notifyUrl'> & {
    clientSecret: string
  }
}

/** What holds until somebody changes it. Wire-contract facts: 3.13. */
/** A period nobody can buy; older consoles want all six, with both prices. */
const UNSOLD = { alipay: 0, paypal: 0, flow: 0 }

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
  payment: {
    hour: UNSOLD,
    day: UNSOLD,
    week: UNSOLD,
    month: UNSOLD,
    season: UNSOLD,
    year: UNSOLD,
  },
  alipay: {
    on: false,
    gateway: 'https://openapi.alipay.com/gateway.do',
    appId: '',
    sellerId: '',
    alipayPublicKey: '',
    privateKey: '',
    tested: null,
  },
  paypal: { on: false, mode: 'sandbox', address: '', clientId: '', clientSecret: '', tested: null },
} as const

/** Settings that hold something before anybody changes them. */
export type Defaulted = keyof typeof DEFAULTS

/** A setting that has a default. */
export async function findSetting<Name extends Defaulted>(
  db: Database,
  name: Name,
): Promise<Settings[Name]> {
  const stored = await findStored(db, name)
  return stored ?? (structuredClone(DEFAULTS[name]) as unknown as Settings[Name])
}

/** What is kept under a name, if anything is. */
export async function findStored<Name extends keyof Settings>(
  db: Database,
  name: Name,
): Promise<Settings[Name] | undefined> {
  const from = ['setting'] as const
  const [row] = await cached(db, { name: `setting ${name}`, from }, () => selectValue(db, { name }))
  // Whoever asks gets one of their own, to do with as they like.
  return row && JSON.parse(row.value)
}

const selectValue = compileOnce((db, { name }: { name: string }) =>
  db.selectFrom('setting').select('value').where('key', '=', name),
)

/** Keeps a setting, whole. */
export async function changeSetting<Name extends keyof Settings>(
  db: Database,
  name: Name,
  value: Settings[Name],
): Promise<void> {
  const text = JSON.stringify(value)
  await db
    .insertInto('setting')
    .values({ key: name, value: text })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
    .execute()
}

/** Keeps a setting in place of another, unless somebody has changed that one meanwhile. */
export async function replaceSetting<Name extends keyof Settings>(
  db: Database,
  name: Name,
  before: Settings[Name],
  value: Settings[Name],
): Promise<void> {
  await db
    .updateTable('setting')
    .set({ value: JSON.stringify(value) })
    .where('key', '=', name)
    .where('value', '=', JSON.stringify(before))
    .execute()
}

/** Forgets a setting; says whether there was one. */
export async function removeSetting(db: Database, name: keyof Settings): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('setting')
    .where('key', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Keeps a setting unless there is one already. */
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
