import { expect, test } from 'vitest'
import { insertEvent } from '../../../server/messaging/events/store.ts'
import {
  changeToNotified,
  claimDelivery,
  releaseDelivery,
  selectUnnotified,
} from '../../../server/notify/telegram/store.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

/** Something happened, and two people are to be notified of it. */
async function anEvent() {
  const world = await makeWorld()
  const { db, clock } = world
  const event = { kind: 'signUp' as const, userId: null, subjectId: null, data: {} }
  const happen = async (effect: string, at = clock.at) => {
    await insertEvent(db, { ...event, effect }, at)
    const last = db.selectFrom('event').select('id').orderBy('id', 'desc')
    return (await last.executeTakeFirstOrThrow()).id
  }
  const other = await world.person({ type: 'admin' })
  return { db, clock, happen, id: await happen('a'), people: [mainAdmin.id, other.id] as const }
}

test('each person is notified once, by one of several processes', async () => {
  const { db, id, people } = await anEvent()
  const [boss, other] = people
  const claims = await Promise.all([1, 2, 3].map(() => claimDelivery(db, id, boss)))
  expect(claims.filter(Boolean)).toHaveLength(1)
  expect(await claimDelivery(db, id, other)).toBe(true)
  // Whom it did not reach, and nobody else, is tried again.
  await releaseDelivery(db, id, boss)
  expect([await claimDelivery(db, id, boss), await claimDelivery(db, id, other)]).toEqual([
    true,
    false,
  ])
})

test('a slow process notifies nobody once another one has notified everybody', async () => {
  const { db, clock, id, happen, people } = await anEvent()
  const next = await happen('b')
  for (const person of people) expect(await claimDelivery(db, id, person)).toBe(true)
  await changeToNotified(db, id, clock.at)
  // What it was claimed by is forgotten by now.
  expect(await db.selectFrom('telegramDelivery').selectAll().execute()).toEqual([])
  for (const person of people) expect(await claimDelivery(db, id, person)).toBe(false)
  expect(await claimDelivery(db, next, people[0])).toBe(true)
  expect(await claimDelivery(db, 999, people[0])).toBe(false)
  expect(await claimDelivery(db, next, 999)).toBe(false)
})

test('the moment at which everybody was notified is the first', async () => {
  const { db, clock, id, happen } = await anEvent()
  const next = await happen('b')
  await changeToNotified(db, id, clock.at)
  await changeToNotified(db, id, clock.at + 5)
  const rows = await db.selectFrom('event').select(['id', 'telegramTime']).orderBy('id').execute()
  expect(rows).toEqual([
    { id, telegramTime: clock.at },
    { id: next, telegramTime: null },
  ])
})

test('what nobody was notified of is read from a moment on, oldest first, of one moment in turn', async () => {
  const { db, clock, happen } = await anEvent()
  await db.deleteFrom('event').execute()
  const at = clock.at
  const [late, early, second, before] = [
    await happen('late', at + 1),
    await happen('early', at),
    await happen('second', at),
    await happen('before', at - 1),
  ]
  const ids = async (after: number, limit = 9) =>
    (await selectUnnotified(db, after, limit)).map(({ id }) => id)
  expect(await ids(at)).toEqual([early, second, late])
  expect(await ids(at, 1)).toEqual([early])
  expect(await ids(at - 1)).toEqual([before, early, second, late])
  await changeToNotified(db, early, at)
  expect(await ids(at)).toEqual([second, late])
})
