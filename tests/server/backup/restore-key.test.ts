import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { restoreHere } from '../../../server/app/backup/restoreHere.ts'
import { readConfig } from '../../../server/base/config.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { openForService } from '../../../server/database/opening.ts'
import { storeForBackup } from '../../../server/backup/store/secret.ts'
import { rotateSecret } from '../../../server/database/secret/rotate.ts'
import { openSecret } from '../../../server/database/secret/secret.ts'
import {
  changeSetting,
  findSetting,
  removeSetting,
} from '../../../server/database/settings/store.ts'
import { shipped } from '../../support/backups.ts'
import { emptyFolder } from '../../support/served.ts'

/** A shop whose key was changed, the moment before that, and its data folder without the database. */
async function aShopWithANewKey({ all = false, brings = true } = {}) {
  const dataDir = await emptyFolder()
  const config = readConfig({
    DATA_DIR: dataDir,
    DATABASE_URL: `file:${join(dataDir, 'sluice.db')}`,
  })
  await (await openForService(config)).destroy()
  const first = await shipped({ dataDir })
  const { store, vault } = first
  const secret = await openSecret(first.db, config.secretKey)
  if (brings) await storeForBackup(first.db, vault, secret)
  await changeSetting(first.db, 'base', { title: 'before' })
  await first.isShipped()
  await pause(20)
  const at = Date.now()
  await pause(20)
  await first.stop()

  const db = openDatabase(config.databaseUrl)
  await rotateSecret(db, config.secretKey, { all })
  const present = await openSecret(db, config.secretKey)
  await db.destroy()
  const second = await shipped({ dataDir, store, vault })
  if (brings) await storeForBackup(second.db, vault, present)
  await changeSetting(second.db, 'base', { title: 'after' })
  await second.isShipped()
  await second.stop()
  const restore = (how: { at?: number; to?: string } = { at }) =>
    restoreHere(config, { store, vault }, how)
  return { dataDir, config, at, secret, present, restore, moveAway: () => moveAway(dataDir) }
}

/** As the manual says: the database is moved out of the data folder. */
async function moveAway(dataDir: string) {
  const away = await emptyFolder()
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith('sluice.db')))
    await rename(join(dataDir, name), join(away, name))
  return join(away, 'sluice.db')
}

/** What a start finds: the secret it can open, and of when the shop is. */
async function startedOn(config: ReturnType<typeof readConfig>) {
  const db = await openForService(config)
  const secret = await openSecret(db, config.secretKey)
  const { title } = await findSetting(db, 'base')
  await db.destroy()
  return { secret, title }
}

test.each([{ all: false }, { all: true }])(
  'a moment from before a new key is restored in place, and back (with a new secret: $all)',
  async ({ all }) => {
    const {
      config,
      secret,
      present,
      restore,
      moveAway: out,
      dataDir,
    } = await aShopWithANewKey({ all })
    const key = readFileSync(join(dataDir, 'secret.key'), 'utf8')
    for (let times = 0; times < 2; times += 1) {
      await out()
      await restore()
      expect(await startedOn(config)).toEqual({ secret, title: 'before' })
    }
    const earlier = await out()
    await restore({})
    expect(await startedOn(config)).toEqual({ secret: present, title: 'after' })
    // What was moved out opens with the same key.
    expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(key)
    expect(await startedOn({ ...config, databaseUrl: `file:${earlier}` })).toMatchObject({ secret })
    expect(readdirSync(dataDir)).not.toContain('restored-backup')
  },
)

test('a machine that lost everything goes back to before its new key, and further', async () => {
  const { config, secret, present, restore, dataDir } = await aShopWithANewKey()
  rmSync(dataDir, { recursive: true })
  await mkdir(dataDir)
  await restore({})
  expect(await startedOn(config)).toEqual({ secret: present, title: 'after' })
  await moveAway(dataDir)
  await restore()
  expect(await startedOn(config)).toEqual({ secret, title: 'before' })
})

test('a restore that is refused leaves the data folder as it was', async () => {
  const { dataDir, restore, moveAway: out, config } = await aShopWithANewKey({ brings: false })
  const content = () =>
    Object.fromEntries(
      readdirSync(dataDir)
        .filter((name) => !name.includes('console.lock'))
        .map((name) => [name, readFileSync(join(dataDir, name), 'base64')]),
    )
  const full = content()
  await expect(restore()).rejects.toThrow('There is a database in')
  expect(content()).toEqual(full)

  await out()
  const before = content()
  await expect(restore()).rejects.toThrow(/does not bring one.*Nothing was changed\.$/)
  expect(content()).toEqual(before)
  await writeFile(join(dataDir, 'secret.key'), 'no key')
  const broken = content()
  await expect(restore()).rejects.toThrow('must hold')
  expect(content()).toEqual(broken)

  // To look at it is nobody's loss.
  const to = await emptyFolder()
  await restore({ to })
  expect(existsSync(join(to, 'sluice.db'))).toBe(true)
  expect(content()).toEqual(broken)
  // The key of that time, or the state of this one, is what is asked for.
  await writeFile(join(dataDir, 'secret.key'), Buffer.from(before['secret.key']!, 'base64'))
  await restore({})
  expect(await startedOn(config)).toMatchObject({ title: 'after' })
})

test('a new secret leaves none of the old one for the backup', async () => {
  const { config, dataDir } = await aShopWithANewKey({ all: true })
  const db = openDatabase(`file:${join(dataDir, 'sluice.db')}`)
  await rotateSecret(db, config.secretKey, { all: true })
  expect(await removeSetting(db, 'secretInBackup')).toBe(false)
  await db.destroy()
})
