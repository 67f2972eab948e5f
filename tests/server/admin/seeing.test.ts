import { describe, expect, test } from 'vitest'
import { roles } from '#contract'
import document from '../../../openapi/made/openapi.json' with { type: 'json' }
import { type Document, operationsOf } from '../../../openapi/document.ts'
import { endOldViews } from '../../../server/admin/seeing/service.ts'
import type { Caller } from '../../../server/http/contract.ts'
import { everyRow, someoneWith } from '../../support/groups.ts'
import { aMessage, aMessagePicture, aNotice, aPlan, aServer } from '../../support/make.ts'
import { seenFrom, STOP } from '../../support/seeing.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const MINUTES_15 = 900_000
const operations = operationsOf(document as unknown as Document)

/** What is answered while a customer is seen: written here once more. */
const READS: readonly string[] = [
  'getStatus',
  'getServiceStatus',
  'getFrontPage',
  'getBrandPicture',
  'listArticles',
  'listArticleCategories',
  'getArticle',
  'listMyAccounts',
  'getMyAccount',
  'countMyAccountIps',
  'listMyServers',
  'listMyDevices',
  // Not found: there is no device.
  'getMyDeviceLink',
  'listMyMacs',
  'listMyOutages',
  'watchMyAccount',
  'getMyFlow',
  'getMyLastConnect',
  'getMyFlowChart',
  'getMyUsage',
  'getMySubscription',
  'listMyPlans',
  'listMyOrders',
  'listMyNotices',
  'listMyMessages',
  'getMyUnreadMessages',
  'getMyMessagePicture',
  'listMyRefCodes',
  'listMyRefUsers',
  'listSessions',
  'getFactors',
  'listPasskeys',
]

/** There may be none: 404. */
const PICTURES: readonly string[] = ['getBrandPicture', 'getMyMessagePicture']

/** A customer of group 2 with everything a person can have, and the main admin's console. */
async function aCustomer() {
  const world = await makeWorld()
  await aServer(world)
  await aPlan(world)
  await aNotice(world)
  await aNotice(world, { kind: 'article', position: 'help' })
  await world.db.insertInto('userGroup').values({ id: 2, name: 'Two', orders: null }).execute()
  const someone = await someoneWith(world, { groupId: 2, mark: 'alice' })
  await aMessage(world, someone.user, { sender: 'admin', content: 'Answer' })
  const admin = seenFrom(world, mainAdmin)
  return { world, ...someone, admin }
}

const audit = async ({ db }: Awaited<ReturnType<typeof makeWorld>>) =>
  db
    .selectFrom('audit')
    .select(['operation', 'actorId', 'subject', 'subjectId', 'label', 'time'])
    .orderBy('id')
    .execute()

