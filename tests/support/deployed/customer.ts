import { inFull } from './accounts.ts'
import { byId, type Call, NEVER, nextId, Refused, type Routes, SUCCESS } from './call.ts'

const LABELS = { alipay: '支付宝', giftcard: '充值码' }

const myAccounts = ({ shop, me }: Call) => shop.accounts.filter(({ userId }) => userId === me?.id)
const mine = (call: Call, id: unknown) => byId(myAccounts(call), id)

/** The status of the site: no title, no contract, an empty language. */
const SITE = {
  version: '1.0.0',
  themePrimary: 'blue',
  themeAccent: 'pink',
  browserColor: '#2196F3',
  site: 'https://shop.example.test',
  skin: 'default',
  language: '',
  google_login_client_id: '',
  facebook_login_client_id: '',
  github_login_client_id: '',
  twitter_login_client_id: false,
  crisp: '',
}

/** What visitors may do. */
export const visitorRoutes: Routes = {
  'GET home/login': [
    'all',
    ({ me, shop }) =>
      me
        ? {
            ...SITE,
            status: me.type,
            id: me.id,
            email: me.email,
            alipay: true,
            giftcard: true,
            refCode: true,
            subscribe: shop.settings.account?.subscribe ?? true,
            macAccount: true,
            ...(me.type === 'normal' ? { multiAccount: 1 } : {}),
          }
        : SITE,
  ],
  'POST home/login': [
    'all',
    ({ shop, body, become }) => {
      become(undefined)
      const user = shop.users.find(({ email }) => email === String(body.email).toLowerCase())
      if (!user) throw new Refused('user not exists')
      if (user.password !== body.password) throw new Refused('invalid password')
      become(user)
      return { type: user.type, id: user.id }
    },
  ],
  'POST home/logout': ['all', ({ become }) => (become(undefined), SUCCESS)],
  'POST home/code': ['all', () => SUCCESS],
  'POST home/signup': [
    'all',
    ({ shop, body, become, now }) => {
      const email = String(body.email)
      if (shop.users.some((user) => user.email === email)) throw new Refused('user exists')
      if (body.code !== '123456') throw new Refused()
      const user = {
        id: nextId(shop.users),
        username: email,
        email,
        password: String(body.password),
        type: 'normal' as const,
        createTime: now,
        lastLogin: null,
        telegram: null,
        group: 0,
        comment: '',
      }
      shop.users.push(user)
      become(user)
      return user.type
    },
  ],
  'POST home/password/sendEmail': ['all', () => SUCCESS],
  'GET home/password/reset': [
    'all',
    ({ query }) => {
      if (query.get('token') !== 'live') throw new Refused()
      return SUCCESS
    },
  ],
  'POST home/password/reset': ['all', () => SUCCESS],
  'POST home/macLogin': [
    'all',
    () => {
      throw new Refused()
    },
  ],
  'POST home/ref/{:code}': [
    'all',
    ({ shop, path }) => ({ valid: shop.refCodes.some(({ code }) => code === path.code) }),
  ],
}

/** What customers may do. */
export const customerRoutes: Routes = {
  'GET user/account': [
    'user',
    (call) => myAccounts(call).map((one) => inFull(call.shop, one, call.now)),
  ],
  // A missing wait, there.
  'GET user/account/{id}': ['user', () => ({})],
  'GET user/server': [
    'user',
    ({ shop }) =>
      shop.servers.map(({ port: _, password: __, pluginOptions: ___, ...server }) => server),
  ],
  'GET user/notice': ['user', ({ shop }) => shop.notices.filter(({ group }) => group === 0)],
  'GET user/usage': ['user', () => [662_300, 700_000, 700_000]],
  'GET user/flow/{serverId}/{id}': ['user', () => [662_300]],
  'GET user/flow/{serverId}/{id}/lastConnect': ['user', ({ now }) => ({ lastConnect: now })],
  'PUT user/{id}/password': [
    'user',
    (call) => {
      mine(call, call.path.id).password = String(call.body.password).slice(0, 20)
      return SUCCESS
    },
  ],
  'POST user/changePassword': [
    'user',
    ({ me, body }) => {
      if (!me || me.password !== body.password) throw new Refused()
      me.password = String(body.newPassword)
      return SUCCESS
    },
  ],
  'GET user/order': [
    'user',
    ({ shop, me }) => [
      ...shop.orders
        .filter(({ userId }) => userId === me?.id)
        .map(({ orderId, amount, createTime }) => ({
          orderId,
          type: LABELS.alipay,
          amount,
          createTime,
        })),
      ...shop.cards
        .filter(({ user }) => user === me?.id)
        .map(({ password, time }) => ({
          orderId: password,
          type: LABELS.giftcard,
          createTime: time,
        })),
    ],
  ],
  'GET user/order/price': ['user', ({ shop }) => shop.plans],
  'POST user/giftcard/use': [
    'user',
    ({ shop, me, body }) => {
      const card = shop.cards.find(({ password }) => password === body.password)
      if (!card) throw new Refused('', 500)
      if (card.status !== 'AVAILABLE') return { success: false, message: '无法使用这个充值码' }
      Object.assign(card, { status: 'USED', user: me?.id })
      return { success: true, type: card.orderType, cardId: card.id }
    },
  ],
  'GET user/ref/code': [
    'user',
    ({ shop, me }) =>
      shop.refCodes
        .filter(({ sourceUserId }) => sourceUserId === me?.id)
        .map(({ code, maxUser }) => ({ code, maxUser, count: 1 })),
  ],
  'GET user/ref/user': [
    'user',
    ({ shop, me }) =>
      shop.refs
        .filter(({ sourceUserId }) => sourceUserId === me?.id)
        .map(({ code, userId, time }) => ({
          code,
          id: userId,
          email: byId(shop.users, userId).email,
          time,
        })),
  ],
  'PUT user/account/{id}/active': [
    'user',
    (call) => {
      const found = myAccounts(call).find(({ id }) => id === Number(call.path.id))
      if (!found) return NEVER
      found.active = 1
      return SUCCESS
    },
  ],
  'GET user/account/mac': [
    'user',
    ({ shop, me }) => shop.macs.filter(({ userId }) => userId === me?.id),
  ],
  'POST user/account/mac': [
    'user',
    ({ shop, me, body }) => {
      if (shop.macs.some(({ userId }) => userId === me?.id)) throw new Refused()
      shop.macs.push({ id: nextId(shop.macs), mac: body.mac, userId: me?.id, serverId: null })
      return SUCCESS
    },
  ],
  'GET user/account/{id}/subscribe': [
    'user',
    (call) => {
      const { id, subscribe } = mine(call, call.path.id)
      return { id, subscribe }
    },
  ],
  'PUT user/account/{id}/subscribe': [
    'user',
    (call) => {
      const account = mine(call, call.path.id)
      account.subscribe = account.subscribe.replace('feedface', 'c0ffee00')
      return { id: account.id, subscribe: account.subscribe }
    },
  ],
}
