import { cycleOf, isExpired, lackOf, PERIOD } from '#rules/account.ts'
import { refundOrder } from '../../server/shop/refunds/refund.ts'
import { takeStatement } from '../../server/shop/settlement/settle.ts'
import { timedOf } from '../../server/accounts/facts.ts'
import { findAccount, type StoredAccount } from '../../server/accounts/store.ts'
import { quotaOf, usedOn } from '../../server/accounts/quota/quota.ts'
import { selectTraffic } from '../../server/accounts/quota/traffic.ts'
import { buyByCard } from './cards.ts'
import { openFakeProvider } from './fakeProvider.ts'
import { anOrder, aPlan, aServer } from './make.ts'
import type { drawing } from './seed.ts'
import { pass } from './traffic.ts'
import { mainAdmin, makeWorld } from './world.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Plans from an hour to a year: some grant the same at another price, some have no price. */
const PLANS = [
  { name: 'basic month', type: 3, cycle: 1, flow: 20_000, alipay: 600 },
  { name: 'basic year', type: 3, cycle: 12, flow: 20_000, alipay: 6_000 },
  { name: 'premium month', type: 3, cycle: 1, flow: 1_000_000, alipay: 10_000 },
  { name: 'week', type: 2, cycle: 1, flow: 20_000, alipay: 600 },
  { name: 'day pass', type: 4, cycle: 1, flow: 1_000, alipay: 100 },
  { name: 'hours', type: 5, cycle: 8, flow: 5_000, alipay: 50 },
  { name: 'gift month', type: 3, cycle: 1, flow: 7_000, alipay: 0 },
] as const

type Plan = (typeof PLANS)[number] & { id: number }
type Draw = ReturnType<typeof drawing>
type World = Awaited<ReturnType<typeof makeWorld>>

/** A cent of rounding for each step, and a byte. */
const CENTS = 1
const BYTES = 2

/** A shop whose customers do what people do, and books of its own of what each may have. */
export async function openTimeOracle(setting: { timeTakesLastTerms?: boolean } = {}) {
  const world = await makeWorld()
  const serverId = await aServer(world)
  await world.db
    .insertInto('setting')
    .values([
      { key: 'account', value: JSON.stringify(setting) },
      { key: 'ref', value: JSON.stringify({ useRef: true, refNumber: 1, refUserNumber: 1000 }) },
    ])
    .execute()
  const shared = { multiServerFlow: 1, changeOrderType: 1 } as const
  const plans: Plan[] = []
  for (const plan of PLANS) plans.push({ ...plan, id: await aPlan(world, { ...plan, ...shared }) })
  const rewarding = await aPlan(world, { ...PLANS[0], ...shared, refTime: 3 * DAY })
  return { world, serverId, plans, rewarding, provider: openFakeProvider('alipay') }
}

export type Oracle = Awaited<ReturnType<typeof openTimeOracle>>

const lengthOf = ({ type, cycle }: Plan) => (PERIOD[type] ?? 0) * cycle

/** Cents for a ms of what an account has: the least that such time is sold for, or the most. */
function rateOf({ plans }: Oracle, { type, flow }: { type: number; flow: number }, most = false) {
  const rates = plans
    .filter((plan) => plan.type === type && plan.flow === flow)
    .map((plan) => plan.alipay / lengthOf(plan))
  return most ? Math.max(...rates) : Math.min(...rates)
}

/**
 * One customer's life of some steps; returns what they did, with what was wrong after which step.
 *
 * `worth` are the cents that were paid and given and neither delivered nor taken back, `bytes` the
 * traffic that may still pass: no step may leave the account with more.
 */