describe('seeAsCustomer', () => {
  test('answers as the customer, says so in the status, and leaves the status of others alone', async () => {
    const { admin, user, world } = await aCustomer()
    expect((await admin.see(user.id)).statusCode).toBe(200)
    expect(await admin.status()).toMatchObject({
      status: 'normal',
      id: user.id,
      email: 'alice@example.com',
      seenBy: { id: 1, expiresIn: MINUTES_15 },
    })
    const accounts = await admin.get('/api/user/account', user.id)
    expect(accounts.payload).toContain('alice-password')
    const { data } = await world.as(user).GET('/api/home/login')
    expect(data).toMatchObject({ status: 'normal', id: user.id })
    expect(data).not.toHaveProperty('seenBy')
  })

  test('refuses every call that may change something, and every call of admins', async () => {
    const { admin, user, world } = await aCustomer()
    await admin.see(user.id)
    const before = await everyRow(world)
    const wrong: string[] = []
    for (const { id, method, path } of operations) {
      if (READS.includes(id) || id === 'stopSeeing' || id === 'logOut') continue
      const { statusCode, payload } = await admin.send(method, path, user.id)
      if (statusCode !== 403 || payload !== 'viewing only') wrong.push(`${id}: ${statusCode}`)
    }
    expect(wrong).toEqual([])
    expect(await everyRow(world)).toEqual(before)
  })

  test('leaves nothing behind by any read, and marks nothing as read', async () => {
    const { admin, user, world, accountId } = await aCustomer()
    await admin.see(user.id)
    world.clock.add(60_000)
    const rows = async () => [
      await everyRow(world),
      await world.db.selectFrom('session').selectAll().orderBy('id').execute(),
      await world.db.selectFrom('attempt').selectAll().execute(),
      await audit(world),
    ]
    const before = await rows()
    const wrong: string[] = []
    for (const { id, method, path } of operations.filter((one) => READS.includes(one.id))) {
      const { statusCode } = await admin.send(method, path, user.id, accountId)
      const isAbsent = PICTURES.includes(id) || id === 'getMyDeviceLink'
      if (statusCode >= 400 && !isAbsent) wrong.push(`${id}: ${statusCode}`)
    }
    expect(wrong).toEqual([])
    expect(await rows()).toEqual(before)
    const { data } = await world.as(user).GET('/api/user/messages/unread')
    expect(data).toEqual({ unread: 1 })
  })

  test('begins once of two at the same moment', async () => {
    const { admin, user, world } = await aCustomer()
    const other = await world.person()
    // One session for all of them.
    await admin.status()
    await Promise.all([user, other, user, other].map(({ id }) => admin.see(id)))
    const began = (await audit(world)).map(({ operation }) =>
      operation === 'seeAsCustomer' ? 1 : -1,
    )
    expect(began.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await world.db.selectFrom('customerView').selectAll().execute()).toHaveLength(1)
  })

  test('shows the pictures of their conversation, which a page asks for by address alone', async () => {
    const { admin, user, world } = await aCustomer()
    const other = await world.person()
    const pictureOf = async (person: typeof user) =>
      `/api/user/messages/pictures/${await aMessagePicture(world, person, await aMessage(world, person))}`
    const [own, others] = [await pictureOf(user), await pictureOf(other)]
    expect((await admin.get(own)).statusCode).toBe(401)
    await admin.see(user.id)
    expect((await admin.get(own)).statusCode).toBe(200)
    expect((await admin.get(others)).statusCode).toBe(404)
    await admin.post(STOP)
    expect((await admin.get(own)).statusCode).toBe(401)
  })

  test('makes no invitation codes that the customer has not seen yet', async () => {
    const { admin, world } = await aCustomer()
    const setting = { useRef: true, refNumber: 3, refUserNumber: 1 }
    await world.as(mainAdmin).PUT('/api/admin/setting/ref', { body: { data: setting } as never })
    const customer = await world.person()
    await admin.see(customer.id)
    expect((await admin.get('/api/user/ref/code', customer.id)).json()).toEqual([])
    const own = await world.as(customer).GET('/api/user/ref/code')
    expect(own.data).toHaveLength(3)
  })

  test('is for customers of the own group, and for sets that see what clients connect with', async () => {
    const { world, user } = await aCustomer()
    const other = await world.person({ type: 'admin', groupId: 2 })
    const allowed: Record<string, number> = {}
    for (const rights of ['group', 'support', 'reseller', 'readOnly', 'finance', 'unheard']) {
      const admin = await world.person({ type: 'admin', groupId: 2 })
      await world.db.updateTable('user').set({ rights }).where('id', '=', admin.id).execute()
      allowed[rights] = (await seenFrom(world, admin).see(user.id)).statusCode
    }
    expect(allowed).toEqual({
      group: 200,
      support: 200,
      reseller: 200,
      readOnly: 403,
      finance: 403,
      unheard: 403,
    })
    const stranger = await world.person({ type: 'admin', groupId: 3 })
    expect((await seenFrom(world, stranger).see(user.id)).statusCode).toBe(403)
    for (const id of [1, other.id, 999])
      expect((await seenFrom(world, mainAdmin).see(id)).statusCode).toBe(403)
    expect((await seenFrom(world, user).see(user.id)).statusCode).toBe(401)
    expect((await seenFrom(world, null).see(user.id)).statusCode).toBe(401)
  })

  test('ends at the fifteenth minute, and never begins by a clock that was set back', async () => {
    const { admin, user, world } = await aCustomer()
    const start = world.clock.at
    await admin.see(user.id)
    world.clock.set(start + MINUTES_15 - 1)
    expect(await admin.status()).toMatchObject({ id: user.id, seenBy: { expiresIn: 1 } })
    for (const at of [start + MINUTES_15, start - 1]) {
      world.clock.set(at)
      expect(await admin.status()).toMatchObject({ status: 'admin', id: 1 })
    }
  })

  test.each<[string, (the: Awaited<ReturnType<typeof aCustomer>>, admin: Caller) => unknown]>([
    ['the customer is deleted', ({ world, user }) => deleted(world, user.id)],
    [
      'the customer changes the group',
      ({ world, user }) => changed(world, user.id, { groupId: 3 }),
    ],
    ['the admin changes the group', ({ world }, { id }) => changed(world, id, { groupId: 3 })],
    [
      'the permission is taken away',
      ({ world }, { id }) => changed(world, id, { rights: 'finance' }),
    ],
    [
      'the customer becomes an admin',
      ({ world, user }) => changed(world, user.id, { type: 'admin' }),
    ],
  ])('ends when %s', async (_why, happens) => {
    const the = await aCustomer()
    const admin = await the.world.person({ type: 'admin', groupId: 2 })
    const console = seenFrom(the.world, admin)
    await console.see(the.user.id)
    expect((await console.get('/api/user/account', the.user.id)).statusCode).toBe(200)
    await happens(the, admin)
    // A page that still shows the customer goes back by itself; nothing is done for the admin.
    expect((await console.get('/api/user/account', the.user.id)).statusCode).toBe(401)
    expect((await console.post('/api/sessions/end', the.user.id)).statusCode).toBe(401)
    expect(await console.status()).toMatchObject({ status: 'admin', id: admin.id })
    await endOldViews(the.world)
    expect((await audit(the.world)).at(-1)).toMatchObject({
      operation: 'stopSeeing',
      actorId: admin.id,
      subjectId: the.user.id,
      label: 'alice@example.com',
    })
  })

  test('does nothing for a page that does not say whom it shows, or says another', async () => {
    const { admin, user } = await aCustomer()
    await admin.see(user.id)
    for (const shown of [undefined, 1, user.id + 1])
      expect((await admin.get('/api/sessions', shown)).statusCode).toBe(401)
    expect((await admin.get('/api/sessions', user.id)).statusCode).toBe(200)
  })

  test('concerns this session alone, and is none of the customer’s', async () => {
    const { admin, user, world } = await aCustomer()
    await world.cookieOf(user)
    await admin.see(user.id)
    const shown = await admin.get('/api/sessions', user.id)
    expect(shown.json()).toHaveLength(1)
    expect(shown.json()[0]).toMatchObject({ current: false })
    expect((await world.as(user).GET('/api/sessions')).data).toHaveLength(1)
    const other = await world.person({ type: 'admin', groupId: 2 })
    expect(await seenFrom(world, other).status()).toMatchObject({ id: other.id })
  })

  test('is in the audit log from its beginning to its end, also when nobody ends it', async () => {
    const { admin, user, world } = await aCustomer()
    const start = world.clock.at
    const about = { actorId: 1, subject: 'user', subjectId: user.id, label: 'alice@example.com' }
    await admin.see(user.id)
    await endOldViews(world)
    expect(await audit(world)).toEqual([{ ...about, operation: 'seeAsCustomer', time: start }])
    world.clock.set(start + MINUTES_15 + 5_000)
    await Promise.all([endOldViews(world), endOldViews(world)])
    expect((await audit(world)).slice(1)).toEqual([
      { ...about, operation: 'stopSeeing', time: start + MINUTES_15 },
    ])
    expect(await world.db.selectFrom('customerView').selectAll().execute()).toEqual([])
  })

  test('begins again after the time is over, with an end of the one before', async () => {
    const { admin, user, world } = await aCustomer()
    await admin.see(user.id)
    world.clock.add(MINUTES_15)
    expect((await admin.see(user.id)).statusCode).toBe(200)
    const names = (await audit(world)).map(({ operation }) => operation)
    expect(names).toEqual(['seeAsCustomer', 'stopSeeing', 'seeAsCustomer'])
    expect(await admin.status()).toMatchObject({ seenBy: { expiresIn: MINUTES_15 } })
  })

  test('does not begin without its entry in the audit log', async () => {
    const { admin, user, world } = await aCustomer()
    await world.db.schema.alterTable('audit').renameTo('audit2').execute()
    expect((await admin.see(user.id)).statusCode).toBe(500)
    await world.db.schema.alterTable('audit2').renameTo('audit').execute()
    expect(await admin.status()).toMatchObject({ status: 'admin', id: 1 })
  })
})

