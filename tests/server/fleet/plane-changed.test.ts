import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { grant, selectDesired } from '../../../server/fleet/plane/desired.ts'
import { startReconciler } from '../../../server/fleet/plane/reconcile.ts'
import type { DesiredPort } from '../../../server/engine/plane.ts'
import { anAccount, aServer, months } from '../../support/make.ts'
import { aPlane } from '../../support/plane.ts'
import { eventually } from '../../support/shadowsocks.ts'
import { makeWorld } from '../../support/world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const EVERY = { from: 0, to: 2 ** 31 - 1 }

/** A reconciler over a plane without sockets, with nothing on its way to the database. */
async function aReconciler(now?: () => number) {
  const fake = aPlane({ isExclusive: true })
  const world = await makeWorld({ plane: fake.plane })
  const queue = { meanwhile: <T>(work: () => Promise<T>) => work(), pending: () => new Map() }
  const reconciler = startReconciler({
    ...world.world,
    ...(now && { now }),
    queue,
    everyMs: 600_000,
  })
  onTestFinished(() => reconciler.stop())
  /** What a look at everything would have open. */
  const wanted = async () => {
    const wishes = await selectDesired(world.db, EVERY, world.clock.at)
    return byKey([...wishes.values()].flatMap(({ ports }) => grant(ports, new Map())))
  }
  const open = () => byKey([...fake.ports.values()])
  return { ...fake, ...reconciler, world, wanted, isOpen: open }
}

const byKey = (ports: DesiredPort[]) => ports.toSorted((a, b) => (a.key < b.key ? -1 : 1))

const ACCOUNTS = 4
const who = fc.nat(ACCOUNTS - 1)
/** Everything that may happen to an account, each with a number to happen by. */
const happening = fc.oneof(
  fc.record({
    what: fc.constantFrom('create', 'delete', 'password', 'server', 'pack'),
    who,
    by: fc.nat(3),
  }),
  fc.record({ what: fc.constantFrom('ban', 'renew', 'stop', 'start', 'use'), who, by: fc.nat(3) }),
  fc.record({ what: fc.constantFrom('swap', 'time'), who, by: fc.nat(ACCOUNTS - 1) }),
)

