import { startAlipay } from '../tests/support/alipay.ts'
import { call, startEmpty } from './server.ts'
import { percentile, type Row } from './table.ts'

const CUSTOMERS = 20
const ROUNDS = 15

type Alipay = Awaited<ReturnType<typeof startAlipay>>
type Customer = { url: string; cookie: string }

/**
 * How long a payment notice takes until its account is delivered, 20 notices side by side, and how
 * long one alone does. Alipay is the tests' stand-in, in this process.
 */
export async function measureDelivery(): Promise<Row[]> {
  const [sluice, alipay] = [await startEmpty(8_093), await startAlipay()]
  await call(sluice, 'POST', '/api/admin/server', SERVER)
  await call(sluice, 'POST', '/api/admin/order', PLAN)
  await call(sluice, 'PUT', '/api/admin/setting/provider/alipay', { data: alipay.setting })
  const [{ id: planId }] = JSON.parse((await call(sluice, 'GET', '/api/admin/order')).text)
  const customers: Customer[] = []
  for (let at = 0; at < CUSTOMERS; at++) customers.push(await join(sluice, at))

  const [together, alone]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const orders = await place(customers, planId, alipay)
    together.push(...(await Promise.all(orders.map((order) => notify(order, alipay)))))
    const [first = ''] = await place(customers.slice(0, 1), planId, alipay)
    alone.push(await notify(first, alipay))
  }
  for (const [at, customer] of customers.entries()) {
    const accounts = JSON.parse((await call(customer, 'GET', '/api/user/account')).text).length
    const paid = at === 0 ? 2 * ROUNDS : ROUNDS
    if (accounts !== paid) throw new Error(`${accounts} accounts for ${paid} payments`)
  }
  await sluice.stop()
  await alipay.stop()
  return [row(`${CUSTOMERS} notices side by side`, together), row('one notice alone', alone)]
}

const SERVER = { name: 'Tokyo', host: '127.0.0.1', method: 'aes-256-gcm' }
const PLAN = { name: 'Month', type: 3, cycle: 1, alipay: 20, paypal: 0, flow: 1e9 }

/** Adds a customer and logs in. */
async function join(sluice: Customer, at: number): Promise<Customer> {
  const login = { email: `customer${at}@example.com`, password: 'a good password' }
  await call(sluice, 'POST', '/api/admin/user/add', { ...login, type: 'normal' })
  const { cookie } = await call({ ...sluice, cookie: '' }, 'POST', '/api/home/login', login)
  return { url: sluice.url, cookie }
}

/** Every customer orders a new account and pays; the site is not notified yet. */
function place(customers: Customer[], planId: number, alipay: Alipay): Promise<string[]> {
  return Promise.all(
    customers.map(async (customer) => {
      const body = { orderId: planId, accountId: null }
      const { text } = await call(customer, 'POST', '/api/user/order/qrcode', body)
      const { orderId } = JSON.parse(text)
      alipay.pay(orderId)
      return orderId
    }),
  )
}

/** Notifies the site of a payment; ms until it confirms, the delivery included. */
async function notify(orderId: string, alipay: Alipay): Promise<number> {
  const before = performance.now()
  const answer = await alipay.notify(orderId)
  if (answer !== 'success') throw new Error(`a notice was answered with ${answer}`)
  return performance.now() - before
}

function row(name: string, times: number[]): Row {
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  const note = `p99 ${p99.toFixed(1)} ms of ${times.length}; signing included`
  return { name: `payment notice to delivered account, ${name}`, ours: p50, unit: 'ms', note }
}
