import { describe, expect, test } from 'vitest'
import type { Schema } from '#contract'
import { aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const PAYMENT = '/api/admin/setting/payment'

const aMonth = (changes: Partial<Schema<'PaymentPeriod'>> = {}): Schema<'PaymentPeriod'> => ({
  orderName: 'Month',
  alipay: 9.99,
  paypal: 1.15,
  flow: 100_000,
  refTime: '1d2h',
  server: null,
  autoRemove: 0,
  multiServerFlow: 1,
  ...changes,
})

describe('getPaymentSetting', () => {
  test('has all six periods, which nobody can buy, until someone enters prices', async () => {
    const world = await makeWorld()
    const none = { alipay: 0, paypal: 0, flow: 0 }
    expect((await world.as(mainAdmin).GET(PAYMENT)).data).toEqual({
      hour: none,
      day: none,
      week: none,
      month: none,
      season: none,
      year: none,
      revision: expect.any(String),
    })
  })
})

describe.each(['PUT', 'POST'] as const)('%s', (method) => {
  test('replaces the whole setting', async () => {
    const world = await makeWorld()
    const as = world.as(mainAdmin)
    const send = (data: Schema<'PaymentSetting'>) => {
      const body = { data }
      return method === 'PUT' ? as.PUT(PAYMENT, { body }) : as.POST(PAYMENT, { body })
    }
    await send({ hour: aMonth() })
    const data = { month: aMonth({ server: [await aServer(world)] }), year: { alipay: 99 } }
    expect((await send(data)).data).toBe('success')
    expect((await as.GET(PAYMENT)).data).toEqual({ ...data, revision: expect.any(String) })
  })
})

describe('editPaymentSetting', () => {
  test.each([
    ['a price with parts of a cent', { alipay: 1.005 }, 403, 'bad price'],
    ['a price below nothing', { paypal: -1 }, 400, undefined],
    ['a reward nobody can read', { refTime: 'soon' }, 403, 'bad time'],
    ['no server', { server: [] }, 403, 'bad server'],
    ['a server there is none of', { server: [999] }, 403, 'bad server'],
    ['traffic that is text', { flow: '5G' as unknown as number }, 400, undefined],
  ])('refuses %s, and changes nothing', async (_what, changes, status, word) => {
    const world = await makeWorld()
    const as = world.as(mainAdmin)
    await as.PUT(PAYMENT, { body: { data: { week: aMonth() } } })
    const body = { data: { month: aMonth(changes) } }
    const { response, error } = await as.PUT(PAYMENT, { body })
    expect(response.status).toBe(status)
    if (word) expect(error).toBe(word)
    expect((await as.GET(PAYMENT)).data).toEqual({ week: aMonth(), revision: expect.any(String) })
  })

  test('lets prices be changed after a server was deleted', async () => {
    const world = await makeWorld()
    const as = world.as(mainAdmin)
    const id = await aServer(world)
    await as.PUT(PAYMENT, { body: { data: { month: aMonth({ server: [id] }) } } })
    await world.db.deleteFrom('server').where('id', '=', id).execute()
    const data = { month: aMonth({ server: [id], alipay: 8 }) }
    expect((await as.PUT(PAYMENT, { body: { data } })).data).toBe('success')
  })
})

describe('replacePaymentSetting', () => {
  test('is closed to everybody but the main admin, as is reading', async () => {
    const world = await makeWorld()
    const admin = world.as(await world.person({ type: 'admin' }))
    const body = { data: { month: aMonth() } }
    expect((await admin.POST(PAYMENT, { body })).response.status).toBe(403)
    expect((await admin.GET(PAYMENT)).response.status).toBe(403)
    const user = world.as(await world.person())
    expect((await user.GET(PAYMENT)).response.status).toBe(401)
  })
})