export async function liveOnce(oracle: Oracle, draw: Draw, steps: number): Promise<string[]> {
  const { world, plans, provider, serverId } = oracle
  const owners = [await world.person(), await world.person()] as const
  let owner = owners[0]
  const done: string[] = []
  const orders: { id: number; orderId: string; amount: number; isBack: boolean }[] = []
  const passed: { at: number; bytes: number }[] = []
  let [accountId, worth, isPriced]: [number | null, number, boolean] = [null, 0, true]
  let guest: Awaited<ReturnType<World['person']>> | undefined

  const account = async () => (accountId === null ? undefined : findAccount(world.db, accountId))
  const timeOf = (one: StoredAccount) => Math.max(0, (one.expireTime ?? 0) - world.clock.at)
  const stateOf = async () => {
    const one = (await account())!
    const now = world.clock.at
    const quota = quotaOf(one, (await selectTraffic(world.db, [one.id], now))(one.id), now)
    const used = usedOn(quota, serverId)
    const cycle = cycleOf(timedOf(one), now)!
    const unused = Math.max(0, one.flow + quota.flowPack - used)
    const left = isExpired(timedOf(one), now) ? 0 : unused
    // Of a cycle that ended early, which goes on where an admin moves the end.
    const early = left === 0 && (one.expireTime ?? 0) > cycle.from ? unused : 0
    const later = Math.max(0, (one.expireTime ?? 0) - cycle.to) / (cycle.to - cycle.from)
    return { one, used, left, early, cycle, bytes: left + later * one.flow, time: timeOf(one) }
  }

  async function pay(userId: number, plan: { id: number; alipay: number }, to: number | null) {
    const orderId = `F${userId}-${done.length}-${orders.length}`
    const about = { amount: plan.alipay, planId: plan.id, accountId: to, status: 'CREATE' }
    const id = await anOrder(world, { id: userId }, { ...about, orderId, nextTry: 0 })
    const asked = { orderId, providerId: null, amount: plan.alipay, subject: '' }
    await provider.provider.create(asked)
    provider.pay(orderId)
    await takeStatement(world.world, provider.statement(orderId))
    return { id, orderId, amount: plan.alipay, isBack: false }
  }

  /** What buying a plan may leave: it, and for what was left as much as that buys of it. */
  function allowed(plan: Plan, before: Awaited<ReturnType<typeof stateOf>> | undefined) {
    const grant = plan.flow * plan.cycle
    if (!before || before.time === 0) return grant
    if (before.one.type === plan.type && before.one.flow === plan.flow) return grant + before.bytes
    const rate = rateOf(oracle, plan)
    const from = rateOf(oracle, before.one, true)
    const carried = rate > 0 && from > 0 ? (before.time * from) / rate : before.time
    return grant + (carried / (PERIOD[plan.type] ?? 1)) * plan.flow
  }

  const actions = {
    async buy() {
      const plan = draw.pick(plans)
      const before = accountId === null ? undefined : await stateOf()
      if (plan.alipay === 0 || draw.chance() < 0.3) {
        if ((await buyByCard(world, owner, plan.id, accountId)) !== 200) return 'refused'
      } else {
        // Taken from time of the same kind it is worth no more than that was sold for.
        const amount = Math.floor(rateOf(oracle, plan) * lengthOf(plan))
        orders.push({ ...(await pay(owner.id, plan, accountId)), amount })
      }
      worth += plan.alipay
      if (plan.alipay === 0) isPriced = false
      const [row] = await world.db
        .selectFrom('account')
        .select('id')
        .where('userId', '=', owner.id)
        .execute()
      accountId = row?.id ?? null
      // What has no price is exchanged by what it granted, which these books do not follow.
      const isKnown = isPriced || !before || before.time === 0
      return { said: `buys ${plan.name}`, bytes: isKnown ? allowed(plan, before) : Infinity }
    },
    async reward() {
      const before = await stateOf()
      guest ??= await invited()
      const order = await pay(guest.id, { id: oracle.rewarding, alipay: 600 }, null)
      orders.push({ ...order, amount: 0 })
      return extended(before, 3 * DAY, 'is rewarded')
    },
    async extend() {
      const before = await stateOf()
      const time = draw.pick([HOUR, DAY, 3 * DAY, 29 * DAY, -DAY, -10 * DAY])
      const path = { params: { path: { accountId: accountId! } } }
      await world
        .as(mainAdmin)
        .PUT('/api/admin/account/{accountId}/time', { ...path, body: { time, check: false } })
      const became = await stateOf()
      const moved = extended(before, became.time - before.time, `is moved by ${time / HOUR} h`)
      // From its end on, also where that has passed.
      const gap = (Math.max(0, time) / (PERIOD[before.one.type] ?? 1)) * before.one.flow
      const { said, bytes } = await moved
      return { said, bytes: Math.max(bytes, before.bytes + before.early + gap) }
    },
    async move() {
      const before = await stateOf()
      owner = owner === owners[0] ? owners[1] : owners[0]
      await world.db
        .updateTable('account')
        .set({ userId: owner.id })
        .where('id', '=', accountId!)
        .execute()
      return { said: 'goes to another', bytes: before.bytes }
    },
    async refund() {
      const order = draw.pick(orders.length > 0 ? orders : [undefined])
      if (!order || order.isBack) return 'nothing to refund'
      order.isBack = true
      const request = { amount: undefined, requestId: `r${order.id}`, actorId: 1, shorten: true }
      await refundOrder(world.world, provider.provider, { orderId: order.orderId, ...request })
      const one = (await account())!
      // A reward was counted with the time of what its account had.
      worth = Math.max(0, worth - order.amount)
      const { time } = await stateOf()
      const most = one.flow * (time / (PERIOD[one.type] ?? 1) + 1)
      return { said: `is refunded ${order.orderId}`, bytes: most }
    },
    async use() {
      const before = await stateOf()
      const bytes = Math.floor(before.left * draw.pick([0.1, 0.5, 1]))
      if (bytes === 0) return 'has nothing to use'
      await pass(world, serverId, before.one.id, bytes)
      passed.push({ at: world.clock.at, bytes })
      return { said: `uses ${bytes}`, bytes: before.bytes - bytes }
    },
    async wait() {
      const before = await stateOf()
      const time = draw.pick([1, HOUR, 5 * HOUR, DAY, 8 * DAY, 31 * DAY])
      const open = Math.min(time, before.time)
      worth -= open * rateOf(oracle, before.one)
      world.clock.add(time)
      return { said: `waits ${time / HOUR} h`, bytes: before.bytes }
    },
  }

  async function invited() {
    const code = { code: `c${owner.id}`, sourceUserId: owner.id, maxUser: 9 }
    const createTime = world.clock.at
    const made = await world.db
      .insertInto('refCode')
      .values({ ...code, createTime })
      .returning('id')
      .executeTakeFirstOrThrow()
    const friend = await world.person()
    const referral = { codeId: made.id, userId: friend.id, createTime }
    await world.db.insertInto('referral').values(referral).execute()
    return friend
  }

  async function extended(before: Awaited<ReturnType<typeof stateOf>>, time: number, said: string) {
    const { one } = before
    const became = await stateOf()
    // Who invited has the reward, also where the account is another's by now.
    const given = became.time - before.time === 0 ? 0 : time
    worth += given * rateOf(oracle, one, given > 0)
    if (given < 0) worth = Math.max(worth, 0)
    const more = Math.max(0, given) / (PERIOD[one.type] ?? 1)
    return { said, bytes: before.bytes + more * one.flow }
  }

  for (let step = 0; step < steps; step += 1) {
    const names = accountId === null ? (['buy'] as const) : (Object.keys(actions) as never[])
    const act = draw.pick<keyof typeof actions>(names)
    const result = await actions[act]()
    if (typeof result === 'string') continue
    done.push(result.said)
    const { one, used, bytes, cycle, time } = await stateOf()
    const held = time * rateOf(oracle, one)
    isPriced &&= rateOf(oracle, one) > 0
    const wrong = []
    if (isPriced && held > worth + CENTS * done.length)
      wrong.push(`holds ${held} cents of ${worth}`)
    if (bytes > result.bytes + BYTES * done.length)
      wrong.push(`may use ${bytes} of ${result.bytes} bytes`)
    const from = Math.max(cycle.from, one.usageFrom ?? 0)
    // In the very ms in which a cycle begins, both may be counted first.
    const sum = passed.filter(({ at }) => at > from).reduce((all, part) => all + part.bytes, 0)
    if (time > 0 && used < sum) wrong.push(`counts ${used} of ${sum} bytes`)
    if (one.flow - lackOf(timedOf(one), world.clock.at) < 0) wrong.push('a quota below nothing')
    if (wrong.length > 0) return [...done, ...wrong.map((word) => `WRONG: ${word}`)]
    // What has ended is over: nothing of it is owed any more.
    if (time === 0) [worth, isPriced] = [0, rateOf(oracle, one) > 0]
  }
  return done
}
