/** @module-tag long */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import type { openDatabase } from '../../../server/database/database.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { serveFakeProviders, startMortals } from '../../support/killed.ts'
import { anAccount, aPlan, months } from '../../support/make.ts'
import { startOthers } from '../../support/otherWork.ts'
import { sharedDatabase } from '../../support/postgres.ts'
import { endsOf, replayedEnds } from '../../support/replay.ts'
import { drawing } from '../../support/seed.ts'

/**
 * Kills in all, with payments, mails, messages and jobs under way: a thousand on either database
 * where there is time (`npm run soak`). Otherwise so many payments, and what is killed meanwhile.
 */
const KILLS = Number(process.env.KILLS ?? (process.env.SOAK ? 1_000 : 0))
const PAYMENTS = KILLS > 0 ? 10_000 : 200
const LANES = 50
const EACH = PAYMENTS / LANES
const SPEED = 20
/** How many processes there are, and how long each works at most before it is killed, ms. */
const MORTALS = KILLS > 0 ? { number: 3, life: 1_000 } : { number: 2, life: 2_500 }

type Database = ReturnType<typeof openDatabase>
type Kind = 'alipay' | 'paypal' | 'giftcard'

type Drawing = ReturnType<typeof drawing>

/** A shop processes share: customers who were invited, with an account each, and cards. */
async function openShop(at: number, { pick }: Drawing) {
  const { db, address } = await sharedDatabase()
  const shop = { db, clock: { at, set: () => undefined, add: () => undefined } }
  await db.insertInto('setting').values({ key: 'ref', value: '{"useRef":true}' }).execute()
  // The rule in which time is only added, so that ends can be replayed; `ledger.test.ts` has both.
  const rule = { port: { start: 20_000, end: 60_000 }, timeTakesLastTerms: true }
  await db
    .insertInto('setting')
    .values({ key: 'account', value: JSON.stringify(rule) })
    .execute()
  const terms = {
    flow: 1000,
    alipay: 1000,
    paypal: 300,
    refTime: 100_000,
    changeOrderType: 1 as const,
  }
  const month = await aPlan(shop, terms)
  const week = await aPlan(shop, { ...terms, type: 2, cycle: 2 })
  const pack = await aPlan(shop, { ...terms, baseId: month, type: null, cycle: null })
  const users = Array.from({ length: LANES + 1 }, (_, index) => ({
    username: `u${index}@example.com`,
    email: `u${index}@example.com`,
    passwordHash: '',
    type: 'normal' as const,
    createTime: at,
  }))
  const made = await db.insertInto('user').values(users).returning('id').execute()
  const [inviter = 0, ...buyers] = made.map(({ id }) => id)
  const code = { code: '1', sourceUserId: inviter, maxUser: 99, createTime: at }
  const { id: codeId } = await db
    .insertInto('refCode')
    .values(code)
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('referral')
    .values(buyers.map((userId) => ({ codeId, userId, createTime: at })))
    .execute()
  const lanes = []
  for (const userId of buyers) {
    const mine = { userId, orderId: month, flow: 1000, ...months(shop, 1) }
    lanes.push({ userId, accountId: await anAccount(shop, mine) })
  }
  await anAccount(shop, { userId: inviter, orderId: month, ...months(shop, 1) })
  const cards = Array.from({ length: LANES * EACH }, (_, index) => ({
    code: `card${index}`,
    batchNumber: 1,
    position: index + 1,
    planId: pick([month, week]),
    status: 'AVAILABLE' as const,
    createTime: at,
  }))
  for (let from = 0; from < cards.length; from += 500)
    await db
      .insertInto('giftcard')
      .values(cards.slice(from, from + 500))
      .execute()
  return { db, address, lanes, plans: { month, week, pack }, codes: cards.map((card) => card.code) }
}

