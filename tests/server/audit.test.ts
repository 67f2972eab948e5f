import { describe, expect, test } from 'vitest'
import { NOT_AUDITED, SUBJECTS } from '../../server/audit/subjects.ts'
import { type Document, operationsOf } from '../../openapi/document.ts'
import document from '../../openapi/openapi.json'
import { aNewAccount, anAccount, aServer } from '../support/make.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'

const AUDIT = '/api/admin/audit'
type World = Awaited<ReturnType<typeof makeWorld>>

const listed = async (world: World, query = {}) =>
  (await world.as(mainAdmin).GET(AUDIT, { params: { query } })).data?.entries

describe('listAudit', () => {
  test('tells who changed an account, from what, to what, secrets covered', async () => {
    const world = await makeWorld()
    const id = await anAccount(world, { port: 50_013, flow: 100, password: 'old-one' })
    world.clock.add(1000)
    await world.as(mainAdmin).PUT('/api/admin/account/{accountId}/data', {
      params: { path: { accountId: id } },
      body: { flow: 200, password: 'new-one' },
    })
    expect(await listed(world)).toEqual([
      {
        id: expect.any(Number),
        time: world.clock.at,
        actorId: 1,
        actor: 'main@example.com',
        operation: 'editAccount',
        subject: 'account',
        subjectId: id,
        label: '50013',
        before: { flow: 100, password: '•••' },
        after: { flow: 200, password: '•••' },
      },
    ])
  })

  test('tells what was made and what was deleted', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const { data } = await admin.POST('/api/admin/account', { body: aNewAccount({ port: 50_100 }) })
    const path = { accountId: data!.id }
    await admin.DELETE('/api/admin/account/{accountId}', { params: { path } })
    const [deleted, made] = (await listed(world))!
    expect(made).toMatchObject({ operation: 'createAccount', subjectId: path.accountId })
    expect(made).toMatchObject({ before: null, after: { port: 50_100 } })
    expect(deleted).toMatchObject({ operation: 'deleteAccount', before: { port: 50_100 } })
    expect(deleted?.after).toBeNull()
  })

  test('tells which field of the settings changed', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const { data } = await admin.GET('/api/admin/setting/account')
    const edited = { ...data!, port: { start: 1000, end: 2000, random: false } }
    await admin.PUT('/api/admin/setting/account', { body: { data: edited } as never })
    const [first] = (await listed(world, { subject: 'setting' }))!
    expect(first).toMatchObject({ label: 'account', after: { 'port.start': 1000 } })
  })

  test('does not write down what was refused, nor what readers do', async () => {
    const world = await makeWorld()
    await world.as(mainAdmin).DELETE('/api/admin/account/{accountId}', {
      params: { path: { accountId: 99 } },
    })
    await world.as(mainAdmin).POST('/api/admin/accountWithPage', { body: {} as never })
    expect(await listed(world)).toEqual([])
  })

  test('finds by what was changed and by words', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    const id = await anAccount(world, { port: 50_013 })
    const admin = world.as(mainAdmin)
    await admin.PUT('/api/admin/tag', { body: { key: server, tags: ['fast'] } })
    await admin.PUT('/api/admin/account/{accountId}/port', {
      params: { path: { accountId: id } },
      body: { port: 50_014 },
    })
    const found = async (query: object) => (await listed(world, query))?.length
    expect(await found({ subject: 'account', subjectId: id })).toBe(1)
    expect(await found({ subject: 'server' })).toBe(1)
    expect(await found({ search: '50014' })).toBe(1)
    expect(await found({ search: 'MAIN@' })).toBe(2)
    expect(await found({ search: 'nothing' })).toBe(0)
  })

  test('is the main admin’s', async () => {
    const world = await makeWorld()
    const admin = await world.person({ type: 'admin', groupId: 2 })
    expect((await world.as(admin).GET(AUDIT)).response.status).toBe(403)
    expect((await world.as(await world.person()).GET(AUDIT)).response.status).toBe(401)
  })
})

describe('exportAudit', () => {
  test('writes a table no cell of which starts a formula', async () => {
    const world = await makeWorld()
    const user = await world.person({ email: '=cmd@example.com' })
    await world.as(mainAdmin).PUT('/api/admin/user/{userId}/comment', {
      params: { path: { userId: user.id } },
      body: { comment: 'vip' },
    })
    const { data } = await world.as(mainAdmin).GET('/api/admin/audit/csv')
    const [head, line] = String(data).split('\r\n')
    expect(head).toBe('\uFEFFtime,actor,operation,subject,subjectId,label,before,after')
    expect(line).toContain(`editUserComment,user,${user.id},'=cmd@example.com`)
    expect(line).toContain('vip')
  })
})

test('every call of an admin that changes something is written down', () => {
  const writes = operationsOf(document as unknown as Document)
    .filter(({ method, roles }) => method !== 'get' && roles.some((role) => /admin/i.test(role)))
    .map(({ id }) => id)
  const known = [...Object.keys(SUBJECTS), ...NOT_AUDITED]
  expect(writes.filter((id) => !known.includes(id))).toEqual([])
  expect(known.filter((id) => !writes.includes(id))).toEqual([])
})
