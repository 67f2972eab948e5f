import { byId, type Call, listText, NEVER, nextId, Refused, type Routes, SUCCESS } from './call.ts'
import type { Row } from './shop.ts'

const CIPHERS_OF_FORM = ['name', 'port', 'password', 'method', 'scale', 'address']

/** A server from what the form of older consoles sends; undefined where something is missing. */
function serverFrom(body: Call['body']): Omit<Row, 'id'> | undefined {
  if (CIPHERS_OF_FORM.some((field) => !body[field])) return undefined
  if (typeof body.shift !== 'number') return undefined
  const { address, type = 'Shadowsocks', key, net, wgPort, check: _, ...rest } = body
  const isTunnel = type === 'WireGuard'
  return {
    comment: '',
    tjPort: null,
    pluginOptions: null,
    ...rest,
    type,
    host: address,
    key: isTunnel ? (key ?? null) : null,
    net: isTunnel ? (net ?? null) : null,
    wgPort: isTunnel ? (wgPort ?? null) : null,
    shift: isTunnel ? 0 : body.shift,
  }
}

const planFrom = ({ group: _, changeCurrentAccount: __, server, ...rest }: Call['body']) => ({
  ...rest,
  server: listText(server),
})
const withoutActive = ({ active: _, ...plan }: Row) => plan

