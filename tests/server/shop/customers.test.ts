import { describe, expect, test } from 'vitest'
import { sendDueMails } from '../../../server/messaging/mails/outbox.ts'
import { isPassword } from '../../../server/people/session/passwords.ts'
import { anAccount, anOrder, months } from '../../support/make.ts'
import { openSmtp } from '../../support/smtp.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const USERS = '/api/admin/user'
const ORDERS = '/api/admin/user/{userId}/orders'
const PASSWORD = '/api/admin/user/{userId}/password'
const LINK = '/api/admin/user/{userId}/resetLink'

/** Two customers of two groups; the first owns three accounts and paid in both currencies. */
async function aShop() {
  const world = await makeWorld()
  const ann = await world.person({ email: 'ann@a.test', groupId: 2 })
  const bob = await world.person({ email: 'bob@b.test', groupId: 3 })
  await anAccount(world, { ...months(world, 1), userId: ann.id, port: 1 })
  await anAccount(world, { ...months(world, 3), userId: ann.id, port: 2 })
  await anAccount(world, { ...months(world, -1), userId: ann.id, port: 3 })
  const paid = { status: 'FINISH', paidTime: 1, amount: 2000 }
  await anOrder(world, ann, { ...paid, orderId: 'a1', kind: 'alipay', createTime: 1 })
  await anOrder(world, ann, {
    ...paid,
    orderId: 'a2',
    kind: 'alipay',
    createTime: 2,
    refunded: 500,
  })
  await anOrder(world, ann, {
    ...paid,
    orderId: 'p1',
    kind: 'paypal',
    status: 'finish',
    createTime: 3,
  })
  const open = { ...paid, status: 'CREATE', paidTime: null }
  await anOrder(world, ann, { ...open, orderId: 'a3', kind: 'alipay', createTime: 4 })
  await anOrder(world, bob, { ...paid, orderId: 'b1', kind: 'alipay', createTime: 5 })
  const admin = await world.person({ type: 'admin', groupId: 3 })
  return { world, ann, bob, admin }
}

const paidByAnn = [
  { currency: 'CNY', amount: 3500, orders: 2 },
  { currency: 'USD', amount: 2000, orders: 1 },
]

describe('listUsers', () => {
  test('reports what each owns and paid, by currency', async () => {
    const { world, ann, bob } = await aShop()
    const { data } = await world
      .as(mainAdmin)
      .GET(USERS, { params: { query: { type: ['normal'], sort: 'name_asc' } } })
    expect(data?.users).toMatchObject([
      {
        id: ann.id,
        createTime: world.clock.at,
        accounts: 3,
        account: { port: 2 },
        paid: paidByAnn,
      },
      { id: bob.id, accounts: 0, account: null, paid: [{ currency: 'CNY', amount: 2000 }] },
    ])
    const down = { params: { query: { type: ['normal' as const], sort: 'name_desc' as const } } }
    const { data: other } = await world.as(mainAdmin).GET(USERS, down)
    expect(other?.users.map(({ id }) => id)).toEqual([bob.id, ann.id])
  })

  test('reports only their own group to other admins', async () => {
    const { world, bob, admin } = await aShop()
    const { data } = await world.as(admin).GET(USERS, { params: { query: { type: ['normal'] } } })
    expect(data?.users.map(({ id }) => id)).toEqual([bob.id])
    expect(JSON.stringify(data)).not.toMatch(/ann@|USD/)
  })
})

describe('listUserOrders', () => {
  test('lists every kind, newest first, with what was paid in all', async () => {
    const { world, ann } = await aShop()
    const params = { path: { userId: ann.id } }
    const { data } = await world.as(mainAdmin).GET(ORDERS, { params })
    expect(data?.orders.map(({ orderId }) => orderId)).toEqual(['a3', 'p1', 'a2', 'a1'])
    expect(data?.paid).toEqual(paidByAnn)
  })

  test('refuses people an admin may not see, and admins', async () => {
    const { world, ann, bob, admin } = await aShop()
    const status = async (userId: number, caller = admin) =>
      (await world.as(caller).GET(ORDERS, { params: { path: { userId } } })).response.status
    expect(await status(ann.id)).toBe(403)
    expect(await status(bob.id)).toBe(200)
    expect(await status(admin.id, mainAdmin)).toBe(403)
  })
})

