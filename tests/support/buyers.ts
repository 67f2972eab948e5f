import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../server/database/database.ts'
import { migrate } from '../../server/database/migrations/migrate.ts'
import { editProvider } from '../../server/shop/providers/service.ts'
import { startAlipay } from './alipay.ts'
import { aPlan, aServer, anAccount } from './make.ts'
import { sessionOn, servedSecret } from './served.ts'

const CARDS = 3_000

/** A shop in a database of its own, with customers, recharge codes and Alipay's stand-in. */
export async function stockedShop(databaseUrl: string, proxyPort: number, buyers: number) {
  const db = openDatabase(databaseUrl)
  await migrate(db)
  const at = Date.now()
  const shop = { db, clock: { at, set: () => undefined, add: () => undefined } }
  const port = JSON.stringify({ port: { start: 20_000, end: 60_000 } })
  await db.insertInto('setting').values({ key: 'account', value: port }).execute()
  const planId = await aPlan(shop, { alipay: 1000, changeOrderType: 1 })
  await aServer(shop)
  await anAccount(shop, { port: proxyPort })
  const alipay = await startAlipay()
  await editProvider({ db, secret: await servedSecret(db) }, alipay.setting)
  const codes = Array.from({ length: CARDS }, (_, index) => `card${index}`)
  const cards = codes.map((code, index) => ({
    code,
    batchNumber: 1,
    position: index + 1,
    planId,
    status: 'AVAILABLE' as const,
    createTime: at,
  }))
  await db.insertInto('giftcard').values(cards).execute()
  const cookies = []
  for (let number = 0; number < buyers; number += 1) {
    const email = `u${number}@example.com`
    const person = { username: email, email, passwordHash: '', createTime: at }
    const { id } = await db
      .insertInto('user')
      .values({ ...person, type: 'normal' })
      .returning('id')
      .executeTakeFirstOrThrow()
    cookies.push(await sessionOn(db, id))
  }
  return { db, planId, alipay, codes, cookies }
}

type Stock = Awaited<ReturnType<typeof stockedShop>>

/**
 * Customers who buy, redeem and write without a pause until `stop`, and remember what they were
 * sent has been processed.
 */
export function startBuying(url: string, { cookies, codes, planId, alipay }: Stock) {
  const done = { orders: [] as string[], codes: [] as string[], messages: [] as string[] }
  const seen = new Map<string, number>()
  const state = { stopped: false, numbered: 0 }

  async function call(cookie: string, path: string, body: object) {
    // A kept-alive connection may be closed by the server just as it is reused.
    const headers = { cookie, 'content-type': 'application/json', connection: 'close' }
    const sent = { method: 'POST', headers, body: JSON.stringify(body) }
    const reply = await fetch(url + path, sent).catch(() => undefined)
    const retry = reply?.headers.get('retry-after')
    const word = reply ? `${reply.status}${retry ? ' retry' : ''}` : 'no answer'
    seen.set(word, (seen.get(word) ?? 0) + 1)
    const text = await reply?.text()
    return reply?.ok ? text : undefined
  }

  async function redeem(cookie: string) {
    const code = codes.pop()
    // Long outages use all of them up.
    if (!code) return
    const said = await call(cookie, '/api/user/giftcard/use', { password: code })
    if (said && JSON.parse(said).success) done.codes.push(code)
  }

  async function write(cookie: string) {
    const key = `message-${(state.numbered += 1)}`
    if (await call(cookie, '/api/user/messages', { msg: key, key })) done.messages.push(key)
  }

  async function buy(cookie: string) {
    const said = await call(cookie, '/api/user/order/qrcode', { orderId: planId })
    if (said === undefined) return
    const { orderId } = JSON.parse(said) as { orderId: string }
    alipay.pay(orderId)
    const answer = await alipay.notify(orderId).catch(() => '')
    if (answer === 'success') done.orders.push(orderId)
  }

  const actions = [redeem, write, buy]
  const lives = cookies.map(async (cookie, at) => {
    for (let turn = at; !state.stopped; turn += 1) {
      await actions[turn % actions.length]?.(cookie)
      await sleep(20)
    }
  })
  return {
    done,
    /** How many calls ended how, such as `200` or `503 retry`. */
    seen,
    async stop() {
      state.stopped = true
      await Promise.all(lives)
    },
  }
}
