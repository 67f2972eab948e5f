import { expect, vi } from 'vitest'
import { idempotent } from '#contract'
import type { Caller } from '../../server/http/contract.ts'
import { insertCode } from '../../server/messaging/codes.ts'
import { keyedHash } from '../../server/base/keyedHash.ts'
import { insertResetLink } from '../../server/messaging/links.ts'
import { newSetupLink } from '../../server/people/login/setup.ts'
import { aNewAccount, aNewServer, aNotice, anAccount, aPlan, aServer, months } from './make.ts'
import { aPaidAccount, buyByAlipay, orderByPaypal, type Shop } from './shop.ts'
import { everyRow } from './groups.ts'
import { mainAdmin } from './world.ts'

type Id = keyof typeof idempotent

/** One write as it is sent; the parameters of the path are filled in. */
export type Sent = { as: Caller | null; path?: Record<string, string | number>; body?: object }

const admin = (path: Sent['path'] = {}, body?: object): Sent => ({ as: mainAdmin, path, body })
/** A busy machine takes its time, ms. */
const WAIT = { timeout: 20_000 }
const EMAIL = 'ann@example.com'
const PASSWORD = 'long enough'

async function aCode(shop: Shop, sourceUserId: number) {
  const code = { code: '9000000001', sourceUserId, maxUser: 5, createTime: shop.clock.at }
  const row = await shop.db.insertInto('refCode').values(code).returning('id').execute()
  return { id: row[0]?.id ?? 0, ...code }
}

async function aReferral(shop: Shop) {
  const guest = await shop.person()
  const code = await aCode(shop, shop.customer.id)
  const row = { codeId: code.id, userId: guest.id, createTime: shop.clock.at }
  await shop.db.insertInto('referral').values(row).execute()
  return { userId: shop.customer.id, refUserId: guest.id }
}

async function aGroup(shop: Shop) {
  const row = { name: 'Friends', comment: '', multiAccount: 0 as const }
  const made = await shop.db.insertInto('userGroup').values(row).returning('id').execute()
  return made[0]?.id ?? 0
}

async function aCard(shop: Shop) {
  const body = { count: 1, orderId: shop.planId, comment: '' }
  const made = await shop.as(mainAdmin).POST('/api/admin/giftcard/add', { body })
  const batchNumber = made.data?.batchNumber ?? 0
  const card = await shop.db.selectFrom('giftcard').selectAll().executeTakeFirstOrThrow()
  return { batchNumber, password: card.code }
}

async function aDevice(shop: Shop) {
  const body = { userId: shop.customer.id }
  const params = { path: { mac: 'aabbcc001122' } }
  await shop.as(mainAdmin).POST('/api/admin/account/mac/{mac}', { params, body })
  return shop.db.selectFrom('macAccount').select('id').executeTakeFirstOrThrow()
}

/** A person's account that another write is about. */
const owned = async (shop: Shop, isGiven = true) => ({
  userId: shop.customer.id,
  accountId: await anAccount(shop, isGiven ? { userId: shop.customer.id } : {}),
})

const plan = { name: 'Gold', type: 3, cycle: 1, flow: 1000, portRange: '0', alipay: 1, paypal: 1 }

