import { describe, expect, onTestFinished, test } from 'vitest'
import { insertEvent } from '../../../server/messaging/events/store.ts'
import { wants } from '../../../server/notify/push/device.ts'
import { MAX_AGE_MS, planDeliveries } from '../../../server/notify/push/queue.ts'
import { sendDuePushes } from '../../../server/notify/push/sender.ts'
import { startPushService } from '../../support/push-service.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

/** Browsers of the main admin that chose these kinds, and an event that is new. */
async function withBrowsers(...choices: (string[] | null)[]) {
  const service = await startPushService()
  onTestFinished(() => service.stop())
  const world = await makeWorld({ env: { PUSH_RELAY: service.url } })
  const browsers = choices.map(() => service.subscribe())
  for (const [at, { endpoint, keys }] of browsers.entries()) {
    const kinds = choices[at] ? JSON.stringify(choices[at]) : null
    const client = { userId: mainAdmin.id, endpoint, ...keys, createTime: world.clock.at, kinds }
    await world.db.insertInto('pushClient').values(client).execute()
  }
  let made = 0
  const happen = (kind: 'signUp' | 'payment', at = world.clock.at) => {
    const event = { kind, userId: null, subjectId: null, data: {}, effect: `kinds:${(made += 1)}` }
    return insertEvent(world.db, event, at)
  }
  const planned = async () => {
    const rows = await world.db
      .selectFrom('pushDelivery')
      .innerJoin('pushClient', 'pushClient.id', 'pushDelivery.clientId')
      .select('endpoint')
      .orderBy('pushClient.id')
      .execute()
    return rows.map(({ endpoint }) => browsers.findIndex((one) => one.endpoint === endpoint))
  }
  return { ...world, service, browsers, happen, planned }
}

describe('what a browser chose to be notified of', () => {
  test('is checked when notifications are planned', async () => {
    const world = await withBrowsers(null, ['signUp'], ['payment'], [], ['payment', 'signUp'])
    await world.happen('signUp')
    expect(await planDeliveries(world.db, world.clock.at)).toBe(1)
    expect(await world.planned()).toEqual([0, 1, 4])
  })

  test('is checked again when they are sent', async () => {
    const world = await withBrowsers(null, null)
    const user = await world.person({ email: 'new@example.com' })
    const event = { kind: 'signUp' as const, userId: null, subjectId: user.id, effect: 'a' }
    await insertEvent(world.db, { ...event, data: { email: 'new@example.com' } }, world.clock.at)
    await planDeliveries(world.db, world.clock.at)
    expect(await world.planned()).toEqual([0, 1])
    const [changed] = world.browsers
    await world.db
      .updateTable('pushClient')
      .set({ kinds: '["payment"]' })
      .where('endpoint', '=', changed?.endpoint ?? '')
      .execute()
    await sendDuePushes(world.world)
    expect(world.browsers.map((browser) => world.service.to(browser).length)).toEqual([0, 1])
  })

  test.each([
    [null, true],
    ['["signUp"]', true],
    ['["payment","signUp"]', true],
    ['["payment"]', false],
    ['[]', false],
  ])('as %j includes a sign-up: %s', (kinds, expected) => {
    expect(wants({ kinds }, 'signUp')).toBe(expected)
  })
})

describe('an event', () => {
  test.each([
    ['of a day ago is still news', MAX_AGE_MS, [0]],
    ['of longer ago is none', MAX_AGE_MS + 1, []],
  ])('%s', async (_when, age, planned) => {
    const world = await withBrowsers(null)
    await world.db.updateTable('pushClient').set({ createTime: 0 }).execute()
    await world.happen('signUp', world.clock.at - age)
    await planDeliveries(world.db, world.clock.at)
    expect(await world.planned()).toEqual(planned)
  })

  test.each([
    ['a moment before a browser registered is not for it', -1, []],
    ['at the moment it registered is', 0, [0]],
    ['a moment after it registered is', 1, [0]],
  ])('%s', async (_when, later, planned) => {
    const world = await withBrowsers(null)
    await world.happen('signUp', world.clock.at + later)
    await planDeliveries(world.db, world.clock.at + 5)
    expect(await world.planned()).toEqual(planned)
  })

  test('is planned once, however many plan at once', async () => {
    const world = await withBrowsers(null)
    await world.happen('signUp')
    await Promise.all([1, 2, 3].map(() => planDeliveries(world.db, world.clock.at)))
    expect(await world.planned()).toEqual([0])
    expect(await planDeliveries(world.db, world.clock.at)).toBe(0)
  })
})
