import { describe, expect, test } from 'vitest'
import { LANGUAGES, wordsOf } from '../../../server/base/words/words.ts'
import { warnCustomers } from '../../../server/notify/warnings/warn.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'

const DAY = 86_400_000

type World = Awaited<ReturnType<typeof makeWorld>>

/** A person's account that ends `left` ms from now. */
async function ending(world: World, left: number, changes: object = {}) {
  const owner = await world.person()
  const cycleStart = world.clock.at + left - 30 * DAY
  const times = { cycleStart, cycles: 1, expireTime: world.clock.at + left }
  const account = { type: 3, userId: owner.id, multiServerFlow: 1 as const, flow: 1000 }
  const id = await anAccount(world, { ...account, ...times, ...changes })
  return { owner, id, cycleStart }
}

async function used(world: World, accountId: number, cycleFrom: number, bytes: number) {
  const serverId = (await world.db.selectFrom('server').select('id').executeTakeFirst())?.id
  await world.db
    .insertInto('usage')
    .values({ accountId, serverId: serverId!, cycleFrom, bytes, lastSeen: world.clock.at })
    .onConflict((conflict) => conflict.columns(['accountId', 'serverId']).doUpdateSet({ bytes }))
    .execute()
}

const notified = (world: World) =>
  world.db.selectFrom('event').select(['kind', 'userId', 'data']).orderBy('id').execute()

describe('warnCustomers', () => {
  test('warns once before an end, and again before the next', async () => {
    const world = await makeWorld()
    const { owner, id } = await ending(world, 2 * DAY, { port: 5001 })
    await ending(world, 4 * DAY, { port: 5002 })
    await ending(world, -DAY, { port: 5003 })
    await ending(world, 2 * DAY, { port: 5004, active: 0 })
    expect(await warnCustomers(world)).toBe(1)
    expect(await warnCustomers(world)).toBe(0)
    const [event] = await notified(world)
    expect(event).toMatchObject({ kind: 'ending', userId: owner.id })
    expect(JSON.parse(event!.data)).toMatchObject({ port: 5001, ends: world.clock.at + 2 * DAY })

    // Renewed, it ends another time.
    await world.db
      .updateTable('account')
      .set({ cycles: 2, expireTime: world.clock.at + 32 * DAY })
      .where('id', '=', id)
      .execute()
    world.clock.add(31 * DAY)
    await warnCustomers(world)
    const own = (await notified(world)).filter(({ userId }) => userId === owner.id)
    expect(own.map(({ kind }) => kind)).toEqual(['ending', 'ending'])
  })

  test('warns of no end that was in sight from the beginning', async () => {
    const world = await makeWorld()
    const days = 3
    const from = { cycleStart: world.clock.at - 1000 }
    await ending(world, days * DAY - 1000, { port: 5001, ...from })
    expect(await warnCustomers(world)).toBe(0)
    await ending(world, days * DAY - 999, { port: 5002, ...from })
    expect(await warnCustomers(world)).toBe(1)
    expect(JSON.parse((await notified(world))[0]!.data)).toMatchObject({ port: 5002 })
  })

  test('warns of traffic at 80 percent and at the end, once in each cycle', async () => {
    const world = await makeWorld()
    await aServer(world)
    const { id, cycleStart } = await ending(world, 20 * DAY)
    const kinds = async () => {
      await warnCustomers(world)
      return (await notified(world)).map(({ kind }) => kind)
    }
    await used(world, id, cycleStart, 790)
    expect(await kinds()).toEqual([])
    await used(world, id, cycleStart, 800)
    expect(await kinds()).toEqual(['runningOut'])
    await used(world, id, cycleStart, 1000)
    expect(await kinds()).toEqual(['runningOut', 'usedUp'])
    expect(await kinds()).toHaveLength(2)
  })

  test('says only that it is used up when both are due at once', async () => {
    const world = await makeWorld()
    await aServer(world)
    const { id, cycleStart } = await ending(world, 20 * DAY)
    await used(world, id, cycleStart, 2000)
    await warnCustomers(world)
    expect((await notified(world)).map(({ kind }) => kind)).toEqual(['usedUp'])
  })

  test('writes a mail in the language of the person where there is a mail server', async () => {
    const world = await makeWorld()
    const { owner } = await ending(world, 2 * DAY, { port: 5001 })
    await world.db
      .updateTable('user')
      .set({ language: 'ru-RU' })
      .where('id', '=', owner.id)
      .execute()
    await world.db.insertInto('setting').values({ key: 'mailServer', value: '{}' }).execute()
    await Promise.all([warnCustomers(world), warnCustomers(world)])
    const mails = await world.db.selectFrom('mail').selectAll().execute()
    expect(mails).toMatchObject([{ kind: 'warning', userId: owner.id, status: 'waiting' }])
    expect(mails[0]?.content).toMatch(/Срок аккаунта 5001 истекает 17 января 2026/)
  })

  test('mails the link that renews this account, at the address of the site', async () => {
    const world = await makeWorld({ env: { SITE: 'https://panel.example.com/' } })
    await ending(world, 2 * DAY, { port: 5001 })
    await ending(world, 2 * DAY, { port: 5002 })
    await world.db.insertInto('setting').values({ key: 'mailServer', value: '{}' }).execute()
    await warnCustomers(world)
    const mails = await world.db.selectFrom('mail').select('content').orderBy('id').execute()
    const links = mails.map(({ content }) => content.split('\n').at(-1))
    expect(links).toEqual([
      'https://panel.example.com/user/account?renew=5001',
      'https://panel.example.com/user/account?renew=5002',
    ])
  })

  test.each(LANGUAGES)('has a line with the link in each mail in %s', (language) => {
    const link = 'https://panel.example.com/user/account?renew=5001'
    const about = { port: 5001, ends: '', percent: 80, title: 'Shop', link }
    for (const kind of ['ending', 'runningOut', 'usedUp'])
      expect(
        wordsOf(language)
          .warnings({ kind, ...about })
          .content.split('\n'),
      ).toContain(link)
  })

  test('is silent when it is switched off, and warns as early as configured', async () => {
    const world = await makeWorld()
    await ending(world, 8 * DAY)
    const set = (warnings: object) =>
      world.db
        .insertInto('setting')
        .values({ key: 'account', value: JSON.stringify({ warnings }) })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ value: JSON.stringify({ warnings }) }),
        )
        .execute()
    await set({ isEnable: false, days: 10, percent: 80, mail: false })
    expect(await warnCustomers(world)).toBe(0)
    await set({ isEnable: true, days: 10, percent: 80, mail: false })
    expect(await warnCustomers(world)).toBe(1)
  })
})
