import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { FastifyInstance } from 'fastify'
import createClient from 'openapi-fetch'
import { onTestFinished } from 'vitest'
import type { paths } from '#contract'
import { makeApp } from '../../server/app/app.ts'
import { readConfig } from '../../server/base/config.ts'
import { NO_CERTIFICATE } from '../../server/base/certificate.ts'
import { BACKUP_OFF } from '../../server/backup/shipping/status.ts'
import type { Caller } from '../../server/http/contract.ts'
import { findSecret } from '../../server/database/secret/secret.ts'
import { openDatabase, openEmbedded } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrations/migrate.ts'
import { openNodeLinks } from '../../server/fleet/nodes/links.ts'
import { noPlane } from '../../server/engine/noPlane.ts'
import { openBoard } from '../../server/fleet/health/board.ts'
import type { Plane } from '../../server/engine/plane.ts'
import { callerOf } from '../../server/people/session/visit.ts'
import type { World } from '../../server/http/world.ts'
import { takeDatabase } from './postgres.ts'

type Person = {
  id?: number
  type?: 'normal' | 'admin'
  email?: string
  groupId?: number
  passwordHash?: string
}

export const mainAdmin: Caller = callerOf({ id: 1, type: 'admin', groupId: 0 })

const START = Date.UTC(2026, 0, 15, 12)

/** A server of its own for one test: empty database, stopped clock, the main admin in place. */
export async function makeWorld(
  options: {
    plane?: Plane
    backup?: World['backup']
    certificate?: World['certificate']
    ends?: World['ends']
    restoring?: World['restoring']
    installed?: World['installed']
    env?: NodeJS.ProcessEnv
  } = {},
) {
  const file = options.env?.DATABASE_URL
  const db = file ? await databaseIn(file) : await emptyDatabase()
  // A start makes it; made when it is first needed, it would look like a change.
  await findSecret(db)
  const clock = {
    at: START,
    set: (at: number) => void (clock.at = at),
    add: (ms: number) => void (clock.at += ms),
  }
  const woken = { times: 0 }
  const dataDir = join(tmpdir(), `sluice-${randomBytes(6).toString('hex')}`)
  // Only an engine makes it.
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const world: World = {
    db,
    now: () => clock.at,
    config: readConfig({
      TZ: 'UTC',
      LOG_LEVEL: 'silent',
      SITE: 'http://test',
      DATA_DIR: dataDir,
      ...options.env,
    }),
    plane: options.plane ?? {
      ...noPlane(),
      checkTunnel: async () => ({ state: 'ready', used: [] }),
    },
    lights: openBoard(() => clock.at),
    nodes: openNodeLinks(),
    backup: options.backup ?? (() => BACKUP_OFF),
    certificate: options.certificate ?? (() => NO_CERTIFICATE),
    ends: options.ends ?? (() => []),
    restoring: options.restoring,
    installed: options.installed,
    wake: () => void woken.times++,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    secret: 'a secret of the tests',
  }
  const app = await takeApp(world, isSpecial(options.env))
  const cookies = new Map<number, string>()

  async function person({
    id,
    type = 'normal',
    email,
    groupId = 0,
    passwordHash = '',
  }: Person = {}) {
    const name = email ?? `${type}${randomBytes(4).toString('hex')}@example.com`
    const row = await db
      .insertInto('user')
      .values({
        ...(id ? { id } : {}),
        username: name,
        email: name,
        passwordHash,
        type,
        groupId,
        telegram: null,
        createTime: clock.at,
        lastLogin: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return callerOf({ id: row.id, type, groupId })
  }
  await person({ id: 1, type: 'admin', email: 'main@example.com' })

  /** The cookie of a session this person holds, opened on first use. */
  async function cookieOf(caller: Caller) {
    const known = cookies.get(caller.id)
    if (known) return known
    const { createHmac } = await import('node:crypto')
    const value = randomBytes(8).toString('hex')
    const id = createHmac('sha256', world.secret).update(value).digest('base64url')
    // Far in the future, so that tests may move the clock.
    await db
      .insertInto('session')
      .values({ id, userId: caller.id, createTime: clock.at, expireTime: 2 ** 52 })
      .execute()
    cookies.set(caller.id, `sid=${value}`)
    return `sid=${value}`
  }

  /** `fetch` as a browser of this caller would do it. */
  const fetchAs = (caller: Caller | null) => async (request: Request) => {
    const url = new URL(request.url)
    const headers = Object.fromEntries(request.headers)
    if (caller) headers.cookie = await cookieOf(caller)
    const payload = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const reply = await app.inject({
      method: request.method as 'GET',
      url: url.pathname + url.search,
      headers,
      ...(payload ? { payload } : {}),
    })
    const replyHeaders = new Headers()
    for (const [name, value] of Object.entries(reply.headers))
      for (const item of [value].flat()) replyHeaders.append(name, String(item))
    const text = /json/.test(String(reply.headers['content-type']))
      ? reply.payload
      : JSON.stringify(reply.payload)
    const isPicture = String(reply.headers['content-type']).startsWith('image/')
    const body = isPicture ? new Uint8Array(reply.rawPayload) : text
    return new Response(reply.statusCode >= 300 ? reply.payload : body, {
      status: reply.statusCode,
      headers: replyHeaders,
    })
  }

  return {
    ...world,
    world,
    app,
    clock,
    /** How often the reconciler was woken. */
    woken,
    person,
    fetchAs,
    cookieOf,
    /** The contract's client, logged in as this caller. */
    as: (caller: Caller | null) =>
      createClient<paths>({ baseUrl: 'http://test', fetch: fetchAs(caller) }),
  }
}

/** Settings that every call reads anew, so that a server made with others can serve with these. */
const READ_BY_CALLS = ['TZ', 'PUSH_RELAY', 'TELEGRAM_API']

/** Whether a test needs a server of its own; one that names no setting at all asks for that. */
function isSpecial(env: NodeJS.ProcessEnv | undefined): boolean {
  if (!env) return false
  const names = Object.keys(env)
  return names.length === 0 || names.some((name) => !READ_BY_CALLS.includes(name))
}

/** Servers of this process's tests that are free now, and the world of each. */
const free: { app: FastifyInstance; seen: World }[] = []

/** A server over this world. Making one takes longer than most tests, so they are handed on. */
async function takeApp(world: World, isOwn: boolean): Promise<FastifyInstance> {
  const known = isOwn ? undefined : free.pop()
  const seen = Object.assign(known?.seen ?? {}, world)
  const app = known?.app ?? (await makeApp(seen, { checkReplies: true }))
  onTestFinished(async () => {
    if (isOwn) await app.close()
    else free.push({ app, seen })
  })
  return app
}

/** A database where a test needs a file. */
async function databaseIn(url: string) {
  const db = openDatabase(url)
  await migrate(db)
  onTestFinished(() => db.destroy())
  return db
}

/** An empty database: in memory, or on PostgreSQL where TEST_DATABASE_URL names one. */
export async function emptyDatabase() {
  const url = process.env.TEST_DATABASE_URL
  if (url) return takeDatabase(url)
  image ??= makeImage()
  const file = new DatabaseSync(':memory:')
  file.deserialize(await image)
  const db = openEmbedded(file)
  onTestFinished(() => db.destroy())
  return db
}

/** What the migrations make of an empty database, made once: that takes longer than most tests. */
let image: Promise<Uint8Array> | undefined

async function makeImage() {
  const file = new DatabaseSync(':memory:')
  const db = openEmbedded(file)
  await migrate(db)
  const made = file.serialize()
  await db.destroy()
  return made
}
