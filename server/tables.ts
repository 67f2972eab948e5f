import type { Generated } from 'kysely'

/** A list of ids as JSON text; null means all. */
type IdList = string | null
type Flag = 0 | 1

export type UserTable = {
  id: Generated<number>
  /** Login name: the e-mail address in lower case. */
  username: string
  email: string
  passwordHash: string
  type: 'normal' | 'admin'
  groupId: Generated<number>
  comment: Generated<string>
  telegram: string | null
  createTime: number
  lastLogin: number | null
}

export type SessionTable = {
  /** Keyed hash of what the cookie holds. */
  id: string
  userId: number
  createTime: number
  expireTime: number
}

export type AttemptTable = {
  /** What is being tried, and by whom: `login:user:3`, `login:address:203.0.113.7`. */
  key: string
  count: number
  /** When the count starts anew. */
  until: number
}

export type SettingTable = {
  key: string
  /** JSON. */
  value: string
}

export type AccountTable = {
  id: Generated<number>
  /** 1 unlimited, 2 week, 3 month, 4 day, 5 hour. */
  type: number
  /** The plan it came from; 0 is none. */
  orderId: Generated<number>
  userId: number | null
  server: IdList
  port: number
  /** Ports are unique within a space; everything opened by hand lives in space 0. */
  portSpace: Generated<number>
  password: string
  publicKey: Generated<string>
  privateKey: Generated<string>
  /** Start of the first counted cycle; null for accounts without an end. */
  cycleStart: number | null
  cycles: number | null
  /** Bytes per cycle; 0 is no limit. */
  flow: Generated<number>
  /** Derived from type, start and cycles; null never ends. */
  expireTime: number | null
  autoRemove: Generated<Flag>
  autoRemoveDelay: Generated<number>
  multiServerFlow: Generated<Flag>
  active: Generated<Flag>
  subscribe: string
  createTime: number
}

export type UsageTable = {
  accountId: number
  serverId: number
  /** Start of the cycle the bytes belong to. */
  cycleFrom: number
  /** Bytes as they crossed the wire, without scale. */
  bytes: number
  lastSeen: number
}

export type BanTable = {
  accountId: number
  serverId: number
  until: number
}

export type FlowPackTable = {
  id: Generated<number>
  accountId: number
  flow: number
  createTime: number
}

export type ServerTable = {
  id: Generated<number>
  type: 'Shadowsocks' | 'WireGuard' | 'Trojan'
  plane: 'embedded' | 'manager'
  name: string
  host: string
  port: number
  password: Generated<string>
  method: string
  comment: Generated<string>
  scale: Generated<number>
  shift: Generated<number>
  key: string | null
  net: string | null
  wgPort: number | null
  tjPort: number | null
  pluginOptions: string | null
  sni: string | null
}

export type TagTable = {
  type: string
  key: number
  name: string
}

/** Traffic of one account on one server in one slot of time that starts at `bucket`. */
export type FlowTable = {
  accountId: number
  bucket: number
  serverId: number
  up: number
  down: number
}

/** Traffic of one server in five minutes. */
export type ServerFlowTable = Omit<FlowTable, 'accountId'>

export type PlanTable = {
  id: Generated<number>
  /** 0 for a plan; else the plan this flow pack is for. */
  baseId: Generated<number>
  name: string
  shortComment: Generated<string>
  comment: Generated<string>
  type: number | null
  cycle: number | null
  /** Cents (CNY); 0 cannot be paid this way. */
  alipay: Generated<number>
  /** Cents (USD). */
  paypal: Generated<number>
  flow: number
  refTime: number | null
  server: IdList
  autoRemove: Flag | null
  autoRemoveDelay: number | null
  portRange: string | null
  multiServerFlow: Flag | null
  changeOrderType: Flag | null
  active: Generated<Flag>
}

export type PlacedOrderTable = {
  id: Generated<number>
  kind: 'alipay' | 'paypal' | 'giftcard' | 'refOrder'
  orderId: string
  planId: number | null
  userId: number
  accountId: number | null
  /** Cents; null where nothing was paid. */
  amount: number | null
  refTime: number | null
  status: string
  createTime: number
  expireTime: number | null
}

export type GroupTable = {
  id: Generated<number>
  name: string
  comment: Generated<string>
  orders: IdList
  multiAccount: Generated<Flag>
}

export type NoticeTable = {
  id: Generated<number>
  kind: 'notice' | 'article'
  title: string
  content: string
  time: number
  forGroups: Generated<Flag>
  autopop: Generated<Flag>
  position: string | null
  category: string | null
  categoryOrder: Generated<number>
  url: string | null
}

export type NoticeGroupTable = {
  noticeId: number
  groupId: number
}

export type MessageTable = {
  id: Generated<number>
  userId: number
  sender: 'user' | 'admin'
  content: string
  createTime: number
}

export type PushClientTable = {
  id: Generated<number>
  userId: number
  endpoint: string
  auth: string
  p256dh: string
  createTime: number
}

/** Every table, by name. */
export type Tables = {
  user: UserTable
  session: SessionTable
  attempt: AttemptTable
  setting: SettingTable
  account: AccountTable
  usage: UsageTable
  ban: BanTable
  flowPack: FlowPackTable
  server: ServerTable
  tag: TagTable
  flow5min: FlowTable
  flowHour: FlowTable
  flowDay: FlowTable
  serverFlow: ServerFlowTable
  plan: PlanTable
  placedOrder: PlacedOrderTable
  userGroup: GroupTable
  notice: NoticeTable
  noticeGroup: NoticeGroupTable
  message: MessageTable
  pushClient: PushClientTable
}
