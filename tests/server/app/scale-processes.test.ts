import { connect } from 'node:net'
import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../../server/database/database.ts'
import { MAX_CONNECTIONS } from '../../../server/messaging/mails/pace.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { insertMail } from '../../../server/messaging/mails/store.ts'
import { newIdentity } from '../../../server/fleet/nodes/channel/keys.ts'
import { findNodeIdentity } from '../../../server/fleet/nodes/identity.ts'
import { aMachine } from '../../support/agents.ts'
import { freePort } from '../../support/freePort.ts'
import { agentProgram, call, givePackedNode } from '../../support/nodes.ts'
import { takeAddress } from '../../support/postgres.ts'
import { emptyFolder, serve, servedSecret, sessionOn } from '../../support/served.ts'
import { openSmtp } from '../../support/smtp.ts'

const POSTGRES = process.env.TEST_DATABASE_URL ?? ''
const TIMEOUT = 120_000

type Server = Awaited<ReturnType<typeof serve>>

/** Two processes of the server on one database, and the main admin on either. */
async function twoProcesses() {
  const { db, address } = await takeAddress(POSTGRES)
  const person = {
    id: 1,
    username: 'main',
    email: 'main',
    passwordHash: '',
    type: 'admin' as const,
  }
  await db
    .insertInto('user')
    .values({ ...person, telegram: null, createTime: Date.now(), lastLogin: null })
    .execute()
  const program = await agentProgram()
  const start = async () => {
    const dataDir = await emptyFolder()
    await givePackedNode(dataDir)
    const env = { DATABASE_URL: address, DATA_DIR: dataDir, NODE_AGENT: program }
    const server = await serve(env)
    onTestFinished(() => void server.child.kill('SIGKILL'))
    await vi.waitFor(async () => expect(await server.status()).toBe(200), { timeout: 60_000 })
    return server
  }
  const [a, b] = [await start(), await start()]
  const cookie = await sessionOn(db, 1)
  const ask = async <Answer = unknown>(
    { url }: Server,
    path: string,
    body?: object,
    method = body ? 'POST' : 'GET',
  ): Promise<Answer> => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const sent = body ? { body: JSON.stringify(body) } : {}
    const reply = await fetch(url + path, { method, headers, ...sent })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
    return (/^[{[]/.test(text) ? JSON.parse(text) : text) as Answer
  }
  const { publicKey } = await findNodeIdentity({ db, secret: await servedSecret(db) })
  const invited = async () => {
    const server = { name: 'Tokyo', host: '127.0.0.1' }
    const { command } = await ask<{ command: string }>(a, '/api/admin/node/invite', { server })
    return command.split(' ').at(-1) ?? ''
  }
  return { db, a, b, ask, invited, consoleKey: publicKey }
}

const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

const soon = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 15_000, interval: 50 })

