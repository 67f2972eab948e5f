/** @module-tag long */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openForRotation } from '../../../server/app/secret/command.ts'
import { openForService } from '../../../server/database/opening.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { up as sealKeys } from '../../../server/database/migrations/015-sealed.ts'
import { migrate } from '../../../server/database/migrations/migrate.ts'
import { seal, unseal } from '../../../server/database/sealed.ts'
import { makeNextKey, makeSecretKey } from '../../../server/database/secret/key.ts'
import { rotateSecret } from '../../../server/database/secret/rotate.ts'
import { findSecret, openSecret, sealWith } from '../../../server/database/secret/secret.ts'
import { changeSetting, findStored } from '../../../server/database/settings/store.ts'
import { findVapidKeys } from '../../../server/notify/push/keys.ts'
import { emptyFolder } from '../../support/served.ts'
import { fillSecrets } from '../../support/secrets.ts'

/** A database and a place for its key, as a first start finds them. */
async function installation() {
  const folder = await emptyFolder()
  const url = `file:${join(folder, 'sluice.db')}`
  const db = openDatabase(url)
  await migrate(db)
  return { db, url, folder, place: { key: '', keyFile: join(folder, 'secret.key') } }
}

describe('the secret of an installation', () => {
  test('is made once, and no copy of the database alone opens it', async () => {
    const { db, place, folder } = await installation()
    const secret = await openSecret(db, place)
    expect(await openSecret(db, place)).toBe(secret)
    expect(await findSecret(db)).toBe(secret)
    expect(statSync(place.keyFile).mode & 0o777).toBe(0o600)
    await sql`pragma wal_checkpoint(truncate)`.execute(db)
    const file = readFileSync(join(folder, 'sluice.db'))
    expect(file.includes(secret)).toBe(false)
    expect(file.includes(readFileSync(place.keyFile, 'utf8').trim())).toBe(false)
  })

  test('two processes that start at the same moment have the same', async () => {
    const { db, url, place } = await installation()
    const other = openDatabase(url)
    const [one, two] = await Promise.all([openSecret(db, place), openSecret(other, place)])
    expect(one).toBe(two)
    // A key is whole before it has its name, and the first one stays.
    expect(makeSecretKey(place)).toEqual(makeSecretKey(place))
  })

  test('of a release that stored it in plain text stays the same, and is encrypted from then on', async () => {
    const { db, place } = await installation()
    await changeSetting(db, 'secret', 'as it was')
    expect(await openSecret(db, place)).toBe('as it was')
    expect(JSON.stringify(await findStored(db, 'secret'))).not.toContain('as it was')
  })

  test('is refused with a sentence when the key is missing, another one, or none', async () => {
    const { db, place } = await installation()
    await openSecret(db, { ...place, key: KEY })
    await expect(openSecret(db, place)).rejects.toThrow(/there is no key at .*secret\.key\. Give/)
    // None is made where there is something to open.
    expect(existsSync(place.keyFile)).toBe(false)
    await expect(openSecret(db, { ...place, key: OTHER })).rejects.toThrow(
      /another key than that of SECRET_KEY/,
    )
    await expect(openSecret(db, { ...place, key: 'short' })).rejects.toThrow(
      /SECRET_KEY must hold a secret key/,
    )
    expect(await openSecret(db, { ...place, key: KEY })).toBeTruthy()
  })

  test('a process that has not opened it does not get it', async () => {
    const { db } = await installation()
    await changeSetting(db, 'secret', sealWith(Buffer.alloc(32, 7), 'of another process'))
    await expect(findSecret(db)).rejects.toThrow('not opened')
  })
})

