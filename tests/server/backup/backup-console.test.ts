import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { makeAsked } from '../../../server/app/backup/run.ts'
import { readConfig } from '../../../server/base/config.ts'
import { withGivenPlace } from '../../../server/backup/store/givenPlace.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { hashAsServersDo } from '../../support/cheapPasswords.ts'
import { aPlan } from '../../support/make.ts'
import { buyByCard } from '../../support/cards.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { emptyFolder, serve, sessionOn } from '../../support/served.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const PASSWORD = 'a good password'
const proof = { password: PASSWORD }
const READY = { timeout: 60_000, interval: 100 }

async function aWorld(env: NodeJS.ProcessEnv = {}) {
  const dataDir = await emptyFolder()
  const world = await makeWorld({ env: { DATA_DIR: dataDir, ...env } })
  const passwordHash = await hashPassword(PASSWORD)
  await world.db.updateTable('user').set({ passwordHash }).where('id', '=', 1).execute()
  const setUp = async (place: string, more: object = {}) =>
    world.as(mainAdmin).PUT('/api/admin/backup/place', { body: { proof, place, ...more } })
  const config = () =>
    withGivenPlace(
      readConfig({ DATA_DIR: dataDir, ...env }),
      (sentence) => void said.push(sentence),
    )
  const said: string[] = []
  return { world, dataDir, setUp, config, said }
}

describe('setUpBackup', () => {
  test('keeps a store that was tried, sealed, and the next start has it', async () => {
    const { setUp, config, dataDir } = await aWorld()
    const folder = await emptyFolder()
    expect((await setUp(folder)).data).toEqual({ problem: null })
    expect(readdirSync(folder)).toEqual([])
    const { backup } = await config()
    expect(backup).toMatchObject({ place: folder, isOfConsole: true, region: 'us-east-1' })
    const file = join(dataDir, 'backup.place')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'latin1')).not.toContain(folder)
    expect(statSync(join(dataDir, 'backup.key')).mode & 0o777).toBe(0o600)
    // Another one in its place.
    const other = await emptyFolder()
    expect((await setUp(other)).data).toEqual({ problem: null })
    expect((await config()).backup.place).toBe(other)
  })

  test('the environment wins, and says so', async () => {
    const { setUp, config } = await aWorld()
    await setUp(await emptyFolder())
    const given = await withGivenPlace(
      readConfig({ DATA_DIR: (await config()).dataDir, BACKUP: '/of-the-environment' }),
      () => {},
    )
    expect(given.backup).toMatchObject({ place: '/of-the-environment', isOfConsole: false })
    const { world, setUp: again } = await aWorld({ BACKUP: '/of-the-environment' })
    expect((await again('/elsewhere')).error).toBe('set by environment')
    const { data } = await world.as(mainAdmin).GET('/api/admin/backup')
    expect(data).toMatchObject({ place: '/of-the-environment', from: 'environment' })
  })

  test('a key that is another one leaves backups off, with a sentence, and the shop serves', async () => {
    const { setUp, config, dataDir, said } = await aWorld()
    await setUp(await emptyFolder())
    writeFileSync(join(dataDir, 'backup.key'), randomBytes(32).toString('base64url'))
    expect((await config()).backup).toMatchObject({ place: '', isOfConsole: false })
    expect(said).toEqual([expect.stringContaining('Backups are off')])
  })

  test.each([
    [
      'within the data folder',
      (dataDir: string) => join(dataDir, 'backups'),
      /within the data folder/,
    ],
    ['the data folder', (dataDir: string) => dataDir, /within the data folder/],
    ['a file', (dataDir: string) => join(dataDir, 'a-file'), /./],
    ['a bucket without keys', () => 's3://bucket/x', /AWS_ACCESS_KEY_ID/],
  ])('%s is none, and nothing is kept', async (_name, placeIn, sentence) => {
    const { setUp, config, dataDir } = await aWorld()
    writeFileSync(join(dataDir, 'a-file'), '')
    const { data } = await setUp(placeIn(dataDir))
    expect(data?.problem).toMatch(sentence)
    expect((await config()).backup.place).toBe('')
    expect(readdirSync(dataDir).filter((name) => name.startsWith('backup'))).toEqual([])
  })

  test('what holds something, with no key here, is not touched', async () => {
    const { setUp, config } = await aWorld()
    const folder = await emptyFolder()
    writeFileSync(join(folder, 'of-somebody'), 'x')
    expect((await setUp(folder)).data?.problem).toMatch(/There is something/)
    expect(readdirSync(folder)).toEqual(['of-somebody'])
    expect((await config()).backup.place).toBe('')
  })

  test('is for the main admin with a proof, and for the embedded database', async () => {
    const { world, setUp, dataDir } = await aWorld()
    const place = await emptyFolder()
    const wrong = { proof: { password: 'not it' }, place }
    const as = (caller: typeof mainAdmin) =>
      world.as(caller).PUT('/api/admin/backup/place', { body: wrong })
    expect((await as(mainAdmin)).error).toBe('invalid password')
    expect((await as(await world.person({ type: 'admin' }))).response.status).toBe(403)
    expect(readdirSync(dataDir)).toEqual([])
    expect((await setUp('not absolute')).response.status).toBe(400)
  })
})