describe.skipIf(!POSTGRES)('two processes on one database', () => {
  test('a node linked to one is served and shown by both', { timeout: TIMEOUT }, async () => {
    const { a, b, ask, invited, consoleKey, db } = await twoProcesses()
    const machine = await aMachine()
    await machine.command('join', b.url, await invited(), consoleKey)
    machine.start()
    const linked = (server: Server) => ask<{ isLinked: number }[]>(server, '/api/admin/node')
    for (const server of [a, b])
      await soon(async () => expect((await linked(server)).map((one) => one.isLinked)).toEqual([1]))
    const port = await freePort()
    await ask(a, '/api/admin/account', { type: 1, port, password: 'pw', flow: 0, limit: 1 })
    await soon(async () => expect(await isOpen(port)).toBe(true))
    const ports = (server: Server) =>
      ask<{ id: number; portCount: number }[]>(server, '/api/admin/server')
    for (const server of [a, b])
      await soon(async () => expect((await ports(server)).map((one) => one.portCount)).toEqual([1]))
    const [{ id: serverId } = { id: 0 }] = await ports(a)
    // Any process looks at all servers, and both show what it saw.
    const lights = (server: Server) =>
      ask<{ agent: { state: string } }[]>(server, '/api/admin/server/lights')
    for (const server of [a, b])
      await vi.waitFor(async () => expect((await lights(server))[0]?.agent.state).toBe('green'), {
        timeout: 40_000,
      })

    const { id } = await db.selectFrom('account').select('id').executeTakeFirstOrThrow()
    await ask(a, `/api/admin/account/${serverId}/${id}/ban`, { time: 3_600_000 })
    await soon(async () => expect(await isOpen(port)).toBe(false))
    await ask(a, `/api/admin/account/${serverId}/${id}/ban`, { time: 0 })
    await soon(async () => expect(await isOpen(port)).toBe(true))

    const { id: nodeId } = await db.selectFrom('node').select('id').executeTakeFirstOrThrow()
    await ask(a, `/api/admin/node/${nodeId}/revoke`, undefined, 'POST')
    await soon(async () => expect(await isOpen(port)).toBe(false))
    for (const server of [a, b])
      await soon(async () => expect((await linked(server)).map((one) => one.isLinked)).toEqual([0]))
    // Nobody was notified of an outage that did not happen.
    const events = await db.selectFrom('event').select('kind').execute()
    expect(events.filter(({ kind }) => kind === 'serverDown')).toEqual([])
    expect(await openOutages(db)).toBeLessThanOrEqual(3)
  })

  test('a copy of a node is found out wherever it calls', { timeout: TIMEOUT }, async () => {
    const { a, b, ask, invited, consoleKey, db } = await twoProcesses()
    const identity = newIdentity()
    const [first, second] = [a, b].map(({ url }) => ({ url, consoleKey }))
    const link = await call(second!, { identity, token: await invited(), instance: 'one' })
    const { node } = link
    const isLinked = async () =>
      (await ask<{ isLinked: number }[]>(a, '/api/admin/node'))[0]?.isLinked
    await soon(async () => expect(await isLinked()).toBe(1))
    const copy = call(first!, { identity, node, instance: 'two' })
    await expect(copy).rejects.toThrow('duplicate')
    expect(link.state.isEnded).toBe(false)
    // The same process of the node, which has lost its link: it leaves the old one.
    await call(first!, { identity, node, instance: 'one' })
    await soon(async () => expect(link.state.isEnded).toBe(true))
    expect(await isLinked()).toBe(1)
    expect((await db.selectFrom('node').select('id').execute()).length).toBe(1)
  })

  test('mail is sent once, also after a pause', { timeout: TIMEOUT }, async () => {
    const { db, a, b, ask } = await twoProcesses()
    const smtp = await openSmtp()
    await ask(a, '/api/admin/setting/mailServer', smtp.setting, 'PUT')
    // A server that is known to take as many as there are: the first time it is asked slowly.
    const { user, host, port } = smtp.setting
    const pace = { perMinute: 3_000, isLimited: false, connections: MAX_CONNECTIONS }
    await changeSetting(db, 'mailPace', { server: `${user}@${host}:${port}`, ...pace })
    const count = 60
    for (let at = 0; at < count; at += 1) {
      const text = { subject: 'Hello', content: 'hello', kind: 'order' as const }
      const mail = { ...text, recipient: `u${at}@example.com`, effect: randomUUID() }
      await insertMail(db, mail, Date.now())
    }
    await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThan(3), { interval: 2 })
    a.child.kill('SIGSTOP')
    // No other process touches what it is processing.
    const others = count - MAX_CONNECTIONS
    await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThanOrEqual(others))
    a.child.kill('SIGCONT')
    await vi.waitFor(() => expect(smtp.received.length).toBeGreaterThanOrEqual(count))
    await soon(async () => {
      const waiting = db.selectFrom('mail').select('id').where('status', '!=', 'sent').execute()
      expect(await waiting).toEqual([])
    })
    const recipients = smtp.received.map(({ to }) => to[0])
    expect(new Set(recipients).size).toBe(count)
    expect(recipients).toHaveLength(count)
    expect(await b.status()).toBe(200)
  })
})

const openOutages = async (db: Database) =>
  (await db.selectFrom('outage').select('id').where('endTime', 'is', null).execute()).length
