import { describe, expect, test } from 'vitest'
import { keyedHash } from '../../../server/base/keyedHash.ts'
import { insertCode } from '../../../server/messaging/codes.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { findKnownProvider } from '../../../server/shop/providers/find.ts'
import { queryDue } from '../../../server/shop/reconciliation/reconcile.ts'
import { removeExpiredAccounts } from '../../../server/fleet/plane/lifecycle.ts'
import { takeMail } from '../../../server/http/limits/limits.ts'
import { clientOf } from '../../../server/network/client.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { buyByCard } from '../../support/cards.ts'
import { buyByAlipay, makeShop, orderByAlipay, orderByPaypal } from '../../support/shop.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const CODE = '123456'

/** A shop with so many ports of which trials may take a part, percent. */
async function makeSite(port: object) {
  const shop = await makeShop()
  const usual = { start: 20_000, end: 20_009 }
  await changeSetting(shop.db, 'account', { port: { ...usual, ...port } })
  let made = 0
  const signUp = async (more: object = {}) => {
    made += 1
    const email = `new${made}@example.com`
    const from = `192.0.2.${made}`
    const codeHash = keyedHash(shop.secret, `signUp:${email}`, CODE)
    await insertCode(shop.db, { email, codeHash, now: shop.clock.at, network: '' }, from)
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/api/home/signup',
      remoteAddress: from,
      payload: { email, password: 'correct horse', code: CODE, ...more },
    })
    return reply.payload
  }
  const events = async () => {
    const kinds = ['portsShort', 'trialsRefused']
    const rows = shop.db.selectFrom('event').select(['kind', 'data']).where('kind', 'in', kinds)
    return (await rows.orderBy('id').execute()).map(({ kind, data }) => `${kind} ${data}`)
  }
  const many = async (times: number, more: object = {}) => {
    const words: string[] = []
    for (let n = 0; n < times; n++) words.push(await signUp(more))
    return words
  }
  return { ...shop, signUp, many, events }
}

describe('trial accounts', () => {
  test('take the share of the ports that the setting names, and no more', async () => {
    const site = await makeSite({ trialShare: 30 })
    expect(await site.many(5)).toEqual([...Array(3).fill('normal'), 'no trial', 'no trial'])
    expect(await site.events()).toEqual(['trialsRefused {}'])
    // Nobody was made who got nothing.
    const users = await site.db
      .selectFrom('user')
      .select('id')
      .where('email', 'like', 'new%')
      .execute()
    expect(users).toHaveLength(3)
    // They may come without one, and buy.
    expect(await site.signUp({ withoutTrial: true })).toBe('normal')
    const held = await site.db.selectFrom('account').select('id').execute()
    expect(held).toHaveLength(3)
    await buyByAlipay(site)
    expect(await site.db.selectFrom('account').select('id').execute()).toHaveLength(4)
  })

  test('are those of earlier days once more notified of', async () => {
    const site = await makeSite({ trialShare: 0, warnFree: 0 })
    await site.many(2)
    site.clock.add(DAY)
    await site.many(1)
    expect(await site.events()).toEqual(['trialsRefused {}', 'trialsRefused {}'])
  })

  test('leave the share when something is bought for them, and when they are over', async () => {
    const site = await makeSite({ trialShare: 10, warnFree: 0 })
    expect(await site.many(2)).toEqual(['normal', 'no trial'])
    const { id: accountId, userId } = await site.db
      .selectFrom('account')
      .select(['id', 'userId'])
      .executeTakeFirstOrThrow()
    const customer = { ...site.customer, id: userId! }
    expect(await buyByCard(site, customer, site.planId, accountId)).toBe(200)
    expect(await site.many(2)).toEqual(['normal', 'no trial'])
    // Three days after its eight hours the second one goes.
    site.clock.add(8 * HOUR + 3 * DAY)
    expect(await removeExpiredAccounts(site.db, site.clock.at)).toEqual([])
    site.clock.add(1)
    expect(await removeExpiredAccounts(site.db, site.clock.at)).toHaveLength(1)
    expect(await site.many(1)).toEqual(['normal'])
  })

  test('do not count what an admin opened, or what is elsewhere', async () => {
    const site = await makeSite({ trialShare: 10, warnFree: 0 })
    for (const port of [20_003, 20_004]) await anAccount(site, { port, userId: site.customer.id })
    expect(await site.many(2)).toEqual(['normal', 'no trial'])
  })

  test('are counted with the open orders of people who never paid', async () => {
    const site = await makeSite({ trialShare: 20, warnFree: 0 })
    await orderByAlipay(site)
    expect(await site.many(2)).toEqual(['normal', 'no trial'])
  })
})

