import { describe, expect, test } from 'vitest'
import { LOCALHOST_CERT, LOCALHOST_KEY } from '../../support/localhost.ts'
import { aNewAccount, anAccount, aPlan, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const AUDIT = '/api/admin/audit'
type World = Awaited<ReturnType<typeof makeWorld>>

const listed = async (world: World, query = {}) =>
  (await world.as(mainAdmin).GET(AUDIT, { params: { query } })).data?.entries

describe('listAudit', () => {
  test('reports who changed an account, from what, to what, secrets covered', async () => {
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

  test('covers the certificate and the sealed key of a server', async () => {
    const world = await makeWorld()
    const body = {
      type: 'Trojan' as const,
      name: 'Front',
      address: 'localhost',
      tjPort: 8_443,
      site: 'http://127.0.0.1:81',
      certificate: { cert: LOCALHOST_CERT, key: LOCALHOST_KEY },
    }
    const { response } = await world.as(mainAdmin).POST('/api/admin/server', { body })
    expect(response.status).toBe(200)
    const entries = await listed(world)
    expect(entries?.[0]?.after).toMatchObject({
      certificate: '•••',
      certificateKey: '•••',
      tjPort: 8_443,
    })
  })

  test('reports what was made and what was deleted', async () => {
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

  test('reports which field of the settings changed', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const { data } = await admin.GET('/api/admin/setting/account')
    const edited = { ...data!, port: { start: 1000, end: 2000, random: false } }
    await admin.PUT('/api/admin/setting/account', { body: { data: edited } as never })
    const [first] = (await listed(world, { subject: 'setting' }))!
    const [before, after] = [{ 'port.start': 50_000 }, { 'port.start': 1000 }]
    expect(first).toMatchObject({ operation: 'editAccountSetting', label: '', before, after })
  })

  test('does not write down a save that changed nothing', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const { data: base } = await admin.GET('/api/admin/setting/base')
    await admin.PUT('/api/admin/setting/base', { body: { data: base } as never })
    const server = await aServer(world)
    const body = { key: server, tags: ['fast'] }
    await admin.PUT('/api/admin/tag', { body })
    await admin.PUT('/api/admin/tag', { body })
    const plan = await aPlan(world)
    const params = { path: { orderId: plan } }
    const { data: order } = await admin.GET('/api/admin/order/{orderId}', { params })
    await admin.PUT('/api/admin/order/{orderId}', { params, body: order as never })
    const entries = await listed(world)
    expect(entries).toMatchObject([
      { operation: 'setTags', label: 'Tokyo', after: { tags: ['fast'] } },
    ])
  })

  test('writes down what an edit did beside it, though the thing stayed as it was', async () => {
    const world = await makeWorld()
    const accountId = await anAccount(world)
    const admin = world.as(mainAdmin)
    const params = { path: { accountId } }
    await admin.PUT('/api/admin/account/{accountId}/data', { params, body: { cleanFlow: 1 } })
    expect(await listed(world)).toMatchObject([{ operation: 'editAccount', after: null }])
  })

  test('names what was made, with its id', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const email = 'ann@example.com'
    await admin.POST('/api/admin/user/add', { body: { email, password: 'Secret-123' } })
    await admin.POST('/api/admin/group', { body: { name: 'Friends' } })
    const plan = { name: 'Year', type: 3, cycle: 12, alipay: 9, paypal: 9, flow: 1_000_000 }
    await admin.POST('/api/admin/order', { body: plan as never })
    await admin.POST('/api/admin/notice', { body: { title: 'News', content: 'All is well' } })
    await admin.POST('/api/admin/giftcard/add', { body: { count: 1, orderId: 1, comment: '' } })
    const id = expect.any(Number)
    expect((await listed(world))?.toReversed()).toMatchObject([
      { operation: 'createUser', label: email, subjectId: id, after: { email } },
      { operation: 'createGroup', label: 'Friends', subjectId: id, after: { name: 'Friends' } },
      { operation: 'createOrder', label: 'Year', subjectId: id, after: { name: 'Year' } },
      { operation: 'createNotice', label: 'News', subjectId: id, after: { title: 'News' } },
      { operation: 'createGiftcardBatch', label: '1', subjectId: null },
    ])
  })

  test('names the invited user and the MAC address', async () => {
    const world = await makeWorld()
    const admin = world.as(mainAdmin)
    const [host, guest] = [await world.person(), await world.person({ email: 'guest@example.com' })]
    const code = { code: '12345', sourceUserId: host.id, maxUser: 1, createTime: 0 }
    await world.db.insertInto('refCode').values(code).execute()
    const path = { sourceId: host.id, refId: guest.id, code: '12345' }
    await admin.POST('/api/admin/setting/ref/{sourceId}/{refId}/{code}', { params: { path } })
    await anAccount(world, { userId: guest.id })
    const mac = '001122334455'
    const body = { userId: guest.id }
    await admin.POST('/api/admin/account/mac/{mac}', { params: { path: { mac } }, body })
    const { id } = await world.db.selectFrom('macAccount').select('id').executeTakeFirstOrThrow()
    await admin.DELETE('/api/admin/account/mac', { params: { query: { id } } })
    expect(await listed(world)).toMatchObject([
      { operation: 'deleteMacAccount', label: mac, subjectId: id },
      { operation: 'addMacAccount', label: mac },
      { operation: 'createReferral', label: 'guest@example.com', subjectId: guest.id },
    ])
  })

  test('does not write down what was refused, nor what readers do', async () => {
    const world = await makeWorld()
    await world.as(mainAdmin).DELETE('/api/admin/account/{accountId}', {
      params: { path: { accountId: 99 } },
    })
    await world.as(mainAdmin).POST('/api/admin/accountWithPage', { body: {} as never })
    const user = await world.person()
    const { data } = await world.as(mainAdmin).POST('/api/admin/giftcard/use', {
      body: { userId: user.id, password: '123' } as never,
    })
    expect(data).toMatchObject({ success: false })
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
    expect(await found({ operation: ['setTags'] })).toBe(1)
    expect(await found({ operation: ['setTags', 'changeAccountPort'] })).toBe(2)
    expect(await found({ operation: ['deleteUser'] })).toBe(0)
    // From its first millisecond to before its last.
    const { at } = world.clock
    expect(await found({ from: at })).toBe(2)
    expect(await found({ from: at + 1 })).toBe(0)
    expect(await found({ from: at, to: at + 1 })).toBe(2)
    expect(await found({ to: at })).toBe(0)
    const { data } = await admin.GET('/api/admin/audit/csv', { params: { query: { to: at } } })
    expect(String(data).split('\r\n').filter(Boolean)).toHaveLength(1)
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

describe('what an admin takes along or opens', () => {
  const done = (world: Awaited<ReturnType<typeof makeWorld>>) =>
    world.db
      .selectFrom('audit')
      .select(['operation', 'subject', 'subjectId', 'label'])
      .orderBy('id')
      .execute()

  test('is written down at each export', async () => {
    const world = await makeWorld()
    const { status } = (await world.as(mainAdmin).GET('/api/admin/user/csv')).response
    expect(status).toBe(200)
    await world.as(mainAdmin).GET('/api/admin/audit/csv')
    await world.as(mainAdmin).GET('/api/admin/audit/csv')
    const about = { subject: 'user', subjectId: null, label: '' }
    expect(await done(world)).toEqual(
      ['exportUsers', 'exportAudit', 'exportAudit'].map((operation) => ({ operation, ...about })),
    )
  })

  test('is written down once an hour where it is a link', async () => {
    const world = await makeWorld()
    const accountId = await anAccount(world, { port: 5000 })
    const params = { path: { accountId } }
    const look = () =>
      world.as(mainAdmin).GET('/api/admin/account/{accountId}/subscribe', { params })
    await look()
    world.clock.add(3_600_000 - 1)
    await look()
    const operation = 'getAccountSubscription'
    const entry = { operation, subject: 'account', subjectId: accountId, label: '5000' }
    expect(await done(world)).toEqual([entry])
    world.clock.add(1)
    await look()
    expect(await done(world)).toEqual([entry, entry])
  })
})
