/** @module-tag long */
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Answer, Body } from '#contract'
import { makeRestoring } from '../../../server/app/backup/restoring.ts'
import { readConfig } from '../../../server/base/config.ts'
import { folderStore } from '../../../server/backup/store/folderStore.ts'
import { readState } from '../../../server/backup/shipping/localState.ts'
import { sortNames } from '../../../server/backup/store/names.ts'
import { s3Store } from '../../../server/backup/store/s3Store.ts'
import type { Store } from '../../../server/backup/store/store.ts'
import { openVault } from '../../../server/backup/store/vault.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { storeForBackup } from '../../../server/backup/store/secret.ts'
import { openSecret } from '../../../server/database/secret/secret.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { newSetupLink } from '../../../server/people/login/setup.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { shipped } from '../../support/backups.ts'
import { hashAsServersDo } from '../../support/cheapPasswords.ts'
import { buyByCard } from '../../support/cards.ts'
import { aPlan } from '../../support/make.ts'
import { serveS3 } from '../../support/s3.ts'
import { emptyFolder, serve } from '../../support/served.ts'
import { makeWorld } from '../../support/world.ts'

const READY = { timeout: 60_000, interval: 50 }
const PASSWORD = 'a good password'

/** A shop with books, whose every commit is shipped; its customer buys as often as asked. */
async function aShop(store?: Store) {
  const [dataDir, folder] = [await emptyFolder(), await emptyFolder()]
  const key = randomBytes(32)
  const vault = openVault(key)
  const env = { DATABASE_URL: `file:${join(dataDir, 'sluice.db')}`, DATA_DIR: dataDir }
  const world = await makeWorld({ env })
  const secret = await openSecret(world.db, { key: '', keyFile: join(dataDir, 'secret.key') })
  await storeForBackup(world.db, vault, secret)
  await changeSetting(world.db, 'base', { title: 'North Star' })
  const asUsual = hashAsServersDo()
  const passwordHash = await hashPassword(PASSWORD)
  asUsual()
  await world.db.updateTable('user').set({ passwordHash }).execute()
  const customer = await world.person()
  const planId = await aPlan(world)
  const site = await shipped({ dataDir, vault, store: store ?? folderStore(folder) })
  return {
    ...site,
    world,
    place: folder,
    key: key.toString('base64url'),
    /** Everything of it is lost but the store. */
    async loseDisk() {
      await site.stop()
      await rm(dataDir, { recursive: true })
    },
    async buy() {
      expect(await buyByCard(world, customer, planId)).toBe(200)
      await site.isShipped()
      // Moments are minutes to people and milliseconds here.
      await pause(20)
      const time = Date.now()
      await pause(20)
      return time
    },
  }
}

type Wanted = Omit<Body<'fetchBackup'>, 'token'>
type Status = Answer<'getRestore'>
const PAGE = '/api/home/setup/restore'

/** The calls of a set-up page, by what sends them: the text of the reply. */
function pageBy(send: (method: 'GET' | 'PUT' | 'POST', body?: object) => Promise<string>) {
  const status = async () => JSON.parse(await send('GET')) as Status
  return {
    status,
    restore: (time?: number) => send('PUT', { ...(time && { time }) }),
    fetch: (wanted: Wanted) => send('POST', wanted),
    /** Fetches, and waits for what comes of it. */
    async fetched(wanted: Wanted) {
      expect(await send('POST', wanted)).toBe('success')
      await vi.waitFor(async () => expect((await status()).state).not.toBe('fetching'), READY)
      return status()
    },
  }
}

/** A console that was just installed, a process of its own, and its set-up page. */
async function aFreshConsole() {
  const dataDir = await emptyFolder()
  const server = await serve({ DATA_DIR: dataDir, SECRET_KEY: '' })
  await vi.waitFor(() => expect(server.said()).toContain('/home/setup/'), READY)
  const token = /\/home\/setup\/(\S+)/.exec(server.said())?.[1] ?? ''
  const page = pageBy(async (method, body) => {
    const sent = body && { body: JSON.stringify({ token, ...body }) }
    const headers = { 'content-type': 'application/json' }
    const url = `${server.url}${PAGE}${body ? '' : `?token=${token}`}`
    return (await fetch(url, { method, headers, ...sent })).text()
  })
  return { ...server, ...page, dataDir }
}

/** The set-up page of a console in this process: a copy is fetched, and none is taken. */
async function aSetUpPage() {
  const dataDir = await emptyFolder()
  const env = { DATABASE_URL: `file:${join(dataDir, 'sluice.db')}`, DATA_DIR: dataDir }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const restart = () => expect.unreachable('nothing was to be restored')
  const restoring = makeRestoring({ config: readConfig(env), log, restart })
  const { world, app, db } = await makeWorld({ env, restoring })
  onTestFinished(() => restoring?.drop())
  await db.deleteFrom('user').execute()
  const token = (await newSetupLink(world))?.split('/').at(-1) ?? ''
  const page = pageBy(async (method, body) => {
    const sent = body ? { payload: { token, ...body } } : { query: { token } }
    return (await app.inject({ method, url: PAGE, ...sent })).payload
  })
  return { ...page, dataDir }
}

