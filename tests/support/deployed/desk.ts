import { raw } from './accounts.ts'
import { byId, type Call, listText, nextId, paged, Refused, type Routes, SUCCESS } from './call.ts'

const named = ({ id, username, email, createTime, lastLogin }: Call['shop']['users'][number]) => ({
  id,
  username,
  email,
  createTime,
  lastLogin,
  port: null,
})
const customers = ({ shop, me }: Call) =>
  shop.users.filter(({ type, group }) => type === 'normal' && (me?.id === 1 || group === me?.group))
const isText = (text: unknown) => typeof text === 'string' && text !== ''

/** What admins do with people. */
export const peopleRoutes: Routes = {
  'GET admin/user': [
    'admin',
    (call) => {
      const { shop, me, query } = call
      const types = [...query.getAll('type'), ...query.getAll('type[]')]
      const group = me?.id === 1 ? Number(query.get('group') ?? -1) : (me?.group ?? 0)
      const found = shop.users
        .filter((user) => user.id !== 1 && types.includes(user.type))
        .filter((user) => group < 0 || user.group === group)
        .filter(({ username }) => username.includes(query.get('search') ?? ''))
      const rows = found.map(({ id, type, email, lastLogin, username }) => ({
        id,
        type,
        email,
        lastLogin,
        username,
        port: shop.accounts.find(({ userId }) => userId === id)?.port ?? null,
        alipay: null,
      }))
      return paged('users', rows.reverse(), query)
    },
  ],
  'GET admin/user/recentSignUp': ['admin', (call) => customers(call).map(named)],
  'GET admin/user/recentLogin': ['admin', () => []],
  'GET admin/user/{id}': [
    'admin',
    ({ shop, path }) => {
      const user = byId(shop.users, path.id)
      if (user.type === 'admin') throw new Refused()
      const mine = shop.accounts.filter(({ userId }) => userId === user.id)
      return { ...user, account: mine.map((one) => raw(shop, one)) }
    },
  ],
  'GET admin/admin/{id}': [
    'admin',
    ({ shop, path }) => {
      const admin = byId(shop.users, path.id)
      if (admin.id === 1 || admin.type !== 'admin') throw new Refused()
      return admin
    },
  ],
  'POST admin/user/add': [
    'admin',
    ({ shop, me, body, now }) => {
      const email = String(body.email)
      if (shop.users.some((user) => user.email === email)) throw new Refused()
      const id = nextId(shop.users)
      shop.users.push({
        id,
        username: email,
        email,
        password: String(body.password),
        type: me?.id === 1 && body.type === 'admin' ? 'admin' : 'normal',
        createTime: now,
        lastLogin: null,
        telegram: null,
        group: me?.id === 1 ? 0 : (me?.group ?? 0),
        comment: '',
      })
      return [id]
    },
  ],
  'DELETE admin/user/{id}': [
    'admin',
    ({ shop, path }) => {
      const user = byId(shop.users, path.id)
      if (shop.accounts.some(({ userId }) => userId === user.id)) throw new Refused()
      shop.users = shop.users.filter((one) => one !== user)
      return SUCCESS
    },
  ],
  'PUT admin/user/{id}/comment': [
    'main',
    ({ shop, path, body }) => {
      byId(shop.users, path.id).comment = String(body.comment)
      return SUCCESS
    },
  ],
  'POST admin/user/{id}/sendEmail': [
    'admin',
    ({ body }) => {
      if (!isText(body.title) || !isText(body.content)) throw new Refused()
      return ''
    },
  ],
  'PUT admin/user/{userId}/{id}': [
    'admin',
    ({ shop, path }) => {
      byId(shop.accounts, path.id).userId = Number(path.userId)
      return ''
    },
  ],
  'DELETE admin/user/{userId}/{id}': [
    'admin',
    ({ shop, path }) => {
      byId(shop.accounts, path.id).userId = null
      return ''
    },
  ],
  'POST admin/setting/changePassword': [
    'admin',
    ({ me, body }) => {
      if (!me || me.password !== body.password) throw new Refused()
      me.password = String(body.newPassword)
      return SUCCESS
    },
  ],
  'GET admin/account/mac': [
    'admin',
    ({ shop, query }) => shop.macs.filter(({ userId }) => userId === Number(query.get('userId'))),
  ],
  'POST admin/account/mac/{:mac}': [
    'admin',
    ({ shop, path, body }) => {
      shop.macs.push({ id: nextId(shop.macs), mac: path.mac, ...body })
      return SUCCESS
    },
  ],
  'PUT admin/account/mac': [
    'admin',
    ({ shop, body }) => {
      const { id, macAddress, ...rest } = body
      Object.assign(byId(shop.macs, id), rest, { mac: macAddress })
      return SUCCESS
    },
  ],
  'DELETE admin/account/mac': [
    'admin',
    ({ shop, query }) => {
      shop.macs = shop.macs.filter(({ id }) => id !== Number(query.get('id')))
      return SUCCESS
    },
  ],
  'GET admin/group': [
    'admin',
    ({ shop }) =>
      shop.groups.map(({ multiAccount: _, order, ...group }) => ({
        ...group,
        order: typeof order === 'string' ? JSON.parse(order) : null,
        userNumber: shop.users.filter((user) => user.group === group.id).length,
      })),
  ],
  'GET admin/group/{id}': ['admin', ({ shop, path }) => byId(shop.groups, path.id)],
  'POST admin/group': [
    'main',
    ({ shop, body }) => {
      if (!Array.isArray(body.notices)) throw new Refused()
      const { notices: _, order, multiAccount, ...rest } = body
      shop.groups.push({
        id: nextId(shop.groups),
        ...rest,
        order: listText(order),
        multiAccount: multiAccount ? 1 : 0,
      })
      return SUCCESS
    },
  ],
  'PUT admin/group/{id}': [
    'main',
    ({ shop, path, body }) => {
      if (!Array.isArray(body.notices)) throw new Refused()
      const { name, comment, order, multiAccount } = body
      const next = { name, comment, order: listText(order), multiAccount: multiAccount ? 1 : 0 }
      Object.assign(byId(shop.groups, path.id), next)
      const [id, linked] = [Number(path.id), body.notices]
      for (const notice of shop.notices.filter(({ group }) => group === 1)) {
        const others = (notice.groups as number[]).filter((one) => one !== id)
        notice.groups = linked.includes(notice.id) ? [...others, id] : others
      }
      return SUCCESS
    },
  ],
  'DELETE admin/group/{id}': [
    'main',
    ({ shop, path }) => {
      shop.groups = shop.groups.filter(({ id }) => id === 0 || id !== Number(path.id))
      return SUCCESS
    },
  ],
  'POST admin/group/{group}/{id}': [
    'main',
    ({ shop, path }) => {
      byId(shop.users, path.id).group = Number(path.group)
      return SUCCESS
    },
  ],
}
