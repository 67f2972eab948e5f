import { describe, expect, test } from 'vitest'
import { insertEvent } from '../../../server/messaging/events/store.ts'
import {
  changeToDone,
  changeToWaiting,
  type Delivery,
  planDeliveries,
  removeOldDeliveries,
  selectDue,
  takeDelivery,
} from '../../../server/notify/push/queue.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const DAY = 86_400_000
const SECOND = 1_000

/** A site with so many browsers of the main admin, registered before anything happened. */
async function withBrowsers(count: number) {
  const world = await makeWorld()
  const { db, clock } = world
  for (let number = 1; number <= count; number += 1)
    await db
      .insertInto('pushClient')
      .values({
        id: number,
        userId: mainAdmin.id,
        endpoint: `https://push.example.com/${number}`,
        auth: `auth ${number}`,
        p256dh: `key ${number}`,
        createTime: 0,
        language: 'ja-JP',
      })
      .execute()
  let made = 0
  /** Something happens; the id of its event. */
  const happen = async (at = clock.at) => {
    const data = { email: 'ann@example.com' }
    const event = { kind: 'signUp' as const, userId: null, subjectId: 5, data }
    await insertEvent(db, { ...event, effect: `queue:${(made += 1)}` }, at)
    const last = db.selectFrom('event').select('id').orderBy('id', 'desc')
    return (await last.executeTakeFirstOrThrow()).id
  }
  const rows = () =>
    db.selectFrom('pushDelivery').selectAll().orderBy('eventId').orderBy('clientId').execute()
  /** One event for every browser, and what is due of it. */
  const planned = async () => {
    await happen()
    await planDeliveries(db, clock.at)
    return selectDue(db, clock.at)
  }
  return { ...world, happen, rows, planned }
}

describe('planning', () => {
  test('notes every browser as waiting since the event, and the event as planned', async () => {
    const { db, clock, happen, rows } = await withBrowsers(2)
    const eventId = await happen()
    const at = clock.at
    clock.add(5 * SECOND)
    expect(await planDeliveries(db, clock.at)).toBe(1)
    const row = { eventId, status: 'waiting', nextTry: at, tries: 0 }
    expect(await rows()).toEqual([
      { ...row, clientId: 1 },
      { ...row, clientId: 2 },
    ])
    const events = await db.selectFrom('event').select('pushedTime').execute()
    expect(events).toEqual([{ pushedTime: clock.at }])
  })

  test('takes fifty events at a time, oldest first', async () => {
    const { db, clock, happen, rows } = await withBrowsers(1)
    const late = await happen(clock.at)
    const early: number[] = []
    for (let number = 0; number < 51; number += 1) early.push(await happen(clock.at - 1))
    expect(await planDeliveries(db, clock.at)).toBe(50)
    expect((await rows()).map(({ eventId }) => eventId)).toEqual(early.slice(0, 50))
    expect(await planDeliveries(db, clock.at)).toBe(2)
    expect((await rows()).map(({ eventId }) => eventId)).toEqual([late, ...early])
    expect(await planDeliveries(db, clock.at)).toBe(0)
  })

  test('takes what happened a day ago, and nothing older, however it came to be late', async () => {
    const { db, clock, happen, rows } = await withBrowsers(1)
    await happen(clock.at - DAY - 1)
    const eventId = await happen(clock.at - DAY)
    expect(await planDeliveries(db, clock.at)).toBe(1)
    expect((await rows()).map((row) => row.eventId)).toEqual([eventId])
    expect(await planDeliveries(db, clock.at)).toBe(0)
  })

  test('leaves out the browsers that registered after it happened', async () => {
    const { db, clock, happen, rows } = await withBrowsers(3)
    for (const [at, id] of [-1, 0, 1].map((ms, index) => [clock.at + ms, index + 1] as const))
      await db.updateTable('pushClient').set({ createTime: at }).where('id', '=', id).execute()
    await happen()
    await planDeliveries(db, clock.at + 1)
    expect((await rows()).map(({ clientId }) => clientId)).toEqual([1, 2])
  })

  test('by two processes at the same moment notes each browser once', async () => {
    const { db, clock, happen, rows } = await withBrowsers(2)
    await happen()
    const counts = await Promise.all([planDeliveries(db, clock.at), planDeliveries(db, clock.at)])
    expect(counts.some((count) => count === 1)).toBe(true)
    expect(await rows()).toHaveLength(2)
  })

  test('leaves what was planned already to the process that planned it', async () => {
    const { db, clock, happen, rows } = await withBrowsers(1)
    await happen()
    await db.updateTable('event').set({ pushedTime: 7 }).execute()
    expect(await planDeliveries(db, clock.at)).toBe(0)
    expect(await rows()).toEqual([])
  })
})

