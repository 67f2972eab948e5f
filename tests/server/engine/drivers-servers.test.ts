/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { startAgentNode } from '../../support/agentNode.ts'
import { startManagerNode } from '../../support/managerNode.ts'
import { aNewServer, anAccount, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const ONE = '/api/admin/server/{serverId}'
const at = (serverId: number) => ({ params: { path: { serverId } } })
type Kind = Parameters<typeof startAgentNode>[0]

/** A console with nothing, and a node program on its clock. */
async function fleet(kind: Kind) {
  const world = await makeWorld()
  const node = await startAgentNode(kind, { now: () => world.clock.at })
  const { port, password } = node.place
  const way = { address: '127.0.0.1:shown.example', port, password, method: undefined }
  return { world, node, admin: world.as(mainAdmin), body: aNewServer(way) }
}

describe('createServer of a node agent', () => {
  test.each(['ssmgr', 'tiny'] as const)('polls it, and stores its protocol: %s', async (kind) => {
    const { admin, node, body } = await fleet(kind)
    const made = await admin.POST('/api/admin/server', { body })
    expect(made.response.status).toBe(200)
    const { data } = await admin.GET(ONE, at(made.data?.serverId ?? 0))
    // Without a cipher it is the one the specification documents.
    expect(data).toMatchObject({ plane: 'manager', driver: kind, method: 'aes-256-cfb' })
    expect(data).toMatchObject({ isGfw: false, number: 1 })
    expect(data?.status).toMatch(kind === 'tiny' ? /T$/ : /^1\.0\.0$/)
    node.settings.isSilent = true
    node.settings.password = 'changed'
    const { data: list } = await admin.GET('/api/admin/server')
    expect(list?.[0]).not.toHaveProperty('status')
  })

  test('takes a WireGuard agent for WireGuard and nothing else', async () => {
    const { admin, body } = await fleet('wireguard')
    const wrong = await admin.POST('/api/admin/server', { body })
    expect([wrong.response.status, wrong.error]).toEqual([
      400,
      'body/type must be WireGuard for this node agent',
    ])
    const right = await admin.POST('/api/admin/server', {
      body: { ...body, type: 'WireGuard', net: '10.100.0.0/16', wgPort: 51_820 },
    })
    expect(right.response.status).toBe(200)
  })

  test('refuses another password with the word for it, and says nothing more', async () => {
    const { admin, body } = await fleet('ssmgr')
    const { response, error } = await admin.POST('/api/admin/server', {
      body: { ...body, password: 'wrong' },
    })
    expect([response.status, error]).toEqual([403, 'server unreachable'])
  })

  test('waits ten seconds at most for one that is silent', async () => {
    const { admin, node, body } = await fleet('ssmgr')
    node.settings.isSilent = true
    const began = performance.now()
    const { error } = await admin.POST('/api/admin/server', { body })
    expect(error).toBe('server unreachable')
    expect(performance.now() - began).toBeLessThan(10_000)
  }, 15_000)

  test('takes the manager of an engine, and only ciphers it carries', async () => {
    const world = await makeWorld()
    const { place } = await startManagerNode('rust')
    const admin = world.as(mainAdmin)
    const body = aNewServer({ address: place.host, port: place.port, password: 'unused' })
    const never = await admin.POST('/api/admin/server', { body: { ...body, method: 'bf-cfb' } })
    expect(never.response.status).toBe(400)
    expect(never.error).toMatch(/^body\/method must be one of /)
    const made = await admin.POST('/api/admin/server', { body: { ...body, method: 'rc4-md5' } })
    const { data } = await admin.GET(ONE, at(made.data?.serverId ?? 0))
    expect(data).toMatchObject({ driver: 'rust', status: 'shadowsocks-rust' })
  })

  test('may have any shift: its machine is its own', async () => {
    const { admin, world, body } = await fleet('ssmgr')
    await aServer(world)
    await anAccount(world, { port: 20_000 })
    await anAccount(world, { port: 20_500 })
    for (const shift of [0, 0, 500]) {
      const { response } = await admin.POST('/api/admin/server', { body: { ...body, shift } })
      expect(response.status).toBe(200)
    }
  })
})

describe('editServer of a node agent', () => {
  test('polls only when its address changes', async () => {
    const { admin, node, body } = await fleet('ssmgr')
    const serverId = (await admin.POST('/api/admin/server', { body })).data?.serverId ?? 0
    node.settings.password = 'changed'
    const renamed = await admin.PUT(ONE, { ...at(serverId), body: { ...body, name: 'Osaka' } })
    expect(renamed.response.status).toBe(200)
    const moved = { ...body, address: '127.0.0.2' }
    const { error } = await admin.PUT(ONE, { ...at(serverId), body: moved })
    expect(error).toBe('server unreachable')
    const mended = await admin.PUT(ONE, { ...at(serverId), body: { ...body, password: 'changed' } })
    expect(mended.response.status).toBe(200)
    const { data } = await admin.GET(ONE, at(serverId))
    expect(data).toMatchObject({ name: 'Tokyo', driver: 'ssmgr', password: 'changed' })
  })

  test('forgets what it spoke when this machine carries it', async () => {
    const { admin, body } = await fleet('ssmgr')
    const serverId = (await admin.POST('/api/admin/server', { body })).data?.serverId ?? 0
    await admin.PUT(ONE, { ...at(serverId), body: aNewServer() })
    const { data } = await admin.GET(ONE, at(serverId))
    expect(data).toMatchObject({ plane: 'embedded', driver: null })
  })

  test('leaves a server on its node that is not said to be elsewhere', async () => {
    const world = await makeWorld()
    const id = await aServer(world, { plane: 'node', nodeId: 3 })
    const admin = world.as(mainAdmin)
    await admin.PUT(ONE, { ...at(id), body: aNewServer({ name: 'Osaka' }) })
    const { data } = await admin.GET(ONE, at(id))
    expect(data).toMatchObject({ plane: 'node', nodeId: 3, name: 'Osaka' })
    const made = await admin.POST('/api/admin/server', { body: aNewServer({ plane: 'node' }) })
    expect(made.response.status).toBe(400)
  })
})