describe('stopSeeing', () => {
  test('gives the session back, once, and the log says so', async () => {
    const { admin, user, world } = await aCustomer()
    await admin.see(user.id)
    world.clock.add(1_000)
    for (const shown of [user.id, undefined])
      expect((await admin.post(STOP, shown)).payload).toBe('success')
    expect(await admin.status()).toMatchObject({ status: 'admin', id: 1 })
    const names = (await audit(world)).map(({ operation }) => operation)
    expect(names).toEqual(['seeAsCustomer', 'stopSeeing'])
  })

  test('is refused to customers and visitors', async () => {
    const { world, user } = await aCustomer()
    for (const caller of [user, null])
      expect((await seenFrom(world, caller).post(STOP)).statusCode).toBe(401)
  })
})

describe('a logout', () => {
  test('ends the admin’s session and with it what it shows', async () => {
    const { admin, user, world } = await aCustomer()
    await admin.see(user.id)
    expect((await admin.post('/api/home/logout', user.id)).statusCode).toBe(200)
    expect(await admin.status()).not.toHaveProperty('status')
    await endOldViews(world)
    expect((await audit(world)).at(-1)).toMatchObject({ operation: 'stopSeeing', actorId: 1 })
  })
})

test('the list of reads names operations', () =>
  expect(READS.filter((id) => !(id in roles))).toEqual([]))

type World = Awaited<ReturnType<typeof makeWorld>>

async function deleted({ db }: World, id: number) {
  await db.deleteFrom('macAccount').where('userId', '=', id).execute()
  await db.updateTable('account').set({ userId: null }).where('userId', '=', id).execute()
  await db.deleteFrom('user').where('id', '=', id).execute()
}

const changed = ({ db }: World, id: number, change: object) =>
  db.updateTable('user').set(change).where('id', '=', id).execute()