describe('restoreBackup', { timeout: 200_000 }, () => {
  test('brings back what was lost, as it was at a moment, and only onto an empty server', async () => {
    const shop = await aShop()
    const moment = await shop.buy()
    await shop.world.person()
    await shop.buy()
    await shop.loseDisk()

    const fresh = await aFreshConsole()
    const { key, place } = shop
    expect(await fresh.restore()).toBe('nothing fetched')
    const latest = await fresh.fetched({ place, key })
    expect(latest).toMatchObject({
      state: 'fetched',
      isShipping: false,
      found: { title: 'North Star', users: 3, accounts: 2, orders: 2, problems: [] },
    })
    const earlier = await fresh.fetched({ place, key, at: moment })
    expect(earlier.found).toMatchObject({ users: 2, accounts: 1, orders: 1, problems: [] })
    expect(earlier.found!.time).toBeLessThanOrEqual(moment)
    expect(earlier.found!.last).toBe(latest.found!.last)
    expect(earlier.found!.first).toBeLessThan(moment)

    // One of two goes on; the other may meet a server that is starting again.
    // Somebody who looked at the other copy meanwhile does not restore this one.
    expect(await fresh.restore(latest.found!.time)).toBe('nothing fetched')
    const { time } = earlier.found!
    const both = [fresh.restore(time), fresh.restore(time)].map((one) =>
      one.catch(() => 'no answer'),
    )
    expect((await Promise.all(both)).filter((said) => said === 'success')).toHaveLength(1)
    const logIn = () =>
      fetch(`${fresh.url}/api/home/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'main@example.com', password: PASSWORD }),
      }).then((reply) => reply.status)
    const isSetUp = async () => {
      const reply = await fetch(`${fresh.url}/api/home/login`).catch(() => undefined)
      return reply?.ok && ((await reply.json()) as Answer<'getStatus'>).setup === false
    }
    await vi.waitFor(async () => expect(await isSetUp()).toBe(true), READY)
    expect(await logIn()).toBe(200)
    // It is the same process, which a service manager goes on watching.
    expect(fresh.child.exitCode).toBeNull()

    expect(await fresh.restore()).toBe('link used')
    expect(await fresh.fetch({ place, key })).toBe('link used')
    fresh.child.kill('SIGTERM')
    await fresh.ended
    const db = openDatabase(`file:${join(fresh.dataDir, 'sluice.db')}`)
    expect(await checkLedger(db)).toEqual([])
    expect(await db.selectFrom('placedOrder').select('id').execute()).toHaveLength(1)
    await db.destroy()
    expect(readState(fresh.dataDir).takesOver).toBe(shop.state.instance)
    expect(existsSync(join(fresh.dataDir, 'fetched-backup'))).toBe(false)
  })
})

describe('fetchBackup', { timeout: 200_000 }, () => {
  test('says why not, and leaves nothing of it behind', async () => {
    const shop = await aShop()
    const moment = await shop.buy()
    const { key, place, store } = shop
    const fresh = await aSetUpPage()
    const whyNot = async (wanted: Wanted) => {
      const { state, problem } = await fresh.fetched(wanted)
      expect(state).toBe('failed')
      expect(readdirSync(fresh.dataDir)).not.toContain('fetched-backup')
      return problem
    }
    const other = randomBytes(32).toString('base64url')
    expect(await fresh.fetch({ place, key: 'no key' })).toBe('invalid key')
    expect(await whyNot({ place, key: other })).toMatchObject({ word: 'wrong key' })
    const empty = await emptyFolder()
    expect(await whyNot({ place: empty, key })).toMatchObject({ word: 'no backup' })
    const early = await whyNot({ place, key, at: moment - 86_400_000 })
    expect(early).toMatchObject({ word: 'too early', earliest: expect.any(Number) })

    await sql`insert into kysely_migration (name, timestamp) values ('999-later', '')`.execute(
      shop.world.db,
    )
    await shop.isShipped()
    const newer = await whyNot({ place, key })
    expect(newer).toMatchObject({ word: 'newer release', detail: expect.stringMatching('999') })

    await shop.stop()
    const { segments, snapshots } = sortNames(await store.list())[0]!
    const { names } = snapshots.findLast(({ isWhole }) => isWhole)!
    const last = segments.at(-1)!.name
    const bytes = (await store.get(last))!
    await store.put(last, bytes.subarray(0, bytes.length - 7))
    expect(await whyNot({ place, key })).toMatchObject({
      word: 'damaged',
      detail: expect.stringContaining(last),
    })
    await store.remove(names[0]!)
    await store.put(last, bytes)
    expect(await whyNot({ place, key })).toMatchObject({ word: 'damaged' })
  })

  test('reads a bucket, and says what is wrong with it', async () => {
    const service = await serveS3()
    const { endpoint, region, keyId, secret } = service
    const shop = await aShop(s3Store({ url: 's3://bucket/a shop', ...service }))
    await shop.buy()
    await shop.stop()
    const fresh = await aSetUpPage()
    const bucket = { place: 's3://bucket/a shop', endpoint, region, keyId, secret, key: shop.key }
    expect(await fresh.fetched(bucket)).toMatchObject({ state: 'fetched', found: { orders: 1 } })
    const changed = async (change: object) =>
      (await fresh.fetched({ ...bucket, ...change })).problem?.word
    expect(await changed({ secret: 'another' })).toBe('store refused')
    expect(await changed({ place: 's3://none' })).toBe('store refused')
    expect(await changed({ endpoint: 'http://127.0.0.1:9' })).toBe('store away')
    expect(await fresh.restore()).toBe('nothing fetched')
  })
})

describe('getRestore', () => {
  test('needs the link, and a database of which there are such backups', async () => {
    const { world, db, as } = await makeWorld()
    await db.deleteFrom('user').execute()
    const link = (await newSetupLink(world)) ?? ''
    const token = link.split('/').at(-1) ?? ''
    const get = async (query: { token: string }) =>
      (await as(null).GET('/api/home/setup/restore', { params: { query } })).error
    expect(await get({ token })).toBe('not embedded')
    expect(await get({ token: 'another' })).toBe('link used')
  })
})
