import { byId, type Call, paged, Refused, type Routes, SUCCESS } from './call.ts'

const settings = ({ shop, path }: Call) => shop.settings[path.name ?? ''] ?? {}
const keep = ({ shop, path, body }: Call) => {
  if (!body.data) throw new Refused()
  shop.settings[path.name ?? ''] = body.data as Record<string, unknown>
  return SUCCESS
}
const emailOf = ({ shop }: Call, id: number) => byId(shop.users, id).email

const cardOrders = ({ shop }: Call, userId?: number) =>
  shop.cards
    .filter(({ status, user }) => status === 'USED' && (!userId || user === userId))
    .map(({ password, orderType, user, status, time }) => ({
      orderId: password,
      orderType,
      userId: user,
      username: byId(shop.users, user).username,
      port: null,
      status,
      createTime: time,
    }))

const withName = (call: Call, order: { orderType: number }) => ({
  ...order,
  orderName: call.shop.plans.find(({ id }) => id === order.orderType)?.name ?? null,
})

const codeRow = (call: Call, code: Call['shop']['refCodes'][number]) => ({
  id: code.id,
  code: code.code,
  email: emailOf(call, code.sourceUserId),
  visit: code.visit,
  maxUser: code.maxUser,
  count: call.shop.refs.filter((ref) => ref.code === code.code).length,
})
const codesOf = (call: Call, userId: number) =>
  call.shop.refCodes
    .filter(({ sourceUserId }) => sourceUserId === userId)
    .map((code) => {
      const { maxUser, count } = codeRow(call, code)
      return { code: code.code, maxUser, count }
    })
const cameOf = (call: Call, id: number) =>
  call.shop.refs
    .filter(({ sourceUserId }) => sourceUserId === id)
    .map(({ code, userId, time }) => ({ code, id: userId, email: emailOf(call, userId), time }))

/** Settings, orders and referrals. */
export const siteRoutes: Routes = {
  'GET admin/setting/{:name:base|payment}': ['main', settings],
  'GET admin/setting/{:name:account|ref}': ['admin', settings],
  'PUT admin/setting/{:name:base|payment|account|ref}': ['main', keep],
  'GET admin/setting/mail': [
    'main',
    ({ shop, query }) => shop.mails[query.get('type') ?? ''] ?? '',
  ],
  'PUT admin/setting/mail': [
    'main',
    ({ shop, body }) => {
      const { type, title, content } = body
      if (!shop.mails[String(type)]) throw new Refused()
      shop.mails[String(type)] = { title, content } as object
      return SUCCESS
    },
  ],
  'GET admin/alipay': ['admin', (call) => paged('orders', call.shop.orders, call.query)],
  'GET admin/paypal': ['admin', () => ({ maxPage: 0, page: 1, pageSize: 0, total: 0, orders: [] })],
  'GET admin/refOrder': ['admin', ({ query }) => paged('orders', [], query)],
  'GET admin/giftcard': [
    'admin',
    (call) =>
      paged(
        'orders',
        cardOrders(call).map((order) => withName(call, order)),
        call.query,
      ),
  ],
  'GET admin/alipay/recentOrder': ['admin', ({ shop }) => shop.orders],
  'GET admin/paypal/recentOrder': ['admin', () => []],
  'GET admin/alipay/csv': [
    'main',
    ({ shop, query }) => {
      if (query.getAll('filter').length === 0) throw new Refused()
      return shop.orders.map((one) => `${one.orderId}, ${one.amount}, ${one.username}`).join('\r\n')
    },
  ],
  'GET admin/paypal/csv': ['main', () => 'PP'],
  'GET admin/alipay/{id}': [
    'admin',
    ({ shop, path }) =>
      shop.orders
        .filter(({ userId }) => userId === Number(path.id))
        .map(({ orderName: _, group: __, ...order }) => order),
  ],
  'GET admin/paypal/{id}': ['admin', () => []],
  'GET admin/refOrder/{id}': ['admin', () => []],
  'GET admin/giftcard/{id}': ['admin', (call) => cardOrders(call, Number(call.path.id))],
  'POST admin/alipay/refund': [
    'main',
    ({ shop, body }) => {
      const order = shop.orders.find(({ orderId }) => orderId === body.orderId)
      if (!order) throw new Refused()
      return { code: '10000' }
    },
  ],
  'GET admin/setting/ref/code': [
    'main',
    (call) =>
      paged(
        'code',
        call.shop.refCodes.map((code) => codeRow(call, code)),
        call.query,
      ),
  ],
  'GET admin/setting/ref/code/{id}': [
    'main',
    (call) => codeRow(call, byId(call.shop.refCodes, call.path.id)),
  ],
  'PUT admin/setting/ref/code/{id}': [
    'main',
    ({ shop, path, body }) => {
      byId(shop.refCodes, path.id).maxUser = Number(body.maxUser)
      return SUCCESS
    },
  ],
  'GET admin/setting/ref/user': [
    'main',
    (call) =>
      paged(
        'user',
        call.shop.refs.map((ref) => ({
          ...ref,
          sourceUser: emailOf(call, ref.sourceUserId),
          user: emailOf(call, ref.userId),
        })),
        call.query,
      ),
  ],
  'POST admin/setting/ref/searchSourceUser': ['main', found],
  'POST admin/setting/ref/searchRefUser': ['main', found],
  'GET admin/ref/code': ['admin', (call) => codesOf(call, call.me?.id ?? 0)],
  'GET admin/ref/user': ['admin', (call) => cameOf(call, call.me?.id ?? 0)],
  'GET admin/ref/code/{id}': ['admin', (call) => codesOf(call, Number(call.path.id))],
  'GET admin/ref/user/{id}': ['admin', (call) => cameOf(call, Number(call.path.id))],
  'POST push/client': ['all', () => SUCCESS],
  'DELETE push/client': ['all', () => SUCCESS],
}

function found({ shop, body }: Call) {
  return shop.users
    .filter(({ id, username }) => id > 1 && username.includes(String(body.search)))
    .map(({ id, username }) => ({ id, username }))
}
