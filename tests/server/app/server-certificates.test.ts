/** @module-tag long */
import { X509Certificate } from 'node:crypto'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeServerCertificates } from '../../../server/app/tls/serverCertificates.ts'
import { NotBefore, type orderCertificate } from '../../../server/app/tls/order.ts'
import { endsSoon } from '../../../server/accounts/servers/ordered.ts'
import { findServer } from '../../../server/accounts/servers/store.ts'
import { embeddedPlane } from '../../../server/fleet/plane/carriers.ts'
import { startPlane } from '../../../server/fleet/plane/lifecycle.ts'
import { engineFolder } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { aNewServer, anAccount } from '../../support/make.ts'
import { selfSigned, startPebble } from '../../support/pebble.ts'
import { emptyFolder } from '../../support/served.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { shake } from '../../support/trojan.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const NAME = 'shop.example.test'
const DAY = 86_400_000
const MINUTE = 60_000
const ONE = '/api/admin/server/{serverId}'
const at = (serverId: number) => ({ params: { path: { serverId } } })

const trojan = (changes: object = {}) =>
  aNewServer({
    type: 'Trojan',
    address: NAME,
    site: 'http://127.0.0.1:1',
    ordersCertificate: true,
    ...changes,
  })

/** A console with an engine, and what orders for its servers; authorities ask at `port`. */
async function running({ directory = 'https://127.0.0.1:1/dir' } = {}) {
  const dir = engineFolder()
  const folder = await emptyFolder()
  const plane = embeddedPlane({
    dir,
    host: '127.0.0.1',
    allowTargets: ['127.0.0.0/8'],
    sitePort: 1,
    consolePort: 1,
  })
  const env = { SITE: 'http://localhost', ACME_DIRECTORY: directory, DATA_DIR: folder }
  const world = await makeWorld({ plane, env })
  const plan = startPlane({ ...world.world, plane, now: Date.now })
  onTestFinished(() => plan.stop())
  const look = (changes: object = {}) =>
    makeServerCertificates({
      ...world.world,
      now: () => world.clock.at,
      wake: plan.wake,
      answers: new Map(),
      hasPlainPort: false,
      ...changes,
    })()
  const admin = world.as(mainAdmin)
  const add = async (changes: object = {}) => {
    const { data } = await admin.POST('/api/admin/server', { body: trojan(changes) })
    return data!.serverId
  }
  const seen = async (id: number) => (await admin.GET(ONE, at(id))).data!
  return { world, plan, plane, admin, look, add, seen }
}