describe('a reconciliation of what changed', () => {
  test('leaves the same ports open as a full reconciliation', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 25 }), async (happenings) => {
        const { world, settle, wake, wanted, isOpen, stop } = await aReconciler()
        const { db, clock } = world
        const servers = [await aServer(world), await aServer(world, { shift: 1_000, scale: 2 })]
        const ids: (number | undefined)[] = Array(ACCOUNTS).fill(undefined)
        await settle()
        for (const { what, who: at, by } of happenings) {
          const id = ids[at] ?? 0
          const other = ids[by % ACCOUNTS] ?? 0
          const account = db.updateTable('account').where('id', '=', id)
          const serverId = servers[by % 2] ?? 0
          const row = { accountId: id, serverId }
          const isThere = ids[at] !== undefined
          if (what === 'create' && !isThere) {
            const terms = by > 0 ? { ...months(world, by), flow: 100 } : {}
            ids[at] = await anAccount(world, { multiServerFlow: by > 1 ? 1 : 0, ...terms })
          } else if (what === 'delete') {
            await db.deleteFrom('account').where('id', '=', id).execute()
            ids[at] = undefined
          } else if (what === 'password') await account.set({ password: `p${by}` }).execute()
          else if (what === 'server')
            await account.set({ server: by > 1 ? null : JSON.stringify([serverId]) }).execute()
          else if (what === 'stop') await account.set({ active: 0 }).execute()
          else if (what === 'start') await account.set({ active: 1 }).execute()
          else if (what === 'renew' && isThere) await account.set(months(world, by + 1)).execute()
          else if (what === 'pack' && isThere)
            await db
              .insertInto('flowPack')
              .values({ accountId: id, flow: 50, createTime: clock.at })
              .execute()
          else if (what === 'ban' && isThere) {
            const until = clock.at + by * 5 * DAY
            await db.deleteFrom('ban').where('accountId', '=', id).execute()
            await db
              .insertInto('ban')
              .values({ ...row, until })
              .execute()
          } else if (what === 'use' && isThere) {
            const used = { ...row, cycleFrom: clock.at, bytes: 40 * by, lastSeen: clock.at }
            await db.deleteFrom('usage').where('accountId', '=', id).execute()
            await db.insertInto('usage').values(used).execute()
          } else if (what === 'swap' && isThere && other !== 0 && other !== id)
            await swap(id, other)
          // No account is named: the clock decides which are due.
          if (what === 'time') {
            clock.add(by * 4 * DAY)
            wake([0])
          } else wake(what === 'swap' ? [id, other] : [ids[at] ?? id])
          const want = await wanted()
          await eventually(() => JSON.stringify(isOpen()) === JSON.stringify(want)).catch(() =>
            expect([what, isOpen()]).toEqual([what, want]),
          )
        }
        await stop()

        async function swap(one: number, two: number) {
          const rows = await db.selectFrom('account').select(['id', 'port']).execute()
          const portOf = (id: number) => rows.find((found) => found.id === id)?.port ?? 0
          const give = (id: number, port: number) =>
            db.updateTable('account').set({ port }).where('id', '=', id).execute()
          await give(one, 1)
          await give(two, portOf(one))
          await give(one, portOf(two))
        }
      }),
      { numRuns: 25 },
    )
  })

  test('reads and returns only the accounts that are named', async () => {
    const { world, settle, wake, applied } = await aReconciler()
    await aServer(world)
    const ids = await manyAccounts(world, 20)
    await settle()
    expect(applied.flat()).toHaveLength(20)
    applied.length = 0
    await world.db.updateTable('account').set({ password: 'other' }).execute()
    wake([ids[3]!, ids[5]!])
    wake([ids[3]!])
    await eventually(() => applied.length > 0)
    expect(applied).toEqual([[expect.anything(), expect.anything()]])
    wake()
    await eventually(() => applied.length > 1)
    expect(applied[1]).toHaveLength(20)
  })

  test('runs by itself when a ban ends, and not before', async () => {
    const { world, settle, isOpen } = await aReconciler(Date.now)
    const serverId = await aServer(world)
    const accountId = await anAccount(world)
    const until = Date.now() + 300
    await world.db.insertInto('ban').values({ accountId, serverId, until }).execute()
    await settle()
    expect(isOpen()).toEqual([])
    await eventually(() => isOpen().length === 1)
    expect(Date.now()).toBeGreaterThanOrEqual(until)
  })

  test('that fails is made up for', async () => {
    const { world, settle, wake, isOpen, fail } = await aReconciler()
    await aServer(world)
    const [one, two] = await manyAccounts(world, 2)
    await settle()
    await world.db.deleteFrom('account').where('id', '=', one!).execute()
    fail(1)
    wake([one!])
    await eventually(() => isOpen().length === 1)
    expect(isOpen()[0]?.key).toContain(`:${two}`)
  })
})

describe('a full reconciliation', () => {
  test('lets others have a turn, and closes what is gone', async () => {
    const { world, settle, applied, isOpen } = await aReconciler()
    await aServer(world)
    await manyAccounts(world, 2_100)
    let turns = 0
    let isLooking = true
    const turn = () => {
      turns += 1
      if (isLooking) setImmediate(turn)
    }
    setImmediate(turn)
    await settle()
    isLooking = false
    expect(isOpen()).toHaveLength(2_100)
    expect(Math.max(...applied.map((ports) => ports.length))).toBeLessThanOrEqual(500)
    expect(turns).toBeGreaterThanOrEqual(4)
    await world.db.deleteFrom('account').where('port', '>=', 21_000).execute()
    await settle()
    expect(isOpen()).toHaveLength(1_000)
  })

  test('moves all ports although each is in the way of another', async () => {
    const { world, settle, wanted, isOpen } = await aReconciler()
    await aServer(world)
    await manyAccounts(world, 1_100)
    await settle()
    for (const shift of [1, 500, 0]) {
      await world.db.updateTable('server').set({ shift }).execute()
      await settle()
      expect(isOpen()).toEqual(await wanted())
    }
  })
})

/** So many accounts on ports from 20000 on; returns their ids. */
async function manyAccounts({ db, clock }: Awaited<ReturnType<typeof makeWorld>>, many: number) {
  const rows = Array.from({ length: many }, (_, at) => ({
    type: 1,
    port: 20_000 + at,
    password: 'secret',
    subscribe: String(at).padStart(32, '0'),
    createTime: clock.at,
  }))
  const ids: number[] = []
  for (let at = 0; at < many; at += 500) {
    const insert = db.insertInto('account').values(rows.slice(at, at + 500))
    ids.push(...(await insert.returning('id').execute()).map(({ id }) => id))
  }
  return ids
}