describe('what is due', () => {
  test('is read with its event, its browser and its person', async () => {
    const { clock, planned } = await withBrowsers(1)
    const at = clock.at
    expect(await planned()).toEqual([
      {
        eventId: 1,
        clientId: 1,
        tries: 0,
        kind: 'signUp',
        data: '{"email":"ann@example.com"}',
        subjectId: 5,
        createTime: at,
        about: null,
        endpoint: 'https://push.example.com/1',
        auth: 'auth 1',
        p256dh: 'key 1',
        kinds: null,
        language: 'ja-JP',
        userId: mainAdmin.id,
        type: 'admin',
        groupId: 0,
        ofUser: null,
      },
    ])
  })

  test('are the waiting deliveries that are due, longest due first, then by event and browser', async () => {
    const { db, clock, happen } = await withBrowsers(2)
    for (const at of [clock.at, clock.at, clock.at - 1]) await happen(at)
    await planDeliveries(db, clock.at)
    const named = async (now: number) =>
      (await selectDue(db, now)).map(({ eventId, clientId }) => `${eventId}:${clientId}`)
    expect(await named(clock.at - 2)).toEqual([])
    expect(await named(clock.at - 1)).toEqual(['3:1', '3:2'])
    expect(await named(clock.at)).toEqual(['3:1', '3:2', '1:1', '1:2', '2:1', '2:2'])
    const change = (status: 'sent' | 'failed' | 'sending', eventId: number, clientId: number) =>
      db
        .updateTable('pushDelivery')
        .set({ status })
        .where('eventId', '=', eventId)
        .where('clientId', '=', clientId)
        .execute()
    await change('sent', 3, 1)
    await change('failed', 1, 2)
    await change('sending', 2, 2)
    expect(await named(clock.at)).toEqual(['3:2', '1:1', '2:1'])
  })

  test('are read fifty at a time', async () => {
    const { db, clock, planned } = await withBrowsers(51)
    expect((await planned()).map(({ clientId }) => clientId)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 1),
    )
    for (const delivery of await selectDue(db, clock.at)) await takeDelivery(db, delivery)
    expect((await selectDue(db, clock.at)).map(({ clientId }) => clientId)).toEqual([51])
  })
})

describe('a notification that is taken for sending', () => {
  test('is taken once, and only that one', async () => {
    const { db, planned, rows } = await withBrowsers(2)
    const [first] = await planned()
    expect(await takeDelivery(db, first!)).toBe(true)
    expect(await takeDelivery(db, first!)).toBe(false)
    expect(await rows()).toMatchObject([
      { clientId: 1, status: 'sending', nextTry: null, tries: 1 },
      { clientId: 2, status: 'waiting', tries: 0 },
    ])
  })

  test('is not taken by a process that saw it before the last try', async () => {
    const { db, clock, planned, rows } = await withBrowsers(1)
    const [seen] = await planned()
    await takeDelivery(db, seen!)
    await changeToWaiting(db, seen!, clock.at)
    expect(await takeDelivery(db, seen!)).toBe(false)
    expect(await rows()).toMatchObject([{ status: 'waiting', tries: 1 }])
  })

  test.each(['sent', 'failed'] as const)('ends as %s, once', async (status) => {
    const { db, clock, planned, rows } = await withBrowsers(2)
    const [first, second] = await planned()
    await changeToDone(db, first!, status)
    // No process was sending it yet.
    expect((await rows()).map((row) => row.status)).toEqual(['waiting', 'waiting'])
    for (const one of [first!, second!]) await takeDelivery(db, one)
    await changeToDone(db, first!, status)
    expect((await rows()).map((row) => row.status)).toEqual([status, 'sending'])
    await changeToWaiting(db, first!, clock.at)
    expect((await rows()).map((row) => row.status)).toEqual([status, 'sending'])
  })

  test.each([
    [0, undefined, 30],
    [1, undefined, 120],
    [2, undefined, 480],
    [3, undefined, 1_920],
    [4, undefined, 3_600],
    [9, undefined, 3_600],
    [0, 29, 30],
    [0, 31, 31],
    [9, 7_200, 7_200],
    [9, 60, 3_600],
  ])('after %d tries, asked to wait %j s, waits %d s', async (tries, requested, seconds) => {
    const { db, clock, planned, rows } = await withBrowsers(2)
    const [first, second] = await planned()
    for (const one of [first!, second!]) await takeDelivery(db, one)
    const tried: Delivery = { ...first!, tries }
    await changeToWaiting(db, tried, clock.at, requested && requested * SECOND)
    expect(await rows()).toMatchObject([
      { status: 'waiting', nextTry: clock.at + seconds * SECOND },
      { status: 'sending', nextTry: null },
    ])
  })
})

test('deliveries are forgotten after two days, and not before', async () => {
  const { db, clock, happen, rows } = await withBrowsers(1)
  const stored: number[] = []
  for (const age of [2 * DAY + 1, 2 * DAY, DAY, 0]) {
    const eventId = await happen(clock.at - age)
    const row = { eventId, clientId: 1, status: 'sent' as const, nextTry: null }
    await db.insertInto('pushDelivery').values(row).execute()
    if (age <= 2 * DAY) stored.push(eventId)
  }
  await removeOldDeliveries(db, clock.at)
  expect((await rows()).map(({ eventId }) => eventId)).toEqual(stored)
})