describe('trial accounts without a port of their own', () => {
  const SHARED = { method: '2022-blake3-aes-128-gcm', ssPort: 8_388 }

  test('are given beyond the share of the ports, where no server needs one', async () => {
    const site = await makeSite({ trialShare: 10, warnFree: 0 })
    await aServer(site, SHARED)
    expect(await site.many(3)).toEqual(['normal', 'normal', 'normal'])
    const rows = site.db.selectFrom('account').select('port').orderBy('port')
    expect((await rows.execute()).map(({ port }) => port)).toEqual([20_000, 100_000, 100_001])
    await aServer(site)
    expect(await site.many(1)).toEqual(['no trial'])
  })

  test.each([
    ['a thousand', { onlyWhereNeeded: true }],
    ['as many as have one', { start: 20_000, end: 21_999, trialShare: 75, onlyWhereNeeded: true }],
  ])('are %s at a time, so that programs that sign up cannot go on for ever', async (_, port) => {
    const site = await makeSite({ warnFree: 0, ...port })
    await aServer(site, SHARED)
    const most = 'trialShare' in port ? 1_500 : 1_000
    // One trial as it is made, and the others like it.
    await site.many(1)
    const [account, lot] = await Promise.all([
      site.db.selectFrom('account').selectAll().executeTakeFirstOrThrow(),
      site.db.selectFrom('boughtTime').selectAll().executeTakeFirstOrThrow(),
    ])
    for (let n = 1; n < most - 1; n++) {
      const { id: _own, ...columns } = { ...account, port: account.port + n }
      const links = { subscribe: `${n}`, subscribeHash: `${n}` }
      const { id: accountId } = await site.db
        .insertInto('account')
        .values({ ...columns, ...links })
        .returning('id')
        .executeTakeFirstOrThrow()
      const { id: _lot, ...kept } = { ...lot, accountId }
      await site.db.insertInto('boughtTime').values(kept).execute()
    }
    expect(await site.many(2)).toEqual(['normal', 'no trial'])
    expect(await site.events()).toEqual(['trialsRefused {}'])
    // Who buys takes up none of them.
    await buyByAlipay(site)
    const { id } = await site.db
      .selectFrom('account')
      .select('id')
      .where('port', '=', account.port + 1)
      .executeTakeFirstOrThrow()
    await site.db.deleteFrom('account').where('id', '=', id).execute()
    expect(await site.many(2)).toEqual(['normal', 'no trial'])
  })
})

describe('open orders of people who never paid', () => {
  test('take a share of the ports, too', async () => {
    const site = await makeSite({ end: 20_099, trialShare: 21, warnFree: 0 })
    const order = async () => (await orderByPaypal(site, { as: await site.person() })).status
    for (let n = 0; n < 21; n++) expect(await order()).toBe(200)
    expect(await order()).toBe(403)
    // Who paid before buys as ever.
    const known = await site.person()
    await anAccount(site, { userId: known.id })
    expect((await orderByPaypal(site, { as: known })).status).toBe(200)
    site.clock.add(2 * HOUR)
    await queryDue(site.world, findKnownProvider)
    expect(await order()).toBe(200)
  })

  test('are twenty at least, however few ports there are', async () => {
    const site = await makeSite({ end: 20_029, trialShare: 0, warnFree: 0 })
    const order = async () => (await orderByPaypal(site, { as: await site.person() })).status
    for (let n = 0; n < 20; n++) expect(await order()).toBe(200)
    expect(await order()).toBe(403)
  })
})

describe('the main admin', () => {
  test('is notified once a day when fewer ports are free than the setting names', async () => {
    const site = await makeSite({ warnFree: 80 })
    for (const port of [20_008, 20_009]) await anAccount(site, { port })
    expect(await site.events()).toEqual([])
    expect(await site.many(2)).toEqual(['normal', 'normal'])
    expect(await site.events()).toEqual(['portsShort {"percent":80}'])
    await buyByAlipay(site)
    expect(await site.events()).toHaveLength(1)
    site.clock.add(DAY)
    await buyByCard(site, site.customer, site.planId)
    expect(await site.events()).toHaveLength(2)
  })

  test('is not while as many are free', async () => {
    const site = await makeSite({ warnFree: 80 })
    await site.many(2)
    expect(await site.events()).toEqual([])
    await orderByAlipay(site)
    expect(await site.events()).toEqual(['portsShort {"percent":80}'])
  })
})

describe('mails to one who holds a whole network of IPv6', () => {
  test.each([
    ['/56', 200, (n: number) => `2001:db8:1:${(n % 256).toString(16)}::1`],
    ['/48', 400, (n: number) => `2001:db8:1:${((n * 256) % 65_536).toString(16)}::1`],
  ])('are counted for a %s: %d in an hour', async (_net, most, addressOf) => {
    const { world } = await makeShop()
    const mail = async (n: number) =>
      takeMail({ ...world, client: clientOf(addressOf(n)) }, `a${n}@example.com`, { word: 'out' })
        .then(() => 'sent')
        .catch(({ reason }) => reason)
    for (let n = 0; n < most; n++) expect(await mail(n)).toBe('sent')
    expect(await mail(most)).toBe('out')
    const other = { ...world, client: clientOf('2001:db8:2::1') }
    await takeMail(other, 'b@example.com', { word: 'out' })
  })
})