describe('another key', () => {
  test('opens the same secret, and the old one opens nothing', async () => {
    const { db, place } = await installation()
    const secret = await openSecret(db, place)
    const old = readFileSync(place.keyFile, 'utf8').trim()
    expect(await rotateSecret(db, place, { all: false })).toContain(place.keyFile)
    expect(readFileSync(place.keyFile, 'utf8').trim()).not.toBe(old)
    expect(await openSecret(db, place)).toBe(secret)
    await expect(openSecret(db, { ...place, key: old })).rejects.toThrow('another key')
  })

  test('given by the environment needs its successor there', async () => {
    const { db, place } = await installation()
    const given = { ...place, key: KEY }
    const secret = await openSecret(db, given)
    await expect(rotateSecret(db, given, { all: false })).rejects.toThrow('SECRET_KEY_NEXT')
    await rotateSecret(db, given, { all: false, nextKey: OTHER })
    expect(await openSecret(db, { ...place, key: OTHER })).toBe(secret)
    await expect(openSecret(db, given)).rejects.toThrow('another key')
  })

  test('that was cut off before the file followed is taken by the next start', async () => {
    const { db, place } = await installation()
    const secret = await openSecret(db, place)
    const next = makeNextKey(place)
    // Cut off here nothing has happened yet.
    expect(await openSecret(db, place)).toBe(secret)
    await changeSetting(db, 'secret', sealWith(next, secret))
    expect(await openSecret(db, place)).toBe(secret)
    expect(existsSync(`${place.keyFile}.next`)).toBe(false)
    expect(readFileSync(place.keyFile, 'utf8').trim()).toBe(next.toString('base64url'))
  })

  test('with a new secret encrypts everything again, and leaves nothing under the old one', async () => {
    const { db, place } = await installation()
    const secret = await openSecret(db, place)
    await fillSecrets(db, secret)
    expect((await sealedTexts(db, secret)).length).toBeGreaterThanOrEqual(9)
    const said = await rotateSecret(db, place, { all: true })
    const fresh = await openSecret(db, place)
    expect(fresh).not.toBe(secret)
    expect(await sealedTexts(db, secret)).toEqual([])
    const texts = await sealedTexts(db, fresh)
    expect(said).toContain(`${texts.length} keys and passwords were sealed anew`)
    expect(texts).toContain('the password of SMTP')
    expect((await findVapidKeys({ db, secret: fresh })).privateKey).toHaveLength(43)
    expect(await db.selectFrom('recoveryCode').select('userId').execute()).toEqual([])
    expect(await db.selectFrom('session').select('id').execute()).toEqual([])
  })
})

describe('another secret', () => {
  test('is refused while a console runs, and another key is not', async () => {
    const { db, url, folder, place } = await installation()
    const config = { databaseUrl: url, dataDir: folder }
    await openSecret(db, place)
    await (await openForRotation(config, false)).destroy()
    await expect(openForRotation(config, true)).rejects.toThrow(
      'is in use: stop the console that runs on it, then try again. Nothing was changed.',
    )
    await db.destroy()
    const alone = await openForRotation(config, true)
    // Nor does one start meanwhile.
    await expect(openForService(config)).rejects.toThrow('Another program holds')
    await rotateSecret(alone, place, { all: true })
    await alone.destroy()
    await (await openForService(config)).destroy()
  })
})

test('the private key of push messages is sealed by the upgrade', async () => {
  const { db } = await installation()
  await changeSetting(db, 'secret', 'as it was')
  const plain = { publicKey: 'public', privateKey: 'private' }
  await changeSetting(db, 'vapid', plain)
  await sealKeys(db as never)
  const stored = await findStored(db, 'vapid')
  expect(stored?.privateKey).not.toBe('private')
  expect(await findVapidKeys({ db, secret: 'as it was' })).toEqual(plain)
})

test('a key file that holds something else is named', async () => {
  const { db, place } = await installation()
  writeFileSync(place.keyFile, 'no key')
  await expect(openSecret(db, place)).rejects.toThrow(`The file ${place.keyFile} must hold`)
})

const KEY = Buffer.alloc(32, 1).toString('base64url')
const OTHER = Buffer.alloc(32, 2).toString('base64url')

/** Every text anywhere in the database that this secret opens, opened. */
async function sealedTexts(db: ReturnType<typeof openDatabase>, secret: string) {
  const tables = await db.introspection.getTables()
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
      db,
    )
    for (const text of rows.flatMap((row) => Object.values(row)).flatMap(textsIn))
      try {
        found.push(unseal(text, secret))
      } catch {
        // Sealed with another one, or not at all.
      }
  }
  return found
}

/** The texts in a value, also in the JSON of one. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string' && /^[{[]/.test(value)) return textsIn(JSON.parse(value))
  if (typeof value === 'string') return [value]
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : []
}

test('a search for sealed texts finds them, also in JSON', async () => {
  const { db } = await installation()
  await changeSetting(db, 'telegramProblem', { a: [seal('hidden', 'x')] } as never)
  expect(await sealedTexts(db, 'x')).toEqual(['hidden'])
})
