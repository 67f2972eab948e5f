import { describe, expect, test } from 'vitest'
import { changeSetting, findSetting } from '../../../server/database/settings/store.ts'
import { findTimeZone } from '../../../server/database/settings/timeZone.ts'
import { factsOf, sentenceOf } from '../../../server/messaging/events/sentences.ts'
import { accountsSummary } from '../../../server/notify/telegram/summary.ts'
import { insertNumbered } from '../../../server/shop/orders/number.ts'
import { warnCustomers } from '../../../server/notify/warnings/warn.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { openPlane } from '../../support/plane.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

/** Half past one on the next day in Shanghai, as finding B11 has it. */
const END = Date.UTC(2026, 0, 18, 17, 30)
const BROWSER = { 'user-agent': 'Mozilla/5.0 Safari/604.1', accept: 'text/html' }
const SUBSCRIBE = 'c0ffee'.padEnd(32, '0')

/** A site of a zone on a server of another, with a customer whose account ends at `END`. */
async function siteIn(timeZone: string | undefined, TZ = 'UTC') {
  const world = await makeWorld({ plane: openPlane(), env: { TZ } })
  const base = await findSetting(world.db, 'base')
  if (timeZone !== undefined) await changeSetting(world.db, 'base', { ...base, timeZone })
  await aServer(world)
  const owner = await world.person({ email: 'ann@example.com' })
  await anAccount(world, {
    type: 3,
    userId: owner.id,
    port: 5001,
    flow: 1000,
    multiServerFlow: 1,
    cycleStart: END - 30 * 86_400_000,
    cycles: 1,
    expireTime: END,
    subscribe: SUBSCRIBE,
  })
  const link = `/api/user/account/subscribe/${SUBSCRIBE}`
  const page = async () => (await world.app.inject({ url: link, headers: BROWSER })).payload
  const notes = async () => {
    const { payload } = await world.app.inject(`${link}?type=shadowrocket&flow=1`)
    return decodeURIComponent(Buffer.from(payload, 'base64').toString())
  }
  return { world, owner, page, notes }
}

describe.each([
  ['the setting', 'Asia/Shanghai', 'UTC', '2026-01-19', '01:30', 'UTC+8'],
  ['the installation, where there is no setting', undefined, 'UTC', '2026-01-18', '17:30', 'UTC'],
  [
    'the installation, where its zone is unknown',
    'Moon/Tycho',
    'Asia/Kolkata',
    '2026-01-18',
    '23:00',
    'UTC+5:30',
  ],
  [
    'the setting, west of Greenwich',
    'America/St_Johns',
    'Asia/Shanghai',
    '2026-01-18',
    '14:00',
    'UTC-3:30',
  ],
] as const)('dates are those of %s', (_what, timeZone, TZ, day, clock, offset) => {
  const long = `2026年1月${Number(day.slice(8))}日 ${clock} (${offset})`

  test('on the page of a subscription, with the zone, and as a day in apps', async () => {
    const { page, notes } = await siteIn(timeZone, TZ)
    expect(await page()).toContain(`有效期至：${day} ${clock} (${offset})`)
    expect(await notes()).toContain(`${day}过期`)
  })

  test('in warnings by mail, push and Telegram', async () => {
    const { world } = await siteIn(timeZone, TZ)
    await world.db.insertInto('setting').values({ key: 'mailServer', value: '{}' }).execute()
    world.clock.at = END - 86_400_000
    await warnCustomers(world)
    const mail = await world.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow()
    expect(mail.subject).toContain(`将于${long}到期`)
    expect(mail.content).toContain(`将于${long}到期`)
    const event = await world.db.selectFrom('event').selectAll().executeTakeFirstOrThrow()
    expect(sentenceOf(await factsOf(world.world, event), 'zh-CN')).toContain(`将于${long}到期`)
  })

  test('in what Telegram and a first reply say of accounts', async () => {
    const { world, owner } = await siteIn(timeZone, TZ)
    const summary = await accountsSummary(world.world, owner.id ?? 0, 'zh-CN')
    expect(summary).toContain(`有效期至：${long}`)
  })

  test('in tables that are read and written, and in the numbers of orders', async () => {
    const { world, owner } = await siteIn(timeZone, TZ)
    world.clock.at = END
    const table = `port,expire,flow,password\n6001,${day} ${clock},1GB,secret`
    const { data } = await world
      .as(mainAdmin)
      .POST('/api/admin/import/preview', { body: { of: 'account', table } })
    expect(data).toMatchObject({ sample: [{ expire: END }] })
    const { response } = await world
      .as(mainAdmin)
      .GET('/api/admin/allOrders/csv', { parseAs: 'text' })
    expect(response.headers.get('content-disposition')).toContain(`orders-${day}.csv`)
    const order = {
      kind: 'refOrder',
      userId: owner.id ?? 0,
      status: 'FINISH',
      createTime: END,
    } as const
    const { orderId } = await insertNumbered(world.db, world.world, order)
    expect(orderId.slice(0, 12)).toBe(`${day}${clock}`.replaceAll(/\D/g, ''))
  })
})

describe('the setting', () => {
  test('takes names of zones, none, and nothing else', async () => {
    const world = await makeWorld()
    const path = '/api/admin/setting/base'
    const save = async (timeZone: string) =>
      (await world.as(mainAdmin).PUT(path, { body: { data: { timeZone } } })).response.status
    expect(await save('Asia/Tokyo')).toBe(200)
    expect(await save('Moon/Tycho')).toBe(400)
    expect(await findTimeZone(world.world)).toBe('Asia/Tokyo')
    expect(await save('')).toBe(200)
    expect(await findTimeZone(world.world)).toBe('UTC')
  })

  test('comes with the zone of the installation, which is not stored', async () => {
    const world = await makeWorld({ env: { TZ: 'Europe/Moscow' } })
    const path = '/api/admin/setting/base'
    const { data } = await world.as(mainAdmin).GET(path)
    expect(data).toMatchObject({ homeTimeZone: 'Europe/Moscow' })
    await world.as(mainAdmin).PUT(path, { body: { data: { ...data, title: 'North' } } as never })
    expect(await findSetting(world.db, 'base')).not.toHaveProperty('homeTimeZone')
  })
})