/** What each write needs to be done once, and how it is sent. Leaving one out does not compile. */
export const WRITES: Record<Id, (shop: Shop) => Promise<Sent>> = {
  activateMyAccount: async (shop) => {
    const changes = { userId: shop.customer.id, active: 0 as const, ...months(shop, 1) }
    return { as: shop.customer, path: { accountId: await anAccount(shop, changes) } }
  },
  createAccount: async () => admin({}, aNewAccount()),
  deleteAccount: async (shop) => admin({ accountId: await anAccount(shop) }),
  adjustAccountTime: async (shop) => {
    const accountId = await aPaidAccount(shop, shop.customer.id)
    return admin({ accountId }, { time: 3_600_000 })
  },
  resetAccountFlow: async (shop) => {
    const [accountId, serverId] = [await anAccount(shop), await aServer(shop)]
    const used = { accountId, serverId, cycleFrom: 0, bytes: 5, lastSeen: shop.clock.at }
    await shop.db.insertInto('usage').values(used).execute()
    return admin({ accountId })
  },
  createArticle: async () =>
    admin({}, { title: 'Help', content: 'Read', category: 'General', position: 'help' }),
  deleteArticle: async (shop) =>
    admin({ articleId: await aNotice(shop, { kind: 'article', position: 'help' }) }),
  createGiftcardBatch: async (shop) => admin({}, { count: 3, orderId: shop.planId, comment: '' }),
  revokeGiftcardBatch: async (shop) => admin({}, { batchNumber: (await aCard(shop)).batchNumber }),
  redeemGiftcardForUser: async (shop) => {
    const { password } = await aCard(shop)
    return admin({}, { userId: shop.customer.id, password, accountId: null })
  },
  redeemGiftcard: async (shop) => {
    const { password } = await aCard(shop)
    return { as: shop.customer, body: { password, accountId: null } }
  },
  createGroup: async () => admin({}, { name: 'Friends' }),
  deleteGroup: async (shop) => admin({ groupId: await aGroup(shop) }),
  createJob: async (shop) => {
    const id = await aPaidAccount(shop, shop.customer.id)
    const action = { kind: 'extend', time: 3_600_000 }
    return admin({}, { selection: { of: 'account', ids: [id] }, action })
  },
  createImport: async () => admin({}, { of: 'user', table: 'email\nnew@example.com', expected: 1 }),
  deleteMacAccount: async (shop) => admin({}, await aDevice(shop)),
  addMacAccount: async (shop) => admin({ mac: 'aabbcc001122' }, { userId: shop.customer.id }),
  addMyMac: async (shop) => {
    const body = { data: { macAccount: true } }
    await shop.as(mainAdmin).PUT('/api/admin/setting/account', { body })
    return { as: shop.customer, body: { mac: 'aabbcc001122' } }
  },
  createNotice: async () => admin({}, { title: 'News', content: 'All is well' }),
  deleteNotice: async (shop) => admin({ noticeId: await aNotice(shop) }),
  createOrder: async () => admin({}, plan),
  deleteOrder: async (shop) => admin({ orderId: await aPlan(shop) }),
  createAlipayOrder: async (shop) => ({ as: shop.customer, body: { orderId: shop.planId } }),
  createPaypalOrder: async (shop) => ({ as: shop.customer, body: { orderId: shop.planId } }),
  createPaymentOrder: async (shop) => ({
    as: shop.customer,
    path: { kind: 'alipay' },
    body: { orderId: shop.planId },
  }),
  executePaypalOrder: async (shop) => {
    const { paymentID } = await orderByPaypal(shop)
    shop.paypal.approve(paymentID)
    return { as: shop.customer, body: { paymentID, payerID: 'PAYER00000001' } }
  },
  refundAlipayOrder: async (shop) =>
    admin({}, { orderId: await buyByAlipay(shop), amount: '1.00' }),
  refundPaymentOrder: async (shop) =>
    admin({ kind: 'alipay' }, { orderId: await buyByAlipay(shop), amount: '1.00' }),
  refundPaypalOrder: async (shop) => {
    const { paymentID } = await orderByPaypal(shop)
    shop.paypal.approve(paymentID)
    const body = { paymentID, payerID: 'PAYER00000001' }
    await shop.as(shop.customer).POST('/api/user/paypal/execute', { body })
    const { orderId } = await shop.db
      .selectFrom('placedOrder')
      .select('orderId')
      .executeTakeFirstOrThrow()
    return admin({}, { orderId, amount: '1.00' })
  },
  createUserRefCodes: async (shop) => admin({ userId: shop.customer.id }, { number: 2, max: 1 }),
  deleteReferral: async (shop) => admin(await aReferral(shop)),
  deleteRefCode: async (shop) => admin({ codeId: (await aCode(shop, shop.customer.id)).code }),
  createReferral: async (shop) => {
    const { code } = await aCode(shop, shop.customer.id)
    const guest = await shop.person()
    return admin({ sourceId: shop.customer.id, refId: guest.id, code })
  },
  createServer: async () => admin({}, aNewServer({ name: 'Osaka' })),
  deleteServer: async (shop) => admin({ serverId: await aServer(shop) }),
  signUp: async (shop) => {
    const codeHash = keyedHash(shop.secret, `signUp:${EMAIL}`, '123456')
    const code = { email: EMAIL, codeHash, now: shop.clock.at, network: '' }
    await insertCode(shop.db, code, '127.0.0.1')
    return { as: null, body: { email: EMAIL, password: PASSWORD, code: '123456' } }
  },
  resetPassword: async (shop) => {
    const token = 'f'.repeat(32)
    const link = { userId: shop.customer.id, tokenHash: keyedHash(shop.secret, 'reset', token) }
    await insertResetLink(shop.db, { ...link, now: shop.clock.at })
    return { as: null, body: { token, password: PASSWORD } }
  },
  setUp: async (shop) => {
    await shop.db.deleteFrom('user').where('id', '=', 1).execute()
    const token = (await newSetupLink(shop.world))?.split('/').at(-1) ?? ''
    const body = { token, email: EMAIL, password: PASSWORD, title: 'North', language: 'en-US' }
    return { as: null, body }
  },
  deleteUser: async (shop) => admin({ userId: (await shop.person()).id }),
  createUser: async () => admin({}, { email: EMAIL, password: PASSWORD }),
  sellPlan: async (shop) => admin({ userId: shop.customer.id }, { orderId: shop.planId }),
  sendUserEmail: async (shop) =>
    admin({ userId: shop.customer.id }, { title: 'Hello', content: 'Read this' }),
  assignAccount: async (shop) => admin(await owned(shop, false)),
  unassignAccount: async (shop) => admin(await owned(shop)),
}

/** Sends a write with a key, as a browser would; several go at the same moment. */
export async function sendWrite(
  shop: Pick<Shop, 'app' | 'cookieOf'>,
  id: Id,
  sent: Sent,
  key: string,
  more: { cookie?: string | undefined; accept?: string } = {},
) {
  const [method = '', template = ''] = idempotent[id].split(' ')
  const { as, path = {}, body } = sent
  const url = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(path[name]))
  return shop.app.inject({
    method: method as 'POST',
    url,
    headers: {
      'idempotency-key': key,
      ...(as ? { cookie: await shop.cookieOf(as) } : {}),
      ...more,
    },
    ...(body ? { payload: body } : {}),
  })
}

/** What changes though nothing is done: keys, jobs that go on, and where people log in from. */
const PASSING = ['requestKey', 'job', 'jobItem', 'knownNetwork']

/** All stored rows once no job is running, to see whether something was done again. */
export async function everything(shop: Shop): Promise<Record<string, string[]>> {
  await vi.waitFor(async () => {
    const going = shop.db
      .selectFrom('job')
      .select('id')
      .where('status', 'in', ['running', 'undoing'])
    expect(await going.execute()).toEqual([])
  }, WAIT)
  const rows = [...(await everyRow(shop))]
  return Object.fromEntries(rows.filter(([name]) => !PASSING.includes(name)))
}