describe('the certificate of a Trojan server', () => {
  test(
    'is ordered for all its names, answered for on port 80 by its machine, and shown there',
    { timeout: 120_000 },
    async () => {
      const port = await freePort()
      const pebble = await startPebble(port)
      const { world, plan, plane, look, add, seen } = await running(pebble)
      world.clock.at = Date.now()
      const tjPort = await freePort()
      const id = await add({ tjPort, spares: ['spare.example.test', '192.0.2.9'] })
      await plan.settle()
      expect(await seen(id)).toMatchObject({
        certificate: null,
        certificateOrder: { problem: null, next: null },
      })
      // One in twenty nonces is refused, as it may be; then it is tried again.
      await eventually(async () => {
        await look({ port })
        world.clock.at += 10 * MINUTE
        return (await seen(id)).certificate !== null
      }, 60_000)
      const { certificate, certificateOrder } = await seen(id)
      expect(certificate?.names).toBe('DNS:shop.example.test, DNS:spare.example.test')
      expect(certificateOrder).toEqual({ problem: null, said: '', next: null })
      await eventually(async () => {
        const { socket } = await shake(tjPort)
        return socket.getPeerCertificate()?.subjectaltname === certificate?.names
      })
      // Its accounts are let in without a further word.
      const account = await anAccount(world, { port: 5000, password: 'pw' })
      await plan.settle()
      expect(plane.stateOf(`${id}:${account}`)).toMatchObject({ open: true })
      // Nobody is answered any more, and the port is free again.
      await eventually(async () => (await findServer(world.db, id))?.challenge === null)
      await eventually(() => isFree(port))
      // It is not due: nothing is ordered. In time it is.
      const before = (await findServer(world.db, id))!.certificate!
      const orders: string[][] = []
      const order: typeof orderCertificate = async ({ names }) => {
        orders.push([...names])
        throw new Error('No.')
      }
      await look({ port, order })
      const { validFrom, validTo } = new X509Certificate(before)
      const [from, until] = [Date.parse(validFrom), Date.parse(validTo)]
      world.clock.at = from + (until - from) * 0.6
      await look({ port, order })
      expect(orders).toEqual([])
      world.clock.at = from + (until - from) * 0.67
      await look({ port, order })
      expect(orders).toEqual([['shop.example.test', 'spare.example.test']])
      // The old one goes on.
      expect((await findServer(world.db, id))!.certificate).toBe(before)
      expect((await seen(id)).certificateOrder).toMatchObject({ problem: 'authority', said: 'No.' })
    },
  )

  test('cannot be had where another program has port 80, and the page says so', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { world, plan, look, add, seen } = await running()
    const id = await add({ tjPort: await freePort() })
    await plan.settle()
    const order: typeof orderCertificate = async ({ answers }) => {
      await answers.set('token', 'answer')
      throw new Error('never')
    }
    await look({ port, order })
    expect((await seen(id)).certificateOrder).toMatchObject({ problem: 'portInUse' })
    expect((await findServer(world.db, id))?.challenge).toBeNull()
  })

  test('is answered for by token alone, and by the console where that has port 80', async () => {
    const port = await freePort()
    const { plan, look, add } = await running()
    await add({ tjPort: await freePort() })
    await plan.settle()
    const answers = new Map<string, string>()
    const said: unknown[] = []
    const ask = async (path: string) => {
      const reply = await fetch(`http://127.0.0.1:${port}${path}`)
      return [reply.status, await reply.text()]
    }
    const order: typeof orderCertificate = async (wanted) => {
      await wanted.answers.set('one', 'first')
      await wanted.answers.set('two', 'second')
      for (const path of ['one', 'two', 'three', '../one'])
        said.push(await ask(`/.well-known/acme-challenge/${path}`))
      said.push(await ask('/'))
      throw new Error('enough')
    }
    await look({ port, order })
    expect(said).toEqual([
      [200, 'first'],
      [200, 'second'],
      [404, ''],
      [404, ''],
      [404, ''],
    ])
    const own: typeof orderCertificate = async (wanted) => {
      await wanted.answers.set('one', 'first')
      said.push([...answers])
      throw new Error('enough')
    }
    const { look: lookAgain, add: addAgain, plan: other } = await running()
    await addAgain({ tjPort: await freePort() })
    await other.settle()
    await lookAgain({ port, order: own, answers, hasPlainPort: true })
    expect(said.at(-1)).toEqual([['one', 'first']])
  })

  test('is tried again after longer pauses, and not before the authority allows', async () => {
    const { world, look, add, seen } = await running()
    const id = await add({ tjPort: await freePort() })
    let tries = 0
    let wait = 0
    const order: typeof orderCertificate = async () => {
      tries += 1
      const error = new Error('rateLimited')
      throw wait > 0 ? new NotBefore(error, wait) : error
    }
    const pauses: number[] = []
    for (let round = 0; round < 4; round += 1) {
      await look({ order })
      const { next } = (await seen(id)).certificateOrder!
      pauses.push(next! - world.clock.at)
      world.clock.at = next! - 1
      await look({ order })
      world.clock.at = next!
    }
    expect(tries).toBe(4)
    for (const [index, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(2 * MINUTE * 2 ** index)
      expect(pause).toBeLessThanOrEqual(2.5 * MINUTE * 2 ** index)
    }
    wait = DAY
    await look({ order })
    expect((await seen(id)).certificateOrder!.next).toBeGreaterThanOrEqual(world.clock.at + DAY)
    // What was changed may have been in the way.
    await world
      .as(mainAdmin)
      .PUT(ONE, { ...at(id), body: trojan({ tjPort: await freePort(), comment: 'x' }) })
    await look({ order })
    expect(tries).toBe(6)
  })

  test('needs a name, and is not kept for a server that was changed meanwhile', async () => {
    const { world, admin, look, add, seen } = await running()
    const bare = await add({ address: '192.0.2.7', tjPort: await freePort() })
    await look()
    expect((await seen(bare)).certificateOrder).toMatchObject({ problem: 'noName' })
    await admin.DELETE(ONE, at(bare))
    const id = await add({ tjPort: await freePort() })
    const own = selfSigned(await emptyFolder(), 'made', `DNS:${NAME}`)
    const pair = { cert: readFileSync(own.cert, 'utf8'), key: readFileSync(own.key, 'utf8') }
    const order = async () => {
      await world.db.updateTable('server').set({ host: 'other.example.test' }).execute()
      return pair
    }
    await look({ order })
    expect((await seen(id)).certificate).toBeNull()
    // For its names it is kept, and the form that was opened before can be saved all the same.
    await world.db.updateTable('server').set({ host: NAME }).execute()
    const { revision } = await seen(id)
    await look({ order: async () => pair })
    expect((await seen(id)).certificate?.names).toBe(`DNS:${NAME}`)
    const body = { ...trojan({ tjPort: 4430 }), ...(revision && { revision }) }
    expect((await admin.PUT(ONE, { ...at(id), body })).response.status).toBe(200)
    expect((await seen(id)).certificate?.names).toBe(`DNS:${NAME}`)
  })

  test('makes the light amber before it ends', async () => {
    const own = selfSigned(await emptyFolder(), 'made', `DNS:${NAME}`, 80)
    const certificate = readFileSync(own.cert, 'utf8')
    const from = Date.parse(new X509Certificate(certificate).validFrom)
    const row = { type: 'Trojan', plane: 'embedded', webSocket: null, certificate } as const
    const soon = (days: number, ordersCertificate: 0 | 1, more: object = {}) =>
      endsSoon({ ...row, ordersCertificate, ...more }, from + days * DAY)
    expect([soon(59.9, 1), soon(60.1, 1)]).toEqual([false, true])
    expect([soon(65.9, 0), soon(66.1, 0)]).toEqual([false, true])
    expect(soon(79, 1, { certificate: null })).toBe(false)
    expect(soon(79, 0, { plane: 'manager' })).toBe(false)
    const proxied = JSON.stringify({ way: 'proxied', path: '/x', trusted: [] })
    expect(soon(79, 0, { webSocket: proxied })).toBe(false)
  })
})

/** Whether nothing listens on a port. */
const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.on('error', () => resolve(true))
    socket.on('connect', () => {
      socket.destroy()
      resolve(false)
    })
  })