/** Servers, plans, announcements and recharge codes. */
export const goodsRoutes: Routes = {
  'GET admin/server': [
    'admin',
    ({ shop, query }) =>
      shop.servers.map((server) =>
        query.get('status') ? { ...server, status: '0.0.27', isGfw: false, number: 1 } : server,
      ),
  ],
  'GET admin/server/{id}': [
    'admin',
    ({ shop, path, query }) => {
      const server = shop.servers.find(({ id }) => id === Number(path.id))
      if (!server) throw new Refused('', 404)
      const ports = shop.accounts.map(({ port, password }) => ({ port, password }))
      return query.get('noPort') ? server : { ...server, ports }
    },
  ],
  'POST admin/server': [
    'main',
    ({ shop, body }) => {
      const server = serverFrom(body)
      if (!server) return NEVER
      const id = nextId(shop.servers)
      shop.servers.push({ id, ...server })
      return { serverId: id }
    },
  ],
  'PUT admin/server/{id}': [
    'main',
    ({ shop, path, body }) => {
      const server = serverFrom(body)
      if (!server) return NEVER
      Object.assign(byId(shop.servers, path.id), server)
      return SUCCESS
    },
  ],
  'DELETE admin/server/{id}': [
    'main',
    ({ shop, path }) => {
      shop.servers = shop.servers.filter(({ id }) => id !== Number(path.id))
      return SUCCESS
    },
  ],
  'GET admin/tag': ['main', ({ shop, query }) => shop.tags[query.get('key') ?? ''] ?? []],
  'PUT admin/tag': [
    'main',
    ({ shop, body }) => {
      shop.tags[String(body.key)] = body.tags as string[]
      return SUCCESS
    },
  ],
  'GET admin/flow/top': [
    'admin',
    () => [{ sumFlow: 662_300, userId: 3, email: 'ann@example.test', port: 21_001, accountId: 1 }],
  ],
  'GET admin/flow/account/{id}': ['admin', () => [{ flow: 662_300, name: 'Berlin' }]],
  'GET admin/flow/{serverId}': [
    'admin',
    ({ query }) => (query.get('type') ? [662_300, 0, 0, 0, 0, 0, 0] : []),
  ],
  'GET admin/flow/{serverId}/user': [
    'admin',
    () => [{ flow: 662_300, port: 21_001, accountId: 1, userName: 'ann@example.test' }],
  ],
  'GET admin/flow/{serverId}/lastHour': [
    'admin',
    () => ({
      time: Array.from({ length: 12 }, (_, slot) => slot * 5),
      flow: Array.from({ length: 12 }, () => 55_000),
    }),
  ],
  'GET admin/flow/{serverId}/{id}': ['admin', () => [662_300]],
  'GET admin/flow/{serverId}/{id}/lastConnect': ['admin', ({ now }) => ({ lastConnect: now })],
  'GET admin/order': [
    'main',
    ({ shop }) =>
      shop.plans.map((plan) => ({
        ...withoutActive(plan),
        accountNumber: shop.accounts.filter(({ orderId }) => orderId === plan.id).length,
      })),
  ],
  'GET admin/order/{id}': ['main', ({ shop, path }) => byId(shop.plans, path.id)],
  'POST admin/order': [
    'main',
    ({ shop, body }) => {
      shop.plans.push({ id: nextId(shop.plans), ...planFrom(body) })
      return SUCCESS
    },
  ],
  'PUT admin/order/{id}': [
    'main',
    ({ shop, path, body }) => {
      Object.assign(byId(shop.plans, path.id), planFrom(body))
      if (!body.changeCurrentAccount) throw new Refused()
      return SUCCESS
    },
  ],
  'DELETE admin/order/{id}': [
    'main',
    ({ shop, path }) => {
      const plan = byId(shop.plans, path.id)
      if (shop.accounts.some(({ orderId }) => orderId === plan.id))
        throw new Refused('account with this order exists')
      shop.plans = shop.plans.filter((one) => one !== plan)
      return SUCCESS
    },
  ],
  'GET admin/notice': [
    'main',
    // The list calls them otherwise than a single one does.
    ({ shop }) =>
      shop.notices.map(({ groups, ...notice }) =>
        notice.group === 1 ? { ...notice, groupIds: groups } : notice,
      ),
  ],
  'GET admin/notice/{id}': [
    'main',
    ({ shop, path }) => shop.notices.find(({ id }) => id === Number(path.id)) ?? NEVER,
  ],
  'POST admin/notice': [
    'main',
    ({ shop, body, now }) => {
      const { title, content, group, groups, autopop } = body
      const notice = { title, content, time: now, group, groups, autopop }
      shop.notices.push({ id: nextId(shop.notices), ...notice })
      return SUCCESS
    },
  ],
  'PUT admin/notice/{id}': [
    'main',
    ({ shop, path, body, now }) => {
      const { title, content, group, groups, autopop } = body
      const notice = { title, content, time: now, group, groups, autopop }
      Object.assign(byId(shop.notices, path.id), notice)
      return SUCCESS
    },
  ],
  'DELETE admin/notice/{id}': [
    'main',
    ({ shop, path }) => {
      shop.notices = shop.notices.filter(({ id }) => id !== Number(path.id))
      return SUCCESS
    },
  ],
  'GET admin/giftcard/list': ['admin', ({ shop }) => batchesOf(shop)],
  'GET admin/giftcard/details/{batch}': [
    'admin',
    ({ shop, path }) => ({
      ...batchesOf(shop).find(({ batchNumber }) => batchNumber === Number(path.batch)),
      cards: shop.cards
        .filter(({ batchNumber }) => batchNumber === Number(path.batch))
        .map(({ id, status, password }) => ({
          id,
          status,
          usedTime: null,
          password,
          portNumber: null,
          userEmail: null,
        })),
    }),
  ],
  'POST admin/giftcard/add': [
    'admin',
    ({ shop, body, now }) => {
      if (!(Number(body.count) > 0)) throw new Refused('Bad parameters', 400)
      const batchNumber = Math.max(0, ...shop.cards.map((card) => card.batchNumber)) + 1
      for (let index = 0; index < Number(body.count); index++) {
        const id = nextId(shop.cards)
        const password = `c0ffee${String(id).padStart(12, '0')}`
        const card = { id, password, orderType: Number(body.orderId), batchNumber, time: now }
        shop.cards.push({ ...card, status: 'AVAILABLE', user: null })
      }
      return { batchNumber }
    },
  ],
  'POST admin/giftcard/revoke': [
    'admin',
    ({ shop, body }) => {
      for (const card of shop.cards)
        if (card.batchNumber === body.batchNumber && card.status === 'AVAILABLE')
          card.status = 'REVOKED'
      return SUCCESS
    },
  ],
  'POST admin/giftcard/use': [
    'main',
    ({ shop, body }) => {
      const card = shop.cards.find(({ password }) => password === body.password)
      if (!card) return { success: false, message: '充值码不存在' }
      Object.assign(card, { status: 'USED', user: Number(body.userId) })
      return { success: true, type: card.orderType, cardId: card.id }
    },
  ],
}

function batchesOf({ cards, plans }: Call['shop']) {
  return [...new Set(cards.map(({ batchNumber }) => batchNumber))].map((batchNumber) => {
    const mine = cards.filter((card) => card.batchNumber === batchNumber)
    const free = mine.filter(({ status }) => status === 'AVAILABLE').length
    const type = mine[0]?.orderType ?? 0
    return {
      orderName: plans.find(({ id }) => id === type)?.name ?? null,
      batchNumber,
      status: free > 0 ? 'AVAILABLE' : 'USEDUP',
      type,
      createTime: mine[0]?.time ?? 0,
      comment: '',
      totalCount: mine.length,
      availableCount: free,
    }
  })
}
