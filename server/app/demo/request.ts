import type { Kysely } from 'kysely'
import { randomPassword } from '#rules/password.ts'
import type { Config } from '../../base/config.ts'
import { keepDays } from '../../admin/counts/closing.ts'
import { hashPassword } from '../../people/session/passwords.ts'
import { changePasswordHash } from '../../people/session/people.ts'
import type { Tables } from '../../database/tables.ts'
import { fillDemo } from './fill.ts'

const DEFAULT_ACCOUNTS = 200
const STEPS = 20

/**
 * Fills the database with a demo if the command line requests one: `--demo`, or `--demo=5000` for
 * so many accounts. A database that has users stays as it is.
 */
export async function fillDemoOnRequest(
  db: Kysely<Tables>,
  { timeZone, engineHost }: Pick<Config, 'timeZone' | 'engineHost'>,
  words: readonly string[],
): Promise<void> {
  const accounts = accountsIn(words)
  if (accounts === undefined) return
  if (await db.selectFrom('user').select('id').limit(1).executeTakeFirst()) {
    console.log('The demo is left out: the database has users already.')
    return
  }
  const began = performance.now()
  let shown = 0
  await fillDemo(db, {
    accounts,
    now: Date.now(),
    timeZone,
    engineHost,
    onProgress(done, total) {
      const step = Math.floor((done / total) * STEPS)
      if (step === shown) return
      shown = step
      showProgress(step, `${done} of ${total} accounts`)
    },
  })
  // Home's lines are there at once, and not a minute later.
  await keepDays({ db, now: Date.now, config: { timeZone } })
  console.log(`The demo is ready after ${Math.round((performance.now() - began) / 1_000)} s.`)
  await openForOne(db)
}

/** Gives one customer a random password, printed only here, so that the demo can be seen as one. */
async function openForOne(db: Kysely<Tables>): Promise<void> {
  const customer = await db
    .selectFrom('account')
    .innerJoin('user', 'user.id', 'account.userId')
    .select(['user.id', 'user.email'])
    .where('user.type', '=', 'normal')
    .where('account.active', '=', 1)
    .where('account.type', '=', 3)
    .orderBy('account.expireTime', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!customer) return
  const password = randomPassword(12)
  await changePasswordHash(db, customer.id, await hashPassword(password))
  console.log(`See it as a customer: ${customer.email}, password ${password}`)
}

function showProgress(step: number, words: string): void {
  const bar = `[${'#'.repeat(step)}${'.'.repeat(STEPS - step)}]`
  if (process.stdout.isTTY) process.stdout.write(`\r${bar} ${words}${step === STEPS ? '\n' : ''}`)
  else console.log(`${bar} ${words}`)
}

function accountsIn(words: readonly string[]): number | undefined {
  const word = words.find((one) => one === '--demo' || one.startsWith('--demo='))
  if (word === undefined) return undefined
  const accounts = word === '--demo' ? DEFAULT_ACCOUNTS : Number(word.slice('--demo='.length))
  if (Number.isInteger(accounts) && accounts > 0) return accounts
  throw new Error(`${word} must name a number of accounts, for example --demo=200.`)
}
