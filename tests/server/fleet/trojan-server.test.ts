import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeAttempt } from '../../../server/fleet/health/attempt.ts'
import { embeddedPlane } from '../../../server/fleet/plane/carriers.ts'
import { startPlane } from '../../../server/fleet/plane/lifecycle.ts'
import { findServer, selectCarriedServers } from '../../../server/accounts/servers/store.ts'
import { siteOrderOf } from '../../../server/accounts/servers/trojan.ts'
import { engineFolder, startTarget } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { LOCALHOST_CERT, LOCALHOST_KEY } from '../../support/localhost.ts'
import { aNewServer, anAccount } from '../../support/make.ts'
import { selfSigned } from '../../support/pebble.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { requestOf, shake, vouchFor } from '../../support/trojan.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const certificate = { cert: LOCALHOST_CERT, key: LOCALHOST_KEY }
const trojan = (changes: object = {}) =>
  aNewServer({
    type: 'Trojan',
    address: 'localhost',
    site: 'http://127.0.0.1:1',
    certificate,
    ...changes,
  })

/** A key that signs itself, under a certificate. */
function another(names: string, cert?: string) {
  const own = selfSigned(mkdtempSync(join(tmpdir(), 'trojan-')), 'another', names)
  const key = readFileSync(own.key, 'utf8')
  rmSync(dirname(own.key), { recursive: true })
  return { cert: cert ?? '', key }
}

async function running() {
  const dir = engineFolder()
  const plane = embeddedPlane({
    dir,
    host: '127.0.0.1',
    allowTargets: ['127.0.0.0/8'],
    sitePort: 1,
    consolePort: 1,
  })
  const world = await makeWorld({ plane, env: { SITE: 'http://localhost' } })
  const plan = startPlane({ ...world.world, plane, now: Date.now })
  onTestFinished(() => plan.stop())
  return { world, plane, plan, admin: world.as(mainAdmin) }
}

