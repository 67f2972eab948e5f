import { describe, expect, test } from 'vitest'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { changeServer, findServer } from '../../../server/accounts/servers/store.ts'
import { deliverDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { findKnownProvider } from '../../../server/shop/providers/find.ts'
import { insertLot } from '../../../server/shop/paidTime/store.ts'
import { buyByCard } from '../../support/cards.ts'
import { aNewAccount, anAccount, aPlan, aServer, months } from '../../support/make.ts'
import {
  buyByAlipay,
  makeShop,
  orderByAlipay,
  orderByPaypal,
  type Shop,
  statusOf,
  storedOrder,
} from '../../support/shop.ts'
import { mainAdmin } from '../../support/world.ts'

const HOUR = 3_600_000
const FIRST = 100_000
/** A server whose accounts share one port. */
const SHARED = { method: '2022-blake3-aes-128-gcm', ssPort: 8_388 }

/** A shop with so many ports whose servers need none of them, unless more are added. */
async function makeNarrow(ports: string, setting: object = {}) {
  const shop = await makeShop()
  await shop.db.updateTable('plan').set({ portRange: ports }).execute()
  await changeSetting(shop.db, 'account', { port: setting })
  const shared = await aServer(shop, SHARED)
  return { ...shop, shared }
}

const refusal = async (shop: Shop, as = shop.customer, body: object = {}) => {
  const sent = { orderId: shop.planId, ...body }
  const { error, response } = await shop.as(as).POST('/api/user/order/qrcode', { body: sent })
  return error ?? response.status
}

const trialLot = (createTime: number) => ({
  kind: 'trial' as const,
  placedOrderId: null,
  planId: 0,
  before: null,
  createTime,
  time: HOUR,
  cny: 0,
  usd: 0,
  money: '' as const,
  given: HOUR,
  own: HOUR,
  carried: HOUR,
  length: HOUR,
  terms: { type: 5, flow: 5_000_000, server: null, multiServerFlow: 0 as const },
})

const portsOf = async ({ db }: Pick<Shop, 'db'>) => {
  const rows = await db.selectFrom('account').select('port').orderBy('port').execute()
  return rows.map(({ port }) => port)
}

describe('with no port free', () => {
  test('accounts are sold without one, each with a number of its own', async () => {
    const shop = await makeNarrow('20000')
    for (const _ of [1, 2, 3]) await buyByAlipay(shop, { as: await shop.person() })
    expect(await portsOf(shop)).toEqual([20_000, FIRST, FIRST + 1])
    // A port that becomes free is given before another number.
    await shop.db.deleteFrom('account').where('port', '=', 20_000).execute()
    await buyByCard(shop, await shop.person(), shop.planId)
    expect(await portsOf(shop)).toEqual([20_000, FIRST, FIRST + 1])
  })

  test.each([
    ['Shadowsocks with a port for each', {}],
    ['a program of others', { type: 'Trojan' as const, plane: 'manager' as const, tjPort: 443 }],
    ['WireGuard', { type: 'WireGuard' as const, wgPort: 51_820, net: '10.9.0.0/16' }],
    ['ChaCha20, which shares no port', { ...SHARED, method: '2022-blake3-chacha20-poly1305' }],
  ])('nothing is asked for where a server is %s', async (_what, changes) => {
    const shop = await makeNarrow('20000')
    const plain = await aServer(shop, changes)
    expect(await refusal(shop, await shop.person())).toBe(200)
    const asked = shop.alipay.requested.length
    const late = await shop.person()
    expect(await refusal(shop, late)).toBe('no port')
    const created = await shop.as(mainAdmin).POST('/api/admin/account', {
      body: { type: 1, password: 'a', server: [plain] },
    })
    // Ports of the settings, not of the plan, which are free.
    expect(created.data).toBeDefined()
    expect(shop.alipay.requested.length).toBe(asked)
    // What a plan does not name does not matter, and neither does what customers do not see.
    const server = JSON.stringify([shop.shared])
    const orderId = await aPlan(shop, { alipay: 100, portRange: '20000', server })
    expect(await refusal(shop, late, { orderId })).toBe(200)
    const tag = { type: 'server', key: plain, name: '#hide' }
    await shop.db.insertInto('tag').values(tag).execute()
    expect(await refusal(shop, await shop.person())).toBe(200)
  })

  test('and without any server nothing is sold', async () => {
    const shop = await makeNarrow('20000')
    await shop.db.deleteFrom('server').execute()
    expect(await refusal(shop, await shop.person())).toBe(200)
    expect(await refusal(shop, await shop.person())).toBe('no port')
  })

  test('of many at once for the last port one gets it, and the others go without', async () => {
    const shop = await makeNarrow('20000')
    const others = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => ({
        as: await shop.person(),
        orderId: await aPlan(shop, { alipay: 100 + n, portRange: '20000' }),
      })),
    )
    const create = shop.as(mainAdmin).POST('/api/admin/account', { body: aNewAccount({ port: 0 }) })
    const orders = await Promise.all(others.map((one) => orderByAlipay(shop, one)))
    expect((await create).data).toBeDefined()
    const rows = await shop.db.selectFrom('placedOrder').select('reservedPort').execute()
    const [made] = await portsOf(shop)
    const all = [...rows.map(({ reservedPort }) => reservedPort), made]
    expect(all.filter((port) => port === 20_000)).toHaveLength(1)
    expect(new Set(all).size).toBe(7)
    for (const { orderId } of orders) shop.alipay.pay(orderId)
    for (const [at, { orderId }] of orders.entries()) await statusOf(shop, orderId, others[at]?.as)
    const ports = await portsOf(shop)
    expect(ports[0]).toBe(20_000)
    expect(new Set(ports).size).toBe(7)
    expect(ports.slice(1).every((port) => port >= FIRST)).toBe(true)
  })

  test('what was sold without a port is delivered, whatever servers come before it is paid', async () => {
    const shop = await makeNarrow('20000')
    await anAccount(shop, { port: 20_000 })
    const { orderId, status } = await orderByAlipay(shop)
    expect(status).toBe(200)
    expect((await storedOrder(shop, orderId)).reservedPort).toBe(FIRST)
    await aServer(shop, { name: 'Plain' })
    expect(await refusal(shop, await shop.person())).toBe('no port')
    shop.alipay.pay(orderId)
    await statusOf(shop, orderId)
    await deliverDue(shop.world, findKnownProvider)
    expect(await storedOrder(shop, orderId)).toMatchObject({ failure: null, reservedPort: null })
    expect(await portsOf(shop)).toEqual([20_000, FIRST])
  })

  test('also where the highest number that a table may name was taken', async () => {
    const shop = await makeNarrow('20000')
    await anAccount(shop, { port: 20_000 })
    await anAccount(shop, { port: 999_999_999 })
    const { orderId } = await orderByAlipay(shop)
    await aServer(shop, { name: 'Plain' })
    shop.alipay.pay(orderId)
    await statusOf(shop, orderId)
    expect(await portsOf(shop)).toEqual([20_000, 999_999_999, 1_000_000_000])
  })

  test('another way to pay goes without, while the first keeps its port', async () => {
    const shop = await makeNarrow('20000')
    const { orderId } = await orderByAlipay(shop)
    await orderByPaypal(shop)
    // The port was taken by the first way, so the second one goes without.
    const rows = shop.db.selectFrom('placedOrder').select('reservedPort').orderBy('id')
    const kept = await rows.execute()
    expect(kept.map(({ reservedPort }) => reservedPort)).toEqual([20_000, FIRST])
    expect((await storedOrder(shop, orderId)).status).not.toBe('TRADE_CLOSED')
  })
})

