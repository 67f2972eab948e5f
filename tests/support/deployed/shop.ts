/** What a deployed server of the older kind has in its tables, small and with round numbers. */
export const HOUR = 3_600_000
export const DAY = 86_400_000
/** Length of a period by an account's type, ms. */
export const PERIODS: Record<number, number> = { 2: 7 * DAY, 3: 30 * DAY, 4: DAY, 5: HOUR }

export type User = {
  id: number
  username: string
  email: string
  password: string
  type: 'admin' | 'normal'
  createTime: number
  lastLogin: number | null
  telegram: null
  group: number
  comment: string
}
export type Account = {
  id: number
  type: number
  orderId: number
  userId: number | null
  /** JSON text with ids of servers; null is all. */
  server: string | null
  port: number
  password: string
  key: null
  /** JSON text; null is no quota and no end. */
  data: string | null
  subscribe: string
  status: 0
  autoRemove: number
  autoRemoveDelay: number
  multiServerFlow: number
  active: number
}
/** A row whose fields are sent and stored as they are. */
export type Row = { id: number; [field: string]: unknown }
export type Shop = ReturnType<typeof makeShop>

/** A shop of one main admin, one group admin and three customers. */
export function makeShop(now: number) {
  const user = (id: number, name: string, type: User['type'], group = 0): User => ({
    id,
    username: `${name}@example.test`,
    email: `${name}@example.test`,
    password: `${name}-pass`,
    type,
    createTime: now - 20 * DAY,
    lastLogin: type === 'normal' ? null : now - DAY,
    telegram: null,
    group,
    comment: '',
  })
  const account = (id: number, userId: number | null, type: number, data: object | null) => ({
    id,
    type,
    orderId: type === 3 ? 3 : 0,
    userId,
    server: id === 3 ? '[1]' : null,
    port: 21_000 + id,
    password: `port-pass-${id}`,
    key: null,
    data: data && JSON.stringify(data),
    subscribe: `feedface${String(id).padStart(24, '0')}`,
    status: 0 as const,
    autoRemove: 0,
    autoRemoveDelay: 0,
    multiServerFlow: 0,
    active: 1,
  })
  const accounts: Account[] = [
    account(1, 3, 3, { create: now - 20 * DAY, flow: 5_000_000_000, limit: 2 }),
    account(2, null, 1, null),
    account(3, 4, 5, { create: now - HOUR, flow: 100_000_000, limit: 8 }),
  ]
  const plan = (id: number, name: string, type: number, server: string | null) => ({
    id,
    baseId: 0,
    name,
    shortComment: '',
    comment: '',
    type,
    cycle: 1,
    alipay: 9.99,
    paypal: 2,
    flow: 5_000_000_000,
    refTime: 0,
    server,
    autoRemove: 0,
    autoRemoveDelay: 0,
    portRange: '0',
    multiServerFlow: 0,
    changeOrderType: 1,
    active: 1,
  })
  const server = (id: number, name: string) => ({
    id,
    type: 'Shadowsocks',
    name,
    host: `127.0.0.${id}`,
    port: 6002,
    password: `node-secret-${id}`,
    method: 'chacha20-ietf',
    scale: 1,
    comment: '',
    shift: 0,
    key: null,
    net: null,
    wgPort: null,
    tjPort: null,
    pluginOptions: null,
  })
  return {
    users: [
      user(1, 'main', 'admin'),
      user(2, 'reseller', 'admin', 1),
      user(3, 'ann', 'normal'),
      user(4, 'bob', 'normal', 1),
      user(5, 'eve', 'normal'),
    ],
    accounts,
    servers: [server(1, 'Berlin'), server(2, 'Tokyo')] as Row[],
    plans: [plan(3, 'month', 3, null), plan(8, 'Berlin only', 3, '[1]')] as Row[],
    groups: [
      { id: 0, name: 'default', comment: '', order: null, multiAccount: 0 },
      { id: 1, name: 'VIP', comment: 'of the reseller', order: '[3]', multiAccount: 1 },
    ] as Row[],
    notices: [
      { id: 1, title: 'Welcome', content: 'Hello', time: now - DAY, group: 0, autopop: 1 },
      { id: 2, title: 'Sale', content: 'Half', time: now - DAY, group: 1, autopop: 0, groups: [1] },
    ] as Row[],
    cards: ['c0ffee000000000001', 'c0ffee000000000002'].map((password, index) => ({
      id: index + 1,
      password,
      orderType: 3,
      batchNumber: 1,
      status: index === 0 ? 'AVAILABLE' : 'USED',
      user: index === 0 ? null : 3,
      time: now - DAY,
    })),
    macs: [{ id: 1, mac: 'aabbcc001122', userId: 3, accountId: 1, serverId: null }] as Row[],
    refCodes: [
      { id: 1, code: '2420759795', sourceUserId: 3, visit: 1, maxUser: 3 },
      { id: 2, code: '6476103857', sourceUserId: 1, visit: 0, maxUser: 3 },
    ],
    refs: [{ id: 1, code: '2420759795', sourceUserId: 3, userId: 5, time: now - DAY }],
    bans: {} as Record<string, number>,
    tags: {} as Record<string, string[]>,
    orders: [
      {
        orderId: '20261121010815735564',
        orderType: 3,
        orderName: 'month',
        userId: 3,
        group: 0,
        username: 'ann@example.test',
        port: 21_001,
        amount: '9.99',
        status: 'FINISH',
        createTime: now - DAY,
        expireTime: now - DAY + HOUR,
      },
    ],
    settings: {
      base: {
        title: 'Old shop',
        shortTitle: 'old',
        themeAccent: 'pink',
        themePrimary: 'blue',
        serviceWorker: false,
      },
      account: {
        accountForNewUser: { isEnable: true, flow: 350, type: 5, limit: 8 },
        signUp: { isEnable: true },
        multiServerFlow: false,
        port: { start: 50_000, end: 60_000, random: false },
        macAccount: true,
      },
      payment: {
        month: { alipay: 9.99, paypal: 2, flow: 100_000 },
      },
      ref: { useRef: true, useWhenSignupClose: true, refNumber: 1, refUserNumber: 3 },
    } as Record<string, Record<string, unknown>>,
    mails: {
      code: { title: 'Code', content: 'Your code: ${code}' },
      reset: { title: 'Reset', content: '${address}' },
      order: { title: 'Order', content: 'Paid' },
    } as Record<string, object>,
  }
}