const name = KILLS > 0 ? `${KILLS} kills` : `${PAYMENTS} payments`
test(
  `${name}, with payments of all kinds in the processes that are killed`,
  async () => {
    const began = Date.now()
    // What is bought and notified is random; when a process dies in the middle of it is not.
    const shop = drawing('kill')
    const { db, address, lanes, plans, codes } = await openShop(began, shop)
    const others = KILLS > 0 ? await startOthers(db, began) : undefined
    const starts = await endsOf(db)
    const { fakeProviders, origin, stop } = await serveFakeProviders()
    const args = [address, origin, String(began), String(SPEED)]
    // Several processes on one database, as behind a load balancer.
    const servers = startMortals(args, MORTALS)
    onTestFinished(async () => {
      await servers.stop()
      stop()
    })

    const figures = { paid: 0, redeemed: 0, notified: 0, latencies: [] as number[] }
    const { ask } = servers
    /** As a provider does it: again until it is taken, and sometimes twice at once for no reason. */
    async function notify(kind: 'alipay' | 'paypal', orderId: string, { chance }: Drawing) {
      const paidAt = Date.now()
      for (let taken: unknown[] = []; !taken.includes('taken');) {
        const statement = fakeProviders[kind].statement(orderId)
        const times = chance() < 0.5 ? 2 : 1
        figures.notified += times
        taken = await Promise.all(
          Array.from({ length: times }, () => ask({ what: 'notify', statement })),
        )
      }
      figures.latencies.push(Date.now() - paidAt)
    }
    const late: Promise<void>[] = []
    async function buy(lane: { userId: number; accountId: number }, at: number, drawn: Drawing) {
      const { pick, chance } = drawn
      const kind = pick<Kind>(['alipay', 'alipay', 'paypal', 'giftcard'])
      const accountId = pick([null, lane.accountId, lane.accountId])
      const { userId } = lane
      const code = codes[at]
      if (kind === 'giftcard' && code) {
        for (;;) {
          const tries = [1, 2, 3].map(() => ask({ what: 'redeem', code, userId, accountId }))
          const replies = await Promise.all(tries)
          if (replies.some((reply) => reply !== undefined)) break
        }
        figures.redeemed += 1
        return
      }
      const planId = pick([plans.month, plans.week, ...(accountId ? [plans.pack] : [])])
      const provider = kind === 'giftcard' ? 'alipay' : kind
      let orderId: unknown
      for (;;) {
        orderId = await ask({ what: 'place', kind: provider, userId, planId, accountId })
        if (typeof orderId !== 'string') continue
        if (fakeProviders[provider].trades.get(orderId)?.status !== 'paid') break
        // The site does not know of the payment yet, so the order is not paid again.
        await notify(provider, orderId, drawn)
      }
      fakeProviders[provider].pay(orderId)
      figures.paid += 1
      // Some notices come at once, some late, some never.
      const fate = chance()
      if (fate < 0.6) await notify(provider, orderId, drawn)
      else if (fate < 0.85)
        late.push(sleep(chance() * 5_000).then(() => notify(provider, String(orderId), drawn)))
    }
    await Promise.all(
      lanes.map(async (lane, index) => {
        // Each its own, so that what one draws does not depend on how fast the others are.
        const isOn = (at: number) => (KILLS > 0 ? servers.state.kills < KILLS : at < EACH)
        for (let at = 0; isOn(at); at += 1) {
          const place = at < EACH ? index * EACH + at : PAYMENTS
          await buy(lane, place, drawing(`kill ${index} ${at}`))
          await others?.turn(ask, lane.userId, `${index}-${at}`)
        }
      }),
    )
    await Promise.all(late)
    servers.spare()
    const paidTrades = [...fakeProviders.alipay.trades, ...fakeProviders.paypal.trades].flatMap(
      ([orderId, { status }]) => (status === 'paid' ? [orderId] : []),
    )
    const { left, backlog, took } = await delivering(db, new Set(paidTrades))

    const { paid, redeemed, notified, latencies } = figures
    const sorted = latencies.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)]
    const { kills } = servers.state
    console.log(`${backlog} were left to deliver at the end, which took ${took} ms`)
    console.log(
      `${paid} paid, ${redeemed} redeemed, ${notified} notices, ${kills} kills in ${Date.now() - began} ms; ` +
        `notified to taken and delivered: half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms`,
    )
    expect(left, 'not delivered').toBe(0)
    expect(kills).toBeGreaterThan(KILLS > 0 ? KILLS - 1 : PAYMENTS / 125)
    expect(paidTrades.length).toBe(paid)
    if (KILLS === 0) expect(paid + redeemed).toBe(LANES * EACH)
    await checkOutcome(db, paidTrades, starts, others?.crowd)
    await others?.check(kills)
  },
  400_000 + KILLS * 3_000,
)

/**
 * Waits as long as orders go on being delivered: a process that lives half a second seldom comes
 * to its first look at what was left, so that all of it waits for those that are spared.
 */
async function delivering(db: Database, paid: ReadonlySet<string>) {
  const began = Date.now()
  const backlog = await undelivered(db, paid)
  let left = backlog
  for (let progress = began; left > 0 && Date.now() - progress < 30_000; await sleep(200)) {
    const now = await undelivered(db, paid)
    if (now < left) progress = Date.now()
    left = now
  }
  return { left, backlog, took: Date.now() - began }
}

/**
 * How many orders are not what the fakeProviders say: paid there, and not delivered. An order whose
 * buyer never heard of it may have closed unpaid, where the machine was slow.
 */
async function undelivered(db: Database, paid: ReadonlySet<string>) {
  const rows = await db
    .selectFrom('placedOrder')
    .select('orderId')
    .where('deliveredTime', 'is', null)
    .execute()
  return rows.filter(({ orderId }) => paid.has(orderId)).length
}

async function checkOutcome(
  db: Database,
  paid: string[],
  starts: Awaited<ReturnType<typeof endsOf>>,
  crowd: readonly number[] = [],
) {
  const orders = await db.selectFrom('placedOrder').selectAll().execute()
  const delivered = orders.filter(({ deliveredTime }) => deliveredTime !== null)
  const bought = delivered.filter(({ kind }) => kind === 'alipay' || kind === 'paypal')
  expect(bought.map(({ orderId }) => orderId).sort(), 'lost').toEqual(paid.sort())
  const used = await db.selectFrom('giftcard').select('code').where('status', '=', 'USED').execute()
  const redeemed = delivered.filter(({ kind }) => kind === 'giftcard')
  expect(redeemed.map(({ orderId }) => orderId).sort()).toEqual(used.map(({ code }) => code).sort())

  const events = await db
    .selectFrom('orderEvent')
    .select('placedOrderId')
    .where('event', '=', 'delivered')
    .execute()
  expect(events.map((event) => event.placedOrderId).sort(), 'doubled').toEqual(
    delivered.map(({ id }) => id).sort(),
  )
  const rewards = delivered.filter(({ kind }) => kind === 'refOrder')
  const packs = await db.selectFrom('flowPack').select('id').execute()
  // Every customer was invited, and every plan of this shop rewards its inviter's one account.
  expect(rewards).toHaveLength(bought.length + redeemed.length)
  expect(packs).toHaveLength(
    bought.filter(({ terms }) => JSON.parse(terms ?? '{}').baseId > 0).length,
  )
  expect(await checkLedger(db)).toEqual([])
  const [ends, model] = [await endsOf(db), await replayedEnds(db, starts)]
  for (const [id, end] of ends)
    if (!crowd.includes(id)) expect(end, `account ${id}`).toBe(model.get(id))
}
