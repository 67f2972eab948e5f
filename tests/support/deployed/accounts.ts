import { byId, listText, NEVER, nextId, paged, Refused, type Routes, SUCCESS } from './call.ts'
import { type Account, DAY, PERIODS, type Shop } from './shop.ts'

type Data = { create: number; flow: number; limit: number }

const ownerOf = ({ users }: Shop, { userId }: Account) =>
  users.find(({ id }) => id === userId)?.username ?? null
const planOf = ({ plans }: Shop, { orderId }: Account) =>
  plans.find(({ id }) => id === orderId)?.name ?? null
const dataOf = ({ data }: Account): Data | null => (data === null ? null : JSON.parse(data))

/** `data` with what replies add to it. */
function withCycle(account: Account, now: number) {
  const data = dataOf(account)
  const period = PERIODS[account.type]
  if (!data || !period) return data
  const from = data.create + Math.max(0, Math.floor((now - data.create) / period)) * period
  return { ...data, expire: data.create + data.limit * period, from, to: from + period }
}

/** One account in full, as a detail reply has it. */
export const inFull = (shop: Shop, account: Account, now: number) => ({
  ...account,
  data: account.data && { ...withCycle(account, now), flowPack: 0 },
  server: account.server && JSON.parse(account.server),
  orderName: planOf(shop, account),
  user: ownerOf(shop, account),
  publicKey: '',
  privateKey: '',
  idle: 1,
})

/** One account as the tables have it: lists in text. */
export const raw = (shop: Shop, account: Account) => ({
  ...account,
  orderName: planOf(shop, account),
  user: ownerOf(shop, account),
})

/** `data` of what an admin sent: missing fields fall back, the start of the period to now. */
function dataFrom(body: Record<string, unknown>, now: number): string | null {
  const flow = Number(body.flow) || 0
  if (body.type === 1) return flow > 0 ? JSON.stringify({ flow }) : null
  return JSON.stringify({
    create: Number(body.time) || now,
    flow: flow || 1_000_000_000,
    limit: Number(body.limit) || 1,
  })
}

const fieldsFrom = (body: Record<string, unknown>, now: number) => ({
  type: Number(body.type),
  orderId: body.type === 1 ? 0 : Number(body.orderId) || 0,
  port: Number(body.port),
  server: listText(body.server),
  data: dataFrom(body, now),
  autoRemove: body.autoRemove ? 1 : 0,
  autoRemoveDelay: Number(body.autoRemoveDelay) || 0,
  multiServerFlow: body.multiServerFlow ? 1 : 0,
  active: 1,
})

/** What admins do with accounts. */
export const accountRoutes: Routes = {
  'GET admin/account': [
    'admin',
    ({ shop, now }) =>
      shop.accounts.map((one) => ({ ...raw(shop, one), data: withCycle(one, now) })),
  ],
  'POST admin/accountWithPage': [
    'admin',
    ({ shop, body, now }) => {
      const filter = body.filter as Record<string, boolean> | undefined
      if (!filter) throw new Refused()
      const text = String(body.search ?? '')
      const found = shop.accounts
        .filter((one) => `${ownerOf(shop, one)} ${one.port} ${one.password}`.includes(text))
        .filter((one) => filter.unlimit || one.type !== 1)
        .filter((one) => !filter.orderId || one.orderId === Number(filter.orderId))
        .filter((one) => {
          const expire = (withCycle(one, now) as { expire?: number } | null)?.expire
          if (!expire) return true
          // The two flags are named the wrong way round there.
          return expire >= now ? filter.expired : filter.unexpired
        })
      return paged(
        'account',
        found.map((one) => {
          const { orderName: _, ...row } = raw(shop, one)
          return { ...row, data: one.data && withoutCycle(withCycle(one, now)) }
        }),
        body,
      )
    },
  ],
  'GET admin/account/newPort': [
    'main',
    ({ shop }) => ({ port: Math.max(50_000, ...shop.accounts.map(({ port }) => port)) + 1 }),
  ],
  'GET admin/account/online': ['main', ({ query }) => (query.get('serverId') ? [1] : { 1: 1 })],
  'GET admin/account/ip/{:ip}': ['admin', () => ['', '']],
  'GET admin/account/port/{port}': [
    'admin',
    ({ shop, path }) => {
      const found = shop.accounts.find(({ port }) => port === Number(path.port))
      return found ? { ...raw(shop, found), data: dataOf(found) } : NEVER
    },
  ],
  'GET admin/account/{id}': [
    'admin',
    ({ shop, path, now }) => {
      const found = shop.accounts.find(({ id }) => id === Number(path.id))
      return found ? inFull(shop, found, now) : NEVER
    },
  ],
  'POST admin/account': [
    'main',
    ({ shop, body, now }) => {
      const taken = shop.accounts.some(({ port }) => port === Number(body.port))
      if (!body.port || !body.password || !body.time || taken) throw new Refused()
      const id = nextId(shop.accounts)
      shop.accounts.push({
        id,
        userId: Number(body.user) || null,
        password: String(body.password),
        key: null,
        subscribe: String(id).padStart(32, '0'),
        status: 0,
        ...fieldsFrom(body, now),
      })
      return { id }
    },
  ],
  'PUT admin/account/{id}/data': [
    'main',
    ({ shop, path, body, now }) => {
      Object.assign(byId(shop.accounts, path.id), fieldsFrom(body, now))
      return SUCCESS
    },
  ],
  'PUT admin/account/{id}/time': [
    'main',
    ({ shop, path, body }) => {
      const account = byId(shop.accounts, path.id)
      const data = dataOf(account)
      if (data) account.data = JSON.stringify({ ...data, create: data.create + Number(body.time) })
      return SUCCESS
    },
  ],
  'PUT admin/account/{id}/port': [
    'main',
    ({ shop, path, body }) => {
      byId(shop.accounts, path.id).port = Number(body.port)
      return SUCCESS
    },
  ],
  'POST admin/account/{id}/resetFlow': [
    'main',
    ({ shop, path }) => byId(shop.accounts, path.id) && SUCCESS,
  ],
  'DELETE admin/account/{id}': [
    'main',
    ({ shop, path }) => {
      shop.accounts = shop.accounts.filter((one) => one !== byId(shop.accounts, path.id))
      return SUCCESS
    },
  ],
  'GET admin/account/{id}/ip': ['admin', () => ({ ip: [] })],
  'GET admin/account/{serverId}/{id}/ip': ['admin', () => ({ ip: [] })],
  'GET admin/account/{serverId}/{id}/ban': [
    'main',
    ({ shop, path }) => ({ banTime: shop.bans[`${path.serverId}/${path.id}`] ?? 0 }),
  ],
  'POST admin/account/{serverId}/{id}/ban': [
    'main',
    ({ shop, path, body, now }) => {
      shop.bans[`${path.serverId}/${path.id}`] = now + Number(body.time)
      return SUCCESS
    },
  ],
  'GET admin/account/{id}/subscribe': [
    'admin',
    ({ shop, path }) => {
      const { id, subscribe } = byId(shop.accounts, path.id)
      return { id, subscribe }
    },
  ],
  'GET admin/user/account': [
    'admin',
    ({ shop }) => shop.accounts.filter(({ userId }) => !userId).map((one) => raw(shop, one)),
  ],
  'GET admin/user/{id}/lastConnect': ['admin', ({ now }) => ({ lastConnect: now - DAY })],
}

const withoutCycle = (data: object | null) => {
  const { from: _, to: __, ...rest } = (data ?? {}) as Record<string, unknown>
  return { expire: null, ...rest }
}