describe('where ports are given only if a server needs one', () => {
  test('accounts have none though ports are free, and are no burden to them', async () => {
    const shop = await makeNarrow('20000-20009', { onlyWhereNeeded: true })
    await buyByAlipay(shop)
    await buyByCard(shop, await shop.person(), shop.planId)
    expect(await portsOf(shop)).toEqual([FIRST, FIRST + 1])
    await aServer(shop, { name: 'Plain' })
    await buyByCard(shop, await shop.person(), shop.planId)
    expect(await portsOf(shop)).toEqual([20_000, FIRST, FIRST + 1])
  })
})

describe('renewing an account without a port', () => {
  const numbered = (shop: Shop, server: number[] | null) =>
    anAccount(shop, {
      port: FIRST,
      userId: shop.customer.id,
      orderId: shop.planId,
      flow: 5_000_000,
      server: server && JSON.stringify(server),
      ...months(shop, 1),
    })

  test('leaves it without one', async () => {
    const shop = await makeNarrow('20000')
    const accountId = await numbered(shop, null)
    // A server that was added since is no reason to refuse more of the same.
    await aServer(shop, { name: 'Plain' })
    await anAccount(shop, { port: 20_000 })
    await buyByAlipay(shop, { accountId })
    expect(await portsOf(shop)).toEqual([20_000, FIRST])
  })

  test('by a plan whose servers need a port gives it one, set aside before it is paid', async () => {
    const shop = await makeNarrow('20000')
    const accountId = await numbered(shop, [shop.shared])
    await aServer(shop, { name: 'Plain' })
    const { orderId } = await orderByAlipay(shop, { accountId })
    expect((await storedOrder(shop, orderId)).reservedPort).toBe(20_000)
    expect(await refusal(shop, await shop.person())).toBe('no port')
    shop.alipay.pay(orderId)
    await statusOf(shop, orderId)
    expect(await portsOf(shop)).toEqual([20_000])
  })

  test('is refused before it is paid where that plan has no port left', async () => {
    const shop = await makeNarrow('20000')
    const accountId = await numbered(shop, [shop.shared])
    await aServer(shop, { name: 'Plain' })
    await anAccount(shop, { port: 20_000 })
    const asked = shop.alipay.requested.length
    expect(await refusal(shop, shop.customer, { accountId })).toBe('no port')
    expect(shop.alipay.requested.length).toBe(asked)
    expect(await portsOf(shop)).toEqual([20_000, FIRST])
  })

  test('by people who never paid takes no more ports than their orders may', async () => {
    const shop = await makeNarrow('20000-20029', { trialShare: 0 })
    await aServer(shop, { name: 'Plain' })
    let made = 0
    const aTrial = async (isTrial = true) => {
      const as = await shop.person()
      const owned = { userId: as.id, server: JSON.stringify([shop.shared]), flow: 5_000_000 }
      const accountId = await anAccount(shop, {
        port: FIRST + made++,
        ...owned,
        ...months(shop, 1),
      })
      if (isTrial) await insertLot(shop.db, accountId, trialLot(shop.clock.at))
      return refusal(shop, as, { accountId })
    }
    for (let n = 0; n < 20; n++) expect(await aTrial()).toBe(200)
    expect(await aTrial()).toBe('no port')
    expect(await aTrial(false)).toBe(200)
  })

  test('by another way to pay takes over what the first has set aside', async () => {
    const shop = await makeNarrow('20000-20001', { warnFree: 60 })
    const accountId = await numbered(shop, [shop.shared])
    await aServer(shop, { name: 'Plain' })
    await anAccount(shop, { port: 20_000 })
    const first = await orderByAlipay(shop, { accountId })
    // A new account by the same plan is something else.
    expect((await orderByPaypal(shop)).status).toBe(403)
    expect((await storedOrder(shop, first.orderId)).reservedPort).toBe(20_001)
    const second = await orderByPaypal(shop, { accountId })
    expect(second.status).toBe(200)
    const rows = shop.db.selectFrom('placedOrder').select('reservedPort').orderBy('id')
    expect((await rows.execute()).map(({ reservedPort }) => reservedPort)).toEqual([null, 20_001])
    const noted = shop.db.selectFrom('event').select('kind').where('kind', '=', 'portsShort')
    expect(await noted.execute()).toHaveLength(1)
  })

  test('that lost what was set aside is not collected where no port is left', async () => {
    const shop = await makeNarrow('20000')
    const accountId = await numbered(shop, [shop.shared])
    await aServer(shop, { name: 'Plain' })
    const { paymentID } = await orderByPaypal(shop, { accountId })
    await shop.db.updateTable('placedOrder').set({ reservedPort: null }).execute()
    await anAccount(shop, { port: 20_000 })
    shop.paypal.approve(paymentID)
    const pay = () =>
      shop.as(shop.customer).POST('/api/user/paypal/execute', { body: { paymentID } })
    expect((await pay()).error).toBe('no port')
    expect(await portsOf(shop)).toEqual([20_000, FIRST])
    // Once the server shares its port, too, nothing is needed any more.
    const plain = await findServer(shop.db, shop.shared + 1)
    await changeServer(shop.db, plain!.id, { ...plain!, ...SHARED, ssPort: 8_389 })
    shop.clock.add(HOUR / 6)
    expect((await pay()).response.status).toBe(200)
    expect(await portsOf(shop)).toEqual([20_000, FIRST])
  })
})
