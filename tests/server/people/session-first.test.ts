import { afterEach, describe, expect, test, vi } from 'vitest'
import { openFirstAccount } from '../../../server/shop/signup/firstAccount.ts'
import { changeSetting } from '../../../server/database/settings/store.ts'
import { anAccount, aPlan, aServer } from '../../support/make.ts'
import { makeWorld } from '../../support/world.ts'

afterEach(() => void vi.restoreAllMocks())

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A new user on a site with these settings; opens the first account. */
async function newcomer({
  port = {},
  ...setting
}: { port?: object; accountForNewUser?: object } = {}) {
  const world = await makeWorld()
  // Trials may take every port.
  await changeSetting(world.db, 'account', { ...setting, port: { trialShare: 100, ...port } })
  const { id: userId } = await world.person()
  const { db, config, clock } = world
  const open = () =>
    db.transaction().execute((tx) => openFirstAccount(tx, userId, { now: clock.at, config }))
  const accounts = () =>
    db.selectFrom('account').selectAll().where('userId', '=', userId).orderBy('id').execute()
  /** What opening comes to: the port, or how it was refused. */
  const portOf = async () => {
    const id = await open().catch(({ status, reason }) => `${status} ${reason}`)
    if (typeof id !== 'number') return id
    return (await accounts()).find((account) => account.id === id)?.port
  }
  return { ...world, userId, open, accounts, portOf }
}

describe('the first account of a user', () => {
  test('is eight hours of 350 megabytes where the setting says nothing', async () => {
    const { userId, clock, open, accounts } = await newcomer()
    const id = await open()
    expect(await accounts()).toEqual([
      {
        id,
        userId,
        type: 5,
        orderId: 0,
        server: null,
        port: 50_000,
        portSpace: 0,
        password: expect.stringMatching(/^[2-9A-Za-z]{10}$/),
        publicKey: '',
        privateKey: '',
        cycleStart: clock.at,
        cycles: 8,
        flow: 350_000_000,
        expireTime: clock.at + 8 * HOUR,
        autoRemove: 1,
        autoRemoveDelay: 3 * DAY,
        multiServerFlow: 0,
        active: 1,
        waitingSince: null,
        usageFrom: null,
        subscribe: expect.stringMatching(/^[\w-]{20,}$/),
        subscribeHash: expect.stringMatching(/^[\w-]{43}$/),
        createTime: clock.at,
        speedDown: null,
        speedUp: null,
        deviceLimit: null,
        asksForDevices: 0,
      },
    ])
  })

  test('is what the setting says', async () => {
    const given = { isEnable: true, fromOrder: false, type: 4, limit: 3, flow: 1.0000006 }
    const more = { server: [2, 1, 2], multiServerFlow: 1, autoRemove: 1 } as const
    const { clock, open, accounts } = await newcomer({ accountForNewUser: { ...given, ...more } })
    await open()
    expect(await accounts()).toMatchObject([
      {
        type: 4,
        cycles: 3,
        flow: 1_000_001,
        server: '[2,1]',
        multiServerFlow: 1,
        autoRemove: 1,
        expireTime: clock.at + 3 * DAY,
        active: 1,
      },
    ])
  })

  test('is none where the setting gives none', async () => {
    const { open, accounts } = await newcomer({ accountForNewUser: { isEnable: false } })
    expect(await open()).toBeUndefined()
    expect(await accounts()).toEqual([])
  })

  test('has all the terms of a plan', async () => {
    const world = await newcomer()
    const plan = await aPlan(world, {
      type: 2,
      cycle: 3,
      flow: 77,
      server: '[4]',
      autoRemove: 1,
      autoRemoveDelay: 5,
      multiServerFlow: 1,
      portRange: '40000-40001,30000',
      active: 0,
    })
    const accountForNewUser = { fromOrder: true, type: plan, limit: 9, flow: 9 }
    await changeSetting(world.db, 'account', { accountForNewUser, port: { trialShare: 100 } })
    for (const port of [30_000, 40_000, 40_001, '403 no trial'])
      expect(await world.portOf()).toBe(port)
    const [account] = await world.accounts()
    expect(account).toMatchObject({
      orderId: plan,
      type: 2,
      cycles: 3,
      flow: 77,
      server: '[4]',
      autoRemove: 1,
      autoRemoveDelay: 5,
      multiServerFlow: 1,
      active: 0,
      expireTime: world.clock.at + 21 * DAY,
    })
  })

  test('has the usual terms where a plan leaves them open, and is active', async () => {
    const world = await newcomer()
    const removal = { autoRemove: null, autoRemoveDelay: null, multiServerFlow: null }
    const open = { cycle: null, portRange: null, ...removal }
    const plan = await aPlan(world, { type: 5, active: 1, ...open })
    await changeSetting(world.db, 'account', { accountForNewUser: { fromOrder: true, type: plan } })
    expect(await world.portOf()).toBe(50_000)
    expect(await world.accounts()).toMatchObject([
      { cycles: 1, autoRemove: 0, autoRemoveDelay: 0, multiServerFlow: 0, active: 1 },
    ])
  })

  test.each([
    ['that is gone', undefined],
    ['that is a pack of traffic', { baseId: 1 }],
    ['that has no type', { type: null }],
  ])('is none of a plan %s', async (_what, changes) => {
    const world = await newcomer()
    const type = changes ? await aPlan(world, changes as object) : 99
    await changeSetting(world.db, 'account', { accountForNewUser: { fromOrder: true, type } })
    expect(await world.open()).toBeUndefined()
    expect(await world.accounts()).toEqual([])
  })
})

