/** @module-tag long */
import { spawn } from 'node:child_process'
import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { idempotent } from '#contract'
import { openDatabase } from '../../../server/database/database.ts'
import { migrate } from '../../../server/database/migrations/migrate.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { freePort } from '../../support/freePort.ts'
import { SECRET_KEY, servedSecret, WITHOUT_SCREENS } from '../../support/served.ts'
import { aNewAccount, anAccount, aPlan, months } from '../../support/make.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { databaseAt } from '../../support/template.ts'

const DYING = new URL('../../support/dying.ts', import.meta.url).href
/** What `dying.ts` looks for. */
const DIES = { 'x-dies': '1' }
const TIMEOUT = 180_000

/** A database that several processes open, with a main admin and a customer who are logged in. */
async function openSite() {
  const dataDir = await mkdtemp(join(tmpdir(), 'keys-'))
  const postgres = process.env.TEST_DATABASE_URL
  const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
  const url = postgres ? databaseAt(postgres, name) : `file:${join(dataDir, 'sluice.db')}`
  if (postgres) {
    const server = openDatabase(postgres)
    await sql`create database ${sql.ref(name)}`.execute(server)
    await server.destroy()
  }
  const db = openDatabase(url)
  await migrate(db)
  const secret = await servedSecret(db)
  onTestFinished(async () => {
    await db.destroy()
    await rm(dataDir, { recursive: true, force: true })
  })
  const now = Date.now()
  async function person(id: number, type: 'normal' | 'admin') {
    const email = `${type}@example.com`
    const passwordHash = await hashPassword('long enough')
    await db
      .insertInto('user')
      .values({ id, username: email, email, passwordHash, type, createTime: now })
      .execute()
    const cookie = randomBytes(8).toString('hex')
    const session = createHmac('sha256', secret).update(cookie).digest('base64url')
    const row = { id: session, userId: id, createTime: now, expireTime: now + TIMEOUT * 10 }
    await db.insertInto('session').values(row).execute()
    return `sid=${cookie}`
  }
  const cookies = { admin: await person(1, 'admin'), customer: await person(1000, 'normal') }
  return {
    db,
    dataDir,
    url,
    cookies,
    clock: { at: now, set: () => undefined, add: () => undefined },
  }
}

type Site = Awaited<ReturnType<typeof openSite>>

/** Another process of the server over the same database. */
async function startServer({ dataDir, url }: Site, args: string[] = []) {
  const port = String(await freePort())
  const { TEST_DATABASE_URL: _, ...env } = process.env
  const child = spawn(process.execPath, [...WITHOUT_SCREENS, ...args, 'server/main.ts'], {
    env: {
      ...env,
      HOST: '127.0.0.1',
      PORT: port,
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      SECRET_KEY,
      ENGINE: 'false',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  })
  const over = once(child, 'exit')
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await over
  })
  const origin = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  await eventually(isUp, TIMEOUT)
  return { origin, over }
}

type Write = { id: keyof typeof idempotent; cookie?: string; body?: object; path?: string }

async function send(origin: string, { id, cookie, body, path }: Write, key: string, more = {}) {
  const [method = '', address = ''] = idempotent[id].split(' ')
  const url = origin + address.replace(/\{\w+\}/, path ?? '')
  const headers = {
    'idempotency-key': key,
    ...more,
    ...(cookie ? { cookie } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  }
  const reply = await fetch(url, { method, headers, body: body && JSON.stringify(body) })
  return { status: reply.status, text: await reply.text() }
}

/** Writes of each kind, and how often each was done. */
async function writesOf(site: Site) {
  const { db, cookies } = site
  const planId = await aPlan(site)
  const card = { code: 'abc', batchNumber: 1, position: 1, planId, createTime: site.clock.at }
  await db
    .insertInto('giftcard')
    .values({ ...card, status: 'AVAILABLE' })
    .execute()
  const moved = await anAccount(site, { userId: 1000, ...months(site, 1) })
  const gone = await anAccount(site)
  const batch = { count: 2, orderId: planId, comment: 'made' }
  const count = async (table: 'user' | 'placedOrder' | 'giftcard' | 'account') =>
    (await db.selectFrom(table).select('id').execute()).length
  const endOf = async (id: number) =>
    (await db.selectFrom('account').select('expireTime').where('id', '=', id).executeTakeFirst())
      ?.expireTime
  const ANN = { email: 'ann@example.com', password: 'long enough' }
  return [
    { write: { id: 'createUser', cookie: cookies.admin, body: ANN }, look: () => count('user') },
    {
      write: { id: 'createAccount', cookie: cookies.admin, body: aNewAccount({ port: 50_001 }) },
      look: () => count('account'),
    },
    {
      write: {
        id: 'redeemGiftcard',
        cookie: cookies.customer,
        body: { password: 'abc', accountId: moved },
      },
      look: () => endOf(moved),
    },
    {
      write: {
        id: 'adjustAccountTime',
        cookie: cookies.admin,
        body: { time: 1000 },
        path: `${moved}`,
      },
      look: () => endOf(moved),
    },
    {
      write: { id: 'createGiftcardBatch', cookie: cookies.admin, body: batch },
      look: () => count('giftcard'),
    },
    {
      write: { id: 'deleteAccount', cookie: cookies.admin, path: `${gone}` },
      look: () => endOf(gone).then((end) => end === undefined),
    },
  ] satisfies { write: Write; look: () => Promise<unknown> }[]
}

test(
  'a process that is killed between what it did and its answer has done it once',
  { timeout: TIMEOUT },
  async () => {
    const site = await openSite()
    // The one that follows is asked again, and dies of the next write.
    let running = await startServer(site, ['--import', DYING])
    for (const { write, look } of (await writesOf(site)).slice(0, 3)) {
      const key = randomUUID()
      const before = await look()
      await expect(send(running.origin, write, key, DIES), write.id).rejects.toThrow('fetch failed')
      expect((await running.over)[1]).toBe('SIGKILL')
      const done = await look()
      expect(done, write.id).not.toEqual(before)
      running = await startServer(site, ['--import', DYING])
      const { status, text } = await send(running.origin, write, key)
      expect([status, await look()], `${write.id}: ${text}`).toEqual([200, done])
    }
  },
)

// The embedded database belongs to one process.
test.runIf(process.env.TEST_DATABASE_URL)(
  'two processes are sent one write twenty times at once, and it is done once',
  { timeout: TIMEOUT },
  async () => {
    const site = await openSite()
    const servers = [await startServer(site), await startServer(site)]
    for (const { write, look } of await writesOf(site)) {
      const key = randomUUID()
      const all = Array.from({ length: 20 }, (_none, at) =>
        send(servers[at % 2]!.origin, write, key),
      )
      const replies = await Promise.all(all)
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size, write.id).toBe(1)
      expect(replies[0]?.status, write.id).toBe(200)
      const done = await look()
      await send(servers[0]!.origin, write, key)
      expect(await look(), write.id).toEqual(done)
    }
    const { ports } = await site.db
      .selectFrom('account')
      .select(({ fn }) => fn.countAll<number>().as('ports'))
      .where('port', '=', 50_001)
      .executeTakeFirstOrThrow()
    expect(ports).toBe(1)
  },
)