describe('setUserPassword', () => {
  test('changes the password and ends every visit', async () => {
    const { world, ann, bob, admin } = await aShop()
    const set = (userId: number, password: string, caller = mainAdmin) =>
      world.as(caller).PUT(PASSWORD, { params: { path: { userId } }, body: { password } })
    await world.db
      .insertInto('session')
      .values({ id: 'old', userId: ann.id, createTime: 0, expireTime: 9e15 })
      .execute()
    expect((await set(ann.id, 'short')).error).toBe('password too short')
    expect((await set(ann.id, 'long enough')).data).toBe('success')
    const row = await world.db
      .selectFrom('user')
      .select('passwordHash')
      .where('id', '=', ann.id)
      .executeTakeFirstOrThrow()
    expect(await isPassword('long enough', 'ann@a.test', row.passwordHash)).toBe(true)
    const left = await world.db.selectFrom('session').select('id').where('id', '=', 'old').execute()
    expect(left).toEqual([])
    expect((await set(ann.id, 'long enough', admin)).response.status).toBe(403)
    expect((await set(bob.id, 'long enough', admin)).response.status).toBe(200)
    expect((await set(admin.id, 'long enough')).response.status).toBe(403)
    const audit = await world.db.selectFrom('audit').selectAll().execute()
    expect(JSON.stringify(audit)).not.toMatch('long enough')
  })

  test('is mailed to the customer, in their language and without the password', async () => {
    const { world, ann } = await aShop()
    await world.db.updateTable('user').set({ language: 'ja-JP' }).where('id', '=', ann.id).execute()
    const set = (password: string) =>
      world
        .as(mainAdmin)
        .PUT(PASSWORD, { params: { path: { userId: ann.id } }, body: { password } })
    const mails = () =>
      world.db.selectFrom('mail').select(['recipient', 'subject', 'content']).execute()
    await set('short')
    expect(await mails()).toEqual([])
    await set('long enough')
    expect(await mails()).toMatchObject([
      {
        recipient: 'ann@a.test',
        subject: expect.stringContaining('管理者がパスワードを変更しました'),
        content: expect.stringContaining('http://test/home/login'),
      },
    ])
    expect(JSON.stringify(await mails())).not.toContain('long enough')
  })
})

describe('sendUserResetLink', () => {
  test('mails a link once in ten minutes, where mails can go', async () => {
    const { world, ann, admin } = await aShop()
    const send = (caller = mainAdmin) =>
      world.as(caller).POST(LINK, { params: { path: { userId: ann.id } } })
    expect((await send()).error).toBe('no mail server')
    const smtp = await openSmtp()
    await world.as(mainAdmin).PUT('/api/admin/setting/mailServer', { body: smtp.setting })
    expect((await send(admin)).response.status).toBe(403)
    expect((await send()).data).toBe('success')
    expect((await send()).error).toBe('already send')
    await sendDueMails(world.world)
    expect(smtp.received.map(({ to }) => to)).toEqual([['ann@a.test']])
    expect(smtp.received[0]?.text).toMatch(/password\/reset\/[0-9a-f]{32}/)
  })
})

describe('sendUserEmail', () => {
  test('keeps nothing of a mail that holds a password, once it is sent', async () => {
    const { world, ann } = await aShop()
    const smtp = await openSmtp()
    await world.as(mainAdmin).PUT('/api/admin/setting/mailServer', { body: smtp.setting })
    const params = { path: { userId: ann.id } }
    const body = { title: 'Welcome', content: 'Your password: 12345678', secret: true }
    await world.as(mainAdmin).POST('/api/admin/user/{userId}/sendEmail', { params, body })
    await sendDueMails(world.world)
    expect(smtp.received[0]?.text).toMatch('12345678')
    const mail = await world.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
    expect(mail).toMatchObject({ status: 'sent', content: '' })
  })
})

describe('sendUserEmail', () => {
  const MAIL = '/api/admin/user/{userId}/sendEmail'
  const body = { title: 'Hello', content: 'How are you?' }

  test('goes to one mailbox five times an hour, also where the user is another one since', async () => {
    const { world } = await aShop()
    const mei = await world.person({ email: 'mei@a.test' })
    const send = async (userId: number) =>
      (await world.as(mainAdmin).POST(MAIL, { params: { path: { userId } }, body })).error ?? 'sent'
    for (let time = 0; time < 5; time += 1) expect(await send(mei.id)).toBe('sent')
    expect(await send(mei.id)).toBe('too many mails')
    await world.db.deleteFrom('user').where('id', '=', mei.id).execute()
    const again = await world.person({ email: 'mei@a.test' })
    expect(await send(again.id)).toBe('too many mails')
    world.clock.add(3_600_000)
    expect(await send(again.id)).toBe('sent')
  })

  test('is a hundred mails a day for an admin of a group; the main admin writes on', async () => {
    const { world, admin } = await aShop()
    const sendTo = async (caller: typeof mainAdmin) => {
      const { id: userId } = await world.person({ groupId: admin.groupId })
      return (await world.as(caller).POST(MAIL, { params: { path: { userId } }, body })).error
    }
    for (let time = 0; time < 100; time += 1) expect(await sendTo(admin)).toBeUndefined()
    expect(await sendTo(admin)).toBe('too many mails')
    expect(await sendTo(mainAdmin)).toBeUndefined()
    world.clock.add(86_400_000)
    expect(await sendTo(admin)).toBeUndefined()
  })
})