describe('its port', () => {
  test('is the lowest that is free, to the last of the range', async () => {
    const { portOf } = await newcomer({ port: { start: 2_000, end: 2_001 } })
    for (const port of [2_000, 2_001, '403 no trial']) expect(await portOf()).toBe(port)
  })

  test.each([
    [{ start: 59_999 }, [59_999, 60_000, '403 no trial']],
    [{ end: 50_001 }, [50_000, 50_001, '403 no trial']],
  ])('is between 50000 and 60000 unless the setting %j says else', async (port, ports) => {
    const { portOf } = await newcomer({ port })
    for (const expected of ports) expect(await portOf()).toBe(expected)
  })

  test.each([
    [true, 0, 2_000],
    [true, 0.5, 2_005],
    [true, 0.999, 2_009],
    [false, 0.5, 2_000],
  ])(
    'is drawn by chance where the setting wants it (%s): %d gives %d',
    async (random, dice, port) => {
      const { portOf } = await newcomer({ port: { start: 2_000, end: 2_009, random } })
      vi.spyOn(Math, 'random').mockReturnValue(dice)
      expect(await portOf()).toBe(port)
    },
  )

  test('leaves room for the servers of this machine that shift it', async () => {
    const world = await newcomer({ port: { start: 65_000, end: 65_535 } })
    await aServer(world, { shift: 535 })
    expect(await world.portOf()).toBe(65_000)
    expect(await world.portOf()).toBe('403 no trial')
  })

  test.each([
    [4, 2_004],
    [5, '403 '],
  ])(
    'is looked for again when someone else took it meanwhile: %d times give %s',
    async (most, port) => {
      const world = await newcomer({ port: { start: 2_000, end: 2_009 } })
      const requested = new WeakSet<object>()
      let stolen = 0
      const robbed = world.db.withPlugin({
        transformQuery: ({ node, queryId }) => {
          if (node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('"holder"'))
            requested.add(queryId)
          return node
        },
        async transformResult({ result, queryId }) {
          const [row = { port: 2_000 }] = result.rows
          const isFound = requested.has(queryId) && typeof row.port === 'number'
          if (isFound && stolen < most) {
            stolen += 1
            await anAccount(world, { port: Number(row.port) })
          }
          return result
        },
      })
      const { userId, config, clock, accounts } = world
      const id = await openFirstAccount(robbed, userId, { now: clock.at, config }).catch(
        ({ status, reason }) => `${status} ${reason}`,
      )
      expect(stolen).toBe(most)
      const [account] = await accounts()
      expect(account?.port ?? id).toBe(port)
    },
  )
})