describe('showBackupKey', () => {
  test('tells the key after a proof, and none that the environment gives', async () => {
    const { world, setUp, dataDir } = await aWorld()
    const show = (body: { password: string }, of = world) =>
      of.as(mainAdmin).POST('/api/admin/backup/key/show', { body })
    expect((await show(proof)).error).toBe('no key')
    await setUp(await emptyFolder())
    expect((await show({ password: 'not it' })).error).toBe('invalid password')
    const { data } = await show(proof)
    expect(data?.key).toBe(readFileSync(join(dataDir, 'backup.key'), 'utf8').trim())
    const given = await aWorld({ BACKUP_KEY: 'K'.repeat(43) })
    expect((await show(proof, given.world)).error).toBe('no key')
  })
})

describe('makeBackup', () => {
  test('is refused without backups, and wants a proof', async () => {
    const { world } = await aWorld()
    const make = (password: string) =>
      world.as(mainAdmin).POST('/api/admin/backup/make', { body: { password } })
    expect((await make('not it')).error).toBe('invalid password')
    expect((await make(PASSWORD)).error).toBe('no backups')
  })

  test('is one at a time, and says what became of it', async () => {
    const held = Promise.withResolvers<void>()
    let problem: string | null = null
    const asked = makeAsked({
      now: () => 7,
      snapshot: () => held.promise,
      check: async () => problem,
    })
    expect(asked.task()).toBeUndefined()
    expect(asked.make()).toBe(true)
    expect(asked.make()).toBe(false)
    expect(asked.task()).toEqual({ state: 'working', since: 7, problem: null })
    held.resolve()
    await vi.waitFor(() => expect(asked.task()?.state).toBe('done'))
    problem = 'It is cut.'
    expect(asked.make()).toBe(true)
    await vi.waitFor(() =>
      expect(asked.task()).toEqual({ state: 'failed', since: 7, problem: 'It is cut.' }),
    )
  })
})

describe('previewRestore', () => {
  test('counts what came since, and nothing of before', async () => {
    const { world } = await aWorld()
    const { db, clock } = world
    const loss = async (at: number) =>
      (await world.as(mainAdmin).GET('/api/admin/backup/loss', { params: { query: { at } } })).data
    const customer = await world.person()
    const planId = await aPlan(world)
    clock.add(60_000)
    const before = clock.at
    const none = { users: 0, accounts: 0, orders: 0, payments: 0, flow: 0 }
    expect(await loss(before)).toEqual(none)
    clock.add(60_000)
    expect(await buyByCard(world, customer, planId)).toBe(200)
    await db
      .insertInto('serverFlow')
      .values({ serverId: 1, bucket: clock.at, up: 3, down: 4 })
      .execute()
    expect(await loss(before)).toMatchObject({ users: 0, accounts: 1, orders: 1, flow: 7 })
    expect((await loss(before))!.payments).toBeGreaterThan(0)
    expect(await loss(clock.at + 1)).toEqual(none)
    const other = world.as(await world.person({ type: 'admin' }))
    const query = { at: 0 }
    expect((await other.GET('/api/admin/backup/loss', { params: { query } })).response.status).toBe(
      403,
    )
  })
})

test(
  'a console without settings is given a store, starts again with it, and makes a copy',
  { tags: ['long'], timeout: 120_000 },
  async () => {
    const [dataDir, folder] = [await emptyFolder(), await emptyFolder()]
    const served = await serve({ DATA_DIR: dataDir })
    await vi.waitFor(async () => expect(await served.status()).toBe(200), READY)
    const db = openDatabase(`file:${join(dataDir, 'sluice.db')}`)
    const asUsual = hashAsServersDo()
    const passwordHash = await hashPassword(PASSWORD)
    asUsual()
    const main = { username: 'main', email: 'main', passwordHash, type: 'admin' as const }
    await db
      .insertInto('user')
      .values({ id: 1, ...main, telegram: null, createTime: 0, lastLogin: null })
      .execute()
    const cookie = await sessionOn(db, 1)
    await db.destroy()
    const send = (method: string, path: string, body?: object) =>
      fetch(`${served.url}${path}`, {
        method,
        headers: { cookie, 'content-type': 'application/json', origin: served.url },
        ...(body && { body: JSON.stringify(body) }),
      })
    const status = async () =>
      (await (await send('GET', '/api/admin/backup')).json()) as {
        state: string
        from: string
        task?: { state: string; problem: string | null }
      }
    const reply = await send('PUT', '/api/admin/backup/place', { proof, place: folder })
    expect(await reply.json()).toEqual({ problem: null })
    await vi.waitFor(async () => {
      expect(await status()).toMatchObject({ state: 'ok', from: 'console' })
    }, READY)
    const snapshots = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        /snapshot/.test(name),
      ).length
    const before = snapshots()
    expect(await (await send('POST', '/api/admin/backup/make', proof)).text()).toBe('success')
    await vi.waitFor(async () => {
      expect((await status()).task).toMatchObject({ state: 'done', problem: null })
    }, READY)
    expect(snapshots()).toBeGreaterThan(before)
  },
)