describe('a Trojan server of this machine', () => {
  test('carries its accounts, shows its site to others, and is found green', async () => {
    const { world, plane, plan, admin } = await running()
    const site = await startTarget((socket) => socket.end('the shop'))
    const port = await freePort()
    const body = trojan({ tjPort: port, site: `http://127.0.0.1:${site.port}` })
    const { data } = await admin.POST('/api/admin/server', { body })
    const serverId = data!.serverId
    await plan.settle()
    // Strangers see the site before there is any account.
    await eventually(async () => {
      const early = await shake(port)
      early.write('GET / HTTP/1.1\r\n\r\n')
      return (await early.rest()).toString() === 'the shop'
    })
    const account = await anAccount(world, { port: 5000, password: 'pw' })
    await plan.settle()
    expect(plane.stateOf(`${serverId}:${account}`)).toMatchObject({ open: true, port })
    const target = await startTarget((socket) => socket.pipe(socket))
    const guest = await shake(port)
    guest.write(Buffer.concat([requestOf('5000:pw', target), Buffer.from('hi')]))
    expect((await guest.until(2)).toString()).toBe('hi')
    await eventually(async () => {
      const counters = await plane.counters()
      return counters.get(`${serverId}:${account}`)?.down === 2
    })
    const row = (await findServer(world.db, serverId))!
    const attempt = makeAttempt(world.world)
    // Apps refuse a certificate that nobody vouches for.
    expect((await attempt(row, plane.states())).console).toMatchObject({ reason: 'certificate' })
    vouchFor(LOCALHOST_CERT)
    expect((await attempt(row, plane.states())).console).toMatchObject({ ok: true })
    // A wrong key meets the site, and that is no success.
    await world.db.updateTable('account').set({ password: 'other' }).execute()
    expect((await attempt(row, plane.states())).console).toMatchObject({
      ok: false,
      reason: 'garbage',
    })

    // Another certificate is shown without a new order of accounts, and connections go on.
    await world.db.updateTable('account').set({ password: 'pw' }).execute()
    const own = selfSigned(engineFolder(), 'renewed', 'DNS:localhost')
    const renewed = { cert: readFileSync(own.cert, 'utf8'), key: readFileSync(own.key, 'utf8') }
    await admin.PUT('/api/admin/server/{serverId}', {
      params: { path: { serverId } },
      body: { ...body, certificate: renewed },
    })
    await plan.settle()
    await eventually(
      async () => (await shake(port)).socket.getPeerCertificate().subject?.CN === 'renewed',
    )
    guest.write('!')
    expect((await guest.until(3)).toString()).toBe('hi!')

    // Without the server, nothing listens there.
    await admin.DELETE('/api/admin/server/{serverId}', { params: { path: { serverId } } })
    await plan.settle()
    await eventually(async () => (await shake(port)).agreed[2] === 'ECONNREFUSED')
  })

  test('keeps its certificate through edits of consoles that do not know it, and shows no key', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const made = await admin.POST('/api/admin/server', { body: trojan() })
    const params = { params: { path: { serverId: made.data!.serverId } } }
    const { site: _, certificate: __, ...older } = trojan()
    expect(
      (await admin.PUT('/api/admin/server/{serverId}', { ...params, body: older })).response.status,
    ).toBe(200)
    const { data } = await admin.GET('/api/admin/server/{serverId}', params)
    expect(data).toMatchObject({
      type: 'Trojan',
      tjPort: 443,
      site: 'http://127.0.0.1:1',
      shift: 0,
      certificate: { names: 'DNS:localhost', until: Date.UTC(2126, 9, 28, 11, 25, 35) },
    })
    expect(JSON.stringify(data)).not.toContain('PRIVATE')
    expect(data).not.toHaveProperty('certificateKey')
    const row = await findServer(world.db, made.data!.serverId)
    expect(row?.certificateKey).not.toContain('PRIVATE')
  })

  test.each([
    ['no site', { site: undefined }, 'body/site'],
    ['a site with a path', { site: 'http://a.example/b' }, 'body/site'],
    ['a site by another protocol', { site: 'ftp://a.example' }, 'body/site'],
    ['a site with a name in it', { site: 'http://me@a.example' }, 'body/site'],
    ['no certificate', { certificate: undefined }, 'body/certificate'],
    ['no certificate at all', { certificate: { cert: 'x', key: 'y' } }, 'certificate unreadable'],
    ['no key', { certificate: { ...certificate, key: 'y' } }, 'certificate unreadable'],
    [
      'a WebSocket with a short path',
      { webSocket: { way: 'only', path: '/short' } },
      'body/webSocket',
    ],
    ['an address with a path', { webSocket: { way: 'only', address: 'a/b' } }, 'body/webSocket'],
    [
      'no network',
      { webSocket: { way: 'only', trusted: '10.0.0.0/33' } },
      'body/webSocket/trusted',
    ],
    ['one for another name', { sni: 'b.example' }, 'name not in certificate'],
    [
      'the key of another',
      { certificate: another('DNS:localhost', LOCALHOST_CERT) },
      'key of another',
    ],
  ])('is refused with %s', async (_name, changes, where) => {
    const world = await makeWorld()
    const { response, error } = await world
      .as(mainAdmin)
      .POST('/api/admin/server', { body: trojan(changes) })
    expect(response.status).toBe(where.startsWith('body') ? 400 : 403)
    expect(JSON.stringify(error)).toContain(where)
  })

  test('does not take the console for its site by the way it trusts', async () => {
    const world = await makeWorld()
    const { port } = world.world.config
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '127.1.2.3']) {
      const body = trojan({ site: `http://${host}:${port}` })
      const { error } = await world.as(mainAdmin).POST('/api/admin/server', { body })
      expect(error).toBe('site is console')
    }
  })

  test('may have the console for its site on this machine, and on no other', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const made = await admin.POST('/api/admin/server', { body: trojan({ site: 'console' }) })
    const row = (await findServer(world.db, made.data!.serverId))!
    const door = { path: '/a', secret: 'b' }
    expect(await siteOrderOf(world.db, row, door)).toMatchObject({ site: { port: 0, door } })
    // Without a way in it is nobody's site.
    expect(await siteOrderOf(world.db, row)).toBeUndefined()
    const body = trojan({ site: 'console', plane: 'node', nodeId: 1 })
    const { response, error } = await admin.POST('/api/admin/server', { body })
    expect(response.status).toBe(400)
    expect(JSON.stringify(error)).toContain('body/site')
  })

  test('has a WebSocket under a path of its own, which stays, changes, and is for the main admin', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const webSocket = {
      way: 'only',
      address: 'cdn.example:2053',
      trusted: '192.0.2.0/24 2001:db8::/32',
    }
    const made = await admin.POST('/api/admin/server', { body: trojan({ webSocket }) })
    const params = { params: { path: { serverId: made.data!.serverId } } }
    const shown = async (as = admin) =>
      (await as.GET('/api/admin/server/{serverId}', params)).data?.webSocket
    const first = await shown()
    expect(first).toMatchObject({
      way: 'only',
      address: 'cdn.example:2053',
      name: null,
      trusted: '192.0.2.0/24\n2001:db8::/32',
    })
    expect(first?.path).toMatch(/^\/[\w-]{22}$/)
    const edit = async (changes: object) => {
      const body = trojan(changes)
      const { response } = await admin.PUT('/api/admin/server/{serverId}', { ...params, body })
      expect(response.status).toBe(200)
      return shown()
    }
    // Consoles that do not know it leave it as it is.
    expect(await edit({})).toEqual(first)
    const again = await edit({ webSocket: { way: 'beside' } })
    expect(again).toMatchObject({ way: 'beside', address: null, trusted: '' })
    expect(again?.path).not.toBe(first?.path)
    const path = '/a-path_that-stays-1'
    expect((await edit({ webSocket: { way: 'beside', path } }))?.path).toBe(path)
    expect(await edit({ webSocket: null })).toBeNull()
  })

  test('takes Shadowsocks inside where it is told to, by a secret that stays', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const made = await admin.POST('/api/admin/server', {
      body: trojan({ webSocket: { way: 'only' } }),
    })
    const { serverId } = made.data!
    const params = { params: { path: { serverId } } }
    const edit = async (webSocket: object) => {
      await admin.PUT('/api/admin/server/{serverId}', { ...params, body: trojan({ webSocket }) })
      const { data } = await admin.GET('/api/admin/server/{serverId}', params)
      const row = (await findServer(world.db, serverId))!
      expect(JSON.stringify(data)).not.toContain(row.privateKey ?? 'nothing')
      return [data?.webSocket?.inside, (await siteOrderOf(world.db, row))?.webSocket?.secret]
    }
    expect(await edit({ way: 'only' })).toEqual(['trojan', undefined])
    const [inside, secret] = await edit({ way: 'only', inside: 'both' })
    expect(inside).toBe('both')
    expect(Buffer.from(secret!, 'base64')).toHaveLength(32)
    // Consoles that do not know it leave it as it is.
    expect(await edit({ way: 'beside' })).toEqual(['both', secret])
    expect(await edit({ way: 'beside', inside: 'trojan' })).toEqual(['trojan', undefined])
    expect(await edit({ way: 'beside', inside: 'shadowsocks' })).toEqual(['shadowsocks', secret])
  })

  test('needs no certificate where a web server of the machine has TLS', async () => {
    const world = await makeWorld()
    const body = trojan({ webSocket: { way: 'proxied' }, certificate: undefined })
    const { data, response } = await world.as(mainAdmin).POST('/api/admin/server', { body })
    expect(response.status).toBe(200)
    const row = (await findServer(world.db, data!.serverId))!
    const order = await siteOrderOf(world.db, row)
    expect(order).toMatchObject({ port: 443, webSocket: { trusted: [] } })
    expect(order).not.toHaveProperty('cert')
    expect(await selectCarriedServers(world.db)).toHaveLength(1)
  })

  test.each(['trojan', 'shadowsocks', 'both'])(
    'is tried by its WebSocket where that is the only way to it, with %s inside',
    async (inside) => {
      const { world, plane, plan, admin } = await running()
      const site = await startTarget((socket) => socket.end('the shop'))
      const [port, path] = [await freePort(), '/a-path_that-stays-1']
      const webSocket = {
        way: 'only',
        inside,
        path,
        address: `127.0.0.1:${port}`,
        name: 'localhost',
      }
      const body = trojan({ tjPort: port, site: `http://127.0.0.1:${site.port}`, webSocket })
      const { data } = await admin.POST('/api/admin/server', { body })
      await anAccount(world, { port: 5000, password: 'pw' })
      await plan.settle()
      const row = (await findServer(world.db, data!.serverId))!
      const attempt = makeAttempt(world.world)
      vouchFor(LOCALHOST_CERT)
      expect((await attempt(row, plane.states())).console).toMatchObject({ ok: true })
      // What links say is another path than the engine's: customers meet the site.
      const other = JSON.stringify({ ...JSON.parse(row.webSocket!), path: `${path}x` })
      expect((await attempt({ ...row, webSocket: other }, plane.states())).console).toMatchObject({
        ok: false,
        reason: 'garbage',
      })
    },
  )
})
