import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ended } from '../../support/jobs.ts'
import { anAccount } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const id = fc.integer({ min: 0, max: 5 })
const ids = fc.array(id, { maxLength: 3 })
const step = fc.oneof(
  fc.record({ action: fc.constant('plan' as const), baseId: id, group: ids }),
  fc.record({ action: fc.constant('edit' as const), id, baseId: id, group: ids }),
  fc.record({ action: fc.constant('withdraw' as const), id }),
  fc.record({
    action: fc.constant('account' as const),
    id,
    port: fc.integer({ min: 20_000, max: 59_999 }),
  }),
  fc.record({ action: fc.constant('group' as const), order: fc.option(ids), notices: ids }),
  fc.record({ action: fc.constant('regroup' as const), id, order: fc.option(ids), notices: ids }),
  fc.record({ action: fc.constant('ungroup' as const), id, moveUsers: fc.boolean() }),
  fc.record({ action: fc.constant('notice' as const), group: fc.constantFrom(0, 1), groups: ids }),
  fc.record({ action: fc.constant('article' as const), id }),
  fc.record({ action: fc.constant('recall' as const), id }),
  fc.record({ action: fc.constant('back' as const), id }),
  fc.record({ action: fc.constant('move' as const), id, user: fc.constantFrom(2, 3) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

// Each run is one database; what it names is checked after every round of concurrent actions.
test('nothing ever refers to a deleted row, under concurrent calls', { timeout: 120_000 }, () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 4, maxLength: 12 }),
      async (rounds) => {
        const world = await makeWorld()
        for (const person of [2, 3]) await world.person({ id: person })
        for (const round of rounds) {
          const replies = await Promise.all(round.map((one) => run(world, one)))
          for (const status of replies) expect([200, 400, 403]).toContain(status)
          await checkNames(world)
        }
      },
    ),
    { numRuns: 15 },
  ),
)

type World = Awaited<ReturnType<typeof makeWorld>>

async function run(world: World, one: Step): Promise<number> {
  const send = async (method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object) => {
    const headers = { cookie: await world.cookieOf(mainAdmin) }
    return (await world.app.inject({ method, url, headers, ...(payload && { payload }) }))
      .statusCode
  }
  // Each its own name, which one that is brought back may not share.
  const plan = { name: `Plan ${Math.random()}`, type: 3, cycle: 1, alipay: 1, paypal: 1, flow: 1 }
  switch (one.action) {
    case 'plan':
      return send('POST', '/api/admin/order', { ...plan, ...one })
    case 'edit':
      return send('PUT', `/api/admin/order/${one.id}`, { ...plan, ...one })
    case 'withdraw':
      return send('DELETE', `/api/admin/order/${one.id}`)
    case 'account': {
      const terms = {
        type: 3,
        limit: 1,
        flow: 1,
        password: 'secret',
        port: one.port,
        orderId: one.id,
      }
      return send('POST', '/api/admin/account', terms)
    }
    case 'group':
      return send('POST', '/api/admin/group', { name: 'Group', ...one })
    case 'regroup':
      return send('PUT', `/api/admin/group/${one.id}`, { name: 'Group', ...one })
    case 'ungroup':
      return send('DELETE', `/api/admin/group/${one.id}?moveUsers=${one.moveUsers}`)
    case 'notice':
      return send('POST', '/api/admin/notice', { title: 'A', content: '', ...one })
    case 'article':
      return send('PUT', `/api/admin/notice/${one.id}`, { title: 'A', content: '', category: 'B' })
    case 'recall':
      return send('DELETE', `/api/admin/notice/${one.id}`)
    case 'back': {
      const status = await send('POST', `/api/admin/job/${one.id}/undo`)
      if (status === 200) await ended(world, one.id)
      return status
    }
    case 'move':
      return send('POST', `/api/admin/group/${one.id}/${one.user}`)
  }
}

async function checkNames({ db }: World) {
  const [plans, groups, notices, links, users, accounts] = await Promise.all([
    db.selectFrom('plan').select(['id', 'baseId']).execute(),
    db.selectFrom('userGroup').select(['id', 'orders']).execute(),
    db.selectFrom('notice').select(['id', 'kind', 'forGroups']).execute(),
    db.selectFrom('noticeGroup').selectAll().execute(),
    db.selectFrom('user').select('groupId').execute(),
    db.selectFrom('account').select('orderId').where('orderId', '>', 0).execute(),
  ])
  const idsOf = (rows: readonly { id: number }[]) => rows.map((row) => row.id)
  const bases = plans.filter(({ baseId }) => baseId === 0)
  const listed = groups.flatMap(({ orders }): number[] => (orders ? JSON.parse(orders) : []))
  const own = notices.filter(({ kind, forGroups }) => kind === 'notice' && forGroups === 1)
  const named: [string, number[], number[]][] = [
    ['packs name plans', plans.flatMap(({ baseId }) => baseId || []), idsOf(bases)],
    ['groups list plans', listed, idsOf(plans)],
    ['accounts are on plans', accounts.map(({ orderId }) => orderId), idsOf(plans)],
    ['users are in groups', users.map(({ groupId }) => groupId), idsOf(groups)],
    ['links lead to groups', links.map(({ groupId }) => groupId), idsOf(groups)],
    ['links come from group notices', links.map(({ noticeId }) => noticeId), idsOf(own)],
  ]
  for (const [what, from, to] of named)
    expect(
      from.filter((one) => !to.includes(one)),
      what,
    ).toEqual([])
}

test('an account that names a plan keeps it', async () => {
  const world = await makeWorld()
  await run(world, { action: 'plan', baseId: 0, group: [] })
  await anAccount(world, { orderId: 1 })
  expect(await run(world, { action: 'withdraw', id: 1 })).toBe(403)
  await checkNames(world)
})
