import type { Generated } from 'kysely'
import type { Schema } from '#contract'
import type { FieldKind } from '#rules/providers/registry.ts'

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
  /** In which language the person was last seen here. */
  language: string | null
  /** What an admin may do (`http/permissions.ts`); null is all an admin of one group may. */
  rights: string | null
  /** How many customers the group of a reseller may have; null is no limit. */
  maxCustomers: number | null
  /** Bytes per cycle of all accounts of a reseller's customers together; null is no limit. */
  maxTraffic: number | null
  /** The plans a reseller may give; null means all. */
  sellable: IdList
}

export type SessionTable = {
  /** Keyed hash of what the cookie holds. */
  id: string
  userId: number
  createTime: number
  expireTime: number
  /** What the browser said it is at the login. */
  userAgent: Generated<string>
  /** 1: opened by a MAC address. */
  byMac: Generated<Flag>
}

/** An admin's session that shows the console as a customer sees it. */
export type CustomerViewTable = {
  sessionId: string
  adminId: number
  userId: number
  /** The customer's, for the audit log once they are gone. */
  username: string
  startTime: number
}

/** Where a person has logged in from. */
export type KnownNetworkTable = {
  userId: number
  /** Keyed hash of the client's network. */
  network: string
  /** When the person last logged in from there. */
  lastTime: number
}

/** Somebody who was a customer in the last year, also after they left. */
export type KnownMailboxTable = {
  /** Keyed hash of the mailbox. */
  mailbox: string
  /** When they signed up or left last. */
  lastTime: number
}

export type AttemptTable = {
  /** What is being tried, and a keyed hash of that and by whom: `login:…`. */
  key: string
  count: number
  /** When the count restarts. */
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
  /** Ports are unique within a space; everything opened by hand is in space 0. */
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
  /** What the times of an account not yet started are computed from; null is `cycleStart`. */
  waitingSince: number | null
  /** Earlier traffic and packs of the current cycle do not count; null, or before it, is no limit. */
  usageFrom: number | null
  /** The token of its link, sealed; as it is where `subscribeHash` is null. */
  subscribe: string
  /** Keyed hash of the token, which finds it; null where no start has sealed it yet. */
  subscribeHash: Generated<string | null>
  createTime: number
  /** kbit/s; 0 is no limit, null as its plan says. */
  speedUp: Generated<number | null>
  speedDown: Generated<number | null>
  /** How many devices are told apart, 0 for none; null as its plan says. */
  deviceLimit: Generated<number | null>
  /** Whether a device too many waits to be let in; else the newest takes the place of another. */
  asksForDevices: Generated<Flag>
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
  /** The order that bought it; null where there is none. */
  placedOrderId: number | null
  flow: number
  createTime: number
}

/**
 * Time an account was given, and what it is worth: so that it can be exchanged for time of another
 * plan, and taken back with a refund. What of it is left is found from the end of the account: the
 * oldest passes first.
 */
export type BoughtTimeTable = {
  id: Generated<number>
  accountId: number
  /** The order that gave it, also a reward's; null where there is none. */
  placedOrderId: number | null
  /** `rest` is what there was already; `trial` was given at sign-up and is worth nothing. */
  kind: 'sale' | 'reward' | 'trial' | 'rest'
  planId: number
  /** What each cycle of it grants, JSON. */
  terms: string
  /** The terms and the start of the cycles of the account before, JSON. */
  before: string | null
  /** The time that the prices are for, ms. */
  time: number
  /** Cents (CNY) for `time`; 0 is not known. */
  cny: number
  /** Cents (USD). */
  usd: number
  /** Which of the two was paid, if one was. */
  money: '' | 'cny' | 'usd'
  /** What was given, ms on its own terms. */
  given: number
  /** What of it was left when the account's terms changed last, ms on its own terms. */
  own: number
  /** The part of `own` whose traffic was not used up then: only this is exchanged. */
  carried: number
  /** How long that is on the terms the account has since, ms. */
  length: number
  createTime: number
  /** When it was taken back. */
  takenTime: number | null
}

export type ServerTable = {
  id: Generated<number>
  type: 'Shadowsocks' | 'WireGuard' | 'Trojan'
  /** What carries it: this machine's engine, a node of ours, or a third-party node program. */
  plane: 'embedded' | 'node' | 'manager'
  /** The node that carries it; only with `node`. */
  nodeId: number | null
  /** The protocol of the node program; only with `manager`. */
  driver: 'ssmgr' | 'tiny' | 'wireguard' | 'libev' | 'rust' | null
  name: string
  host: string
  port: number
  password: Generated<string>
  method: string
  comment: Generated<string>
  scale: Generated<number>
  shift: Generated<number>
  /** Added to a port here for clients, where another one is passed on to it (NAT). */
  publicShift: Generated<number>
  key: string | null
  net: string | null
  wgPort: number | null
  tjPort: number | null
  pluginOptions: string | null
  sni: string | null
  /**
   * Of a server of ours, sealed: WireGuard's, where `key` is the public one, or what the keys of
   * Shadowsocks 2022 are made of.
   */
  privateKey: string | null
  /** The IPv6 network of WireGuard's clients; null is no IPv6. */
  net6: string | null
  /** The DNS server its clients use; null is the default. */
  dns: string | null
  /** MTU, bytes; null is the default. */
  mtu: number | null
  /** What AmneziaWG changes about the packets, as JSON; null is WireGuard as it is. */
  amnezia: string | null
  /** The one port of all accounts, of a Shadowsocks 2022 server of ours; null is a port for each. */
  ssPort: number | null
  /** Of a Trojan server of ours: the web site behind, and the chain of its certificate, PEM. */
  site: string | null
  certificate: string | null
  /** The private key of the certificate, sealed. */
  certificateKey: string | null
  /** Of a Trojan server of ours: how customers come by WebSocket, as JSON; null is not at all. */
  webSocket: string | null
  /** Further names for customers in their order, as a list in JSON; null is none. */
  spares: string | null
  /** Names that are blocked, as JSON; null is none. */
  blocked: string | null
  /** When a blocked name was last replaced by the next, ms; null is never. */
  swapTime: number | null
  /** Of a Trojan server of ours: whether its certificate is ordered of an authority. */
  ordersCertificate: Generated<Flag>
  /** How the last order failed, and when the next is, as JSON; null where it did not. */
  certificateTry: string | null
  /** What the authority is to be answered now, and whether its machine does, as JSON. */
  challenge: string | null
}

/** When an app last fetched the subscription of an account, ms. */
export type SubscriptionFetchTable = {
  accountId: number
  time: number
}

/** A device with keys of its own, besides its account's: for WireGuard, for Trojan and Shadowsocks, or for both. */
export type DeviceTable = {
  id: Generated<number>
  accountId: number
  name: string
  /** The number its addresses are derived from, from 1; null for a device without WireGuard. */
  number: number | null
  publicKey: string | null
  /** Sealed. */
  presharedKey: Generated<string>
  /** Sealed; empty where it was shown once and not stored. */
  privateKey: Generated<string>
  createTime: number
  /** The token of its own link, sealed, of which its key is made; empty for a device without one. */
  subscribe: Generated<string>
  /** Keyed hash of the token, which finds it. */
  subscribeHash: Generated<string | null>
  /** Keyed hash of what its app calls itself by; null for a device that was added by a person. */
  hwid: Generated<string | null>
  /** What its app says of it, such as `iPhone 15 · iOS 18`; empty where it says nothing. */
  app: Generated<string>
  /** When an app last fetched its servers with its key, ms. */
  fetchTime: Generated<number | null>
  /** Whether it was not let in yet: it has no key. */
  isWaiting: Generated<Flag>
}

/** What the password or the link of an account was, and until when it still opens the account, ms. */
export type FormerKeyTable = {
  accountId: number
  kind: 'password' | 'link'
  /** The password as it was, or the keyed hash of the link's token. */
  value: string
  until: number
}

/** What one device of an account has carried, bytes; `deviceId` 0 is the account's own key. */
export type DeviceFlowTable = {
  accountId: number
  deviceId: number
  up: number
  down: number
  /** When it last carried something, ms. */
  lastSeen: number
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

/** What a plan costs, cents in the currency of who is paid; 0 cannot be paid this way. */
type PriceColumns = { [Kind in FieldKind]: Generated<number> }

export type PlanTable = PriceColumns & {
  id: Generated<number>
  /** 0 for a plan; else the plan this flow pack is for. */
  baseId: Generated<number>
  name: string
  shortComment: Generated<string>
  comment: Generated<string>
  type: number | null
  cycle: number | null
  /** JSON: cents by the kind of who is paid, of those that have no column. */
  prices: Generated<string>
  flow: number
  refTime: number | null
  server: IdList
  autoRemove: Flag | null
  autoRemoveDelay: number | null
  portRange: string | null
  multiServerFlow: Flag | null
  changeOrderType: Flag | null
  active: Generated<Flag>
  /** kbit/s of its accounts, each way; 0 is no limit. */
  speedUp: Generated<number>
  speedDown: Generated<number>
  /** kbit/s each way of accounts whose quota is used up; 0 closes them. */
  speedAfter: Generated<number>
  /** How many devices of an account are told apart by their apps; 0 for none. */
  deviceLimit: Generated<number>
}

export type PlacedOrderTable = {
  id: Generated<number>
  /** A payment provider, `giftcard` or `refOrder`. */
  kind: string
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
  /** The provider's name of the order. */
  providerId: string | null
  /** The provider's name of the payment it collected; before it is paid, of one under review. */
  paymentId: string | null
  qrCode: string | null
  /** The provider's last statement, JSON. */
  data: string | null
  paidTime: number | null
  deliveredTime: number | null
  /** Cents that were paid back. */
  refunded: number | null
  /** Cents the provider says went back in all, by whoever's hand; the highest it ever said. */
  saidReturned: number | null
  /** The base port that is set aside for a new account until it is delivered or no longer open. */
  reservedPort: number | null
  /** When the provider is asked whether any of a payment went back. */
  nextLook: number | null
  /** Why somebody should look at it: not delivered, or its money is not what it was. */
  failure: string | null
  /** How often delivering failed. */
  failures: number | null
  /** When to process it again: to query the provider, or to deliver. */
  nextTry: number | null
  /** When the provider was last queried. */
  askTime: number | null
  /** What was sold, JSON, as it was when the order was placed. */
  terms: string | null
}

/** One movement of money: `amount` cents leave the book `credit` for the book `debit`. */
export type LedgerTable = {
  id: Generated<number>
  /** Names what caused it, such as `paid:17`; a cause moves money once. */
  effect: string
  placedOrderId: number
  credit: string
  debit: string
  amount: number
  currency: string
  time: number
}

export type OrderEventTable = {
  id: Generated<number>
  /** Null for a notice about an unknown order. */
  placedOrderId: number | null
  event: string
  detail: Generated<string>
  actorId: number | null
  time: number
}

export type GiftcardTable = {
  id: Generated<number>
  code: string
  batchNumber: number
  /** Its place in the batch, from 1. */
  position: number
  planId: number
  status: 'AVAILABLE' | 'USED' | 'REVOKED'
  comment: Generated<string>
  createTime: number
  usedTime: number | null
  userId: number | null
  accountId: number | null
}

export type RefCodeTable = {
  id: Generated<number>
  code: string
  sourceUserId: number
  visit: Generated<number>
  maxUser: number
  createTime: number
}

/** Who was invited by which code; a person is invited once. */
export type ReferralTable = {
  id: Generated<number>
  codeId: number
  userId: number
  createTime: number
}

export type MailTable = {
  id: Generated<number>
  kind: 'code' | 'reset' | 'order' | 'user' | 'welcome' | 'test' | 'warning'
  recipient: string
  userId: number | null
  subject: string
  /** Emptied once sent where it holds a code or a link. */
  content: string
  /** Identifies a mail that must be sent once, such as `order:17`. */
  effect: string | null
  status: 'waiting' | 'sent' | 'failed' | 'cancelled'
  tries: Generated<number>
  nextTry: number | null
  error: string | null
  createTime: number
  sentTime: number | null
}

export type MailCodeTable = {
  email: string
  codeHash: string
  /** Wrong and right ones, of all clients together. */
  tries: number
  createTime: number
  /** Keyed hash of the network that requested it. */
  network: string | null
}

export type ResetLinkTable = {
  userId: number
  tokenHash: string
  createTime: number
}

export type MacAccountTable = {
  id: Generated<number>
  /** Twelve hexadecimal digits, lower case. */
  mac: string
  userId: number
  accountId: number | null
  serverId: number | null
  createTime: number
}

export type TelegramTokenTable = {
  tokenHash: string
  kind: 'bind' | 'login'
  userId: number
  createTime: number
}

export type EventTable = {
  id: Generated<number>
  kind: string
  /** Whom it concerns; null for the admins. */
  userId: number | null
  /** Who caused it. */
  subjectId: number | null
  /** Identifies an event that must be notified once, such as `paid:17`. */
  effect: string
  /** JSON. */
  data: string
  createTime: number
  pushedTime: number | null
  telegramTime: number | null
}

/** Who has been notified of an event by Telegram, or is being notified; until everyone has. */
export type TelegramDeliveryTable = {
  eventId: number
  userId: number
}

/** Work that only one process at a time may do. */
export type LeaseTable = {
  name: string
  /** Which process has it; empty is none. */
  holder: string
  /** Counted up by the holder as long as it lives. */
  beat: number
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
  /** The language an article is for; null is all. */
  language: Generated<Schema<'Language'> | null>
  /** The system an article helps to set up; null where it is no guide. */
  guide: Generated<Schema<'GuideTopic'> | null>
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
  /** Which admin wrote it. */
  adminId: number | null
  /** The sender's own key, which identifies a message that is sent again. */
  clientKey: string | null
}

/** Where the conversation with a user stands; follows from its messages (`conversations.ts`). */
export type ConversationTable = {
  userId: number
  /** Its last message. */
  messageId: number
  /** Who wrote that, and when. */
  sender: MessageTable['sender']
  time: number
  state: Schema<'ConversationState'>
  /** The first message since the other side last wrote, or nothing was left to do. */
  since: number
}

/** A picture that was sent with a message. */
export type MessagePictureTable = {
  id: Generated<number>
  messageId: number
  /** Whose conversation it is in. */
  userId: number
  sender: 'user' | 'admin'
  createTime: number
  type: 'image/jpeg' | 'image/png' | 'image/webp'
  /** Pixels. */
  width: number
  height: number
  bytes: Uint8Array
}

export type MessageReadTable = {
  userId: number
  side: 'user' | 'admin'
  /** The last message that side has read. */
  messageId: number
  /** Of the admins' side: up to which message nothing is left to do; null for none. */
  doneId: number | null
}

/** A picture of the site. */
export type BrandPictureTable = {
  /** Names its content. */
  hash: string
  /** PNG. */
  bytes: Uint8Array
}

/** Who changed what. */
export type AuditTable = {
  id: Generated<number>
  time: number
  actorId: number | null
  actor: string
  operation: string
  subject: string
  subjectId: number | null
  /** The subject's name at the time. */
  label: Generated<string>
  /** JSON, without secrets. */
  before: string | null
  after: string | null
}

/** Work on many rows. */
export type JobTable = {
  id: Generated<number>
  kind: string
  actorId: number
  /** JSON of what is done to each row. */
  action: string
  status: 'running' | 'done' | 'cancelled' | 'undoing' | 'undone'
  total: number
  done: Generated<number>
  failed: Generated<number>
  createTime: number
  endTime: number | null
  claimedUntil: number | null
}

export type JobItemTable = {
  jobId: number
  subjectId: number
  label: Generated<string>
  status: 'waiting' | 'done' | 'failed' | 'undone'
  error: string | null
  before: string | null
  /** What a row of an import says, sealed; null once it was added. */
  input: Generated<string | null>
}

export type SecondFactorTable = {
  userId: number
  /** Sealed. */
  totp: string
  confirmed: Generated<Flag>
  lastStep: number | null
  createTime: number
}

export type RecoveryCodeTable = {
  userId: number
  codeHash: string
  usedTime: number | null
}

export type PasskeyTable = {
  id: Generated<number>
  userId: number
  credentialId: string
  publicKey: string
  counter: number
  transports: Generated<string>
  name: Generated<string>
  createTime: number
  lastUsed: number | null
}

export type ChallengeTable = {
  /** Keyed hash of what is to be signed. */
  tokenHash: string
  /** The person a new passkey is for; unknown at a login. */
  userId: number | null
  kind: 'login' | 'passkey'
  createTime: number
}

export type PushDeliveryTable = {
  eventId: number
  clientId: number
  /** It is being sent by a process; no other may send it, whatever becomes of the first. */
  status: 'waiting' | 'sending' | 'sent' | 'failed'
  tries: Generated<number>
  nextTry: number | null
}

export type PushClientTable = {
  id: Generated<number>
  userId: number
  endpoint: string
  auth: string
  p256dh: string
  createTime: number
  /** Kinds of events this device wants, JSON; null is all. */
  kinds: string | null
  language: string | null
  /** The session it was registered in; ending that deletes the browser. */
  sessionId: string | null
}

export type RequestKeyTable = {
  /** Who sent it: `user:3`, or `visitor` for operations that need no login. */
  caller: string
  /** The console's name of the write: a UUID. */
  key: string
  operation: string
  /** Keyed hash of what was sent: the same key with other input is refused. */
  inputHash: string
  /** Which of several requests with this key did it. */
  owner: string
  /** The answer, JSON; empty as long as it is not known. */
  reply: Generated<string>
  time: number
}

/** A machine of ours that carries traffic and connects to the console. */
export type NodeTable = {
  id: Generated<number>
  name: string
  /** Ed25519, base64url. */
  publicKey: string
  /** Where it last connected from. */
  address: Generated<string>
  version: Generated<string>
  state: 'active' | 'revoked'
  createTime: number
  lastSeen: Generated<number>
  /** Bytes the machine may carry in a calendar month, both directions; null is no limit. */
  trafficLimit: number | null
  /** What it last reported about itself, JSON. */
  facts: Generated<string>
}

/** A link by which one machine may join, once. */
export type NodeInviteTable = {
  id: Generated<number>
  tokenHash: string
  /** The node that joined by it, or that is to join again. */
  nodeId: number | null
  /** The server that was made of the draft. */
  serverId: number | null
  /** The server to make once it joins, JSON. */
  draft: string
  createTime: number
  expireTime: number
  /** When a machine first requested what it needs to join. */
  fetchedTime: number | null
  usedTime: number | null
  /** The word the last try was refused with. */
  problem: string | null
}

/** How much of a counter is in the other tables already; it only ever rises. */
export type CounterMarkTable = {
  source: string
  epoch: string
  /** `${serverId}:${accountId}`. */
  key: string
  up: number
  down: number
  time: number
}

/** A server that was moved off a node: what was counted there may come later. */
export type ServerMoveTable = {
  nodeId: number
  serverId: number
  /** When it was moved off last, ms. */
  time: number
}

/**
 * What a machine may still carry of a quota that others spend as well, also while it cannot be
 * reached: until a counter is so high.
 */
export type PortLeaseTable = {
  nodeId: number
  /** `${serverId}:${accountId}`. */
  key: string
  accountId: number
  /** The life of its engine in which the counter counts. */
  epoch: string
  /** Up and down together, bytes. */
  until: number
  /** How long without a console the engine keeps it, ms. */
  lastsMs: number
}

/** What a machine carried in slots of five minutes, bytes; whichever servers it had then. */
export type NodeFlowTable = { nodeId: number; bucket: number; up: number; down: number }

/** A reading of traffic that could not be booked, stored for an operator to examine. */
export type HeldReadingTable = {
  id: Generated<number>
  time: number
  /** What counted it, as in `counterMark`; empty where that is not known. */
  source: string
  /** The reading, JSON. */
  reading: string
  /** Why it could not be booked. */
  error: string
}

/** The state a driver of a node program loads at a start. */
export type DriverStateTable = {
  serverId: number
  /** JSON; only the driver reads it. */
  state: string
}

/** A period in which one of a server's lights was not green. */
export type OutageTable = {
  id: Generated<number>
  serverId: number
  /** `service`: its customers were not served, whichever of the three was red. */
  light: 'agent' | 'ports' | 'handshake' | 'service'
  cause: string
  startTime: number
  endTime: number | null
  notifiedTime: number | null
}

/** The mark of a move to another database; one row at most. */
export type DatabaseMoveTable = {
  /** Names the move, the same in both databases. */
  id: string
  role: 'source' | 'target'
  /** The address of the other database, without a password. */
  place: string
  /** Of a source: `running` or `done`. A target that is `done` becomes `used` when a console starts on it. */
  state: 'running' | 'done' | 'used' | 'undone'
  time: number
}

/** How much of a table a move has copied; only in the target. */
export type DatabaseMoveProgressTable = {
  tableName: string
  /** Primary key of the last row that is here, JSON; null before the first. */
  lastKey: string | null
  complete: Generated<Flag>
}

/** Sums of one group on one day, `groupId` -1 for those of the whole shop; null is not known. */
export type GroupDayTable = {
  groupId: number
  /** In the site's time zone, as `2026-11-23`. */
  date: string
  /** Who signed up. Of a closed day the whole shop's row has it; a group without a row had none. */
  customers: number | null
  /** Traffic, known when `customers` is. */
  bytes: number | null
  /** The most accounts in use at the same time; a group without a row had none that day. */
  online: number | null
}

/** Every table, by name. */
export type Tables = {
  user: UserTable
  session: SessionTable
  customerView: CustomerViewTable
  attempt: AttemptTable
  knownNetwork: KnownNetworkTable
  setting: SettingTable
  account: AccountTable
  usage: UsageTable
  ban: BanTable
  flowPack: FlowPackTable
  boughtTime: BoughtTimeTable
  knownMailbox: KnownMailboxTable
  server: ServerTable
  device: DeviceTable
  deviceFlow: DeviceFlowTable
  formerKey: FormerKeyTable
  subscriptionFetch: SubscriptionFetchTable
  tag: TagTable
  flow5min: FlowTable
  flowHour: FlowTable
  flowDay: FlowTable
  flowMonth: FlowTable
  serverFlow: ServerFlowTable
  serverFlowMonth: ServerFlowTable
  plan: PlanTable
  placedOrder: PlacedOrderTable
  userGroup: GroupTable
  notice: NoticeTable
  noticeGroup: NoticeGroupTable
  message: MessageTable
  conversation: ConversationTable
  pushClient: PushClientTable
  ledger: LedgerTable
  orderEvent: OrderEventTable
  giftcard: GiftcardTable
  refCode: RefCodeTable
  referral: ReferralTable
  mail: MailTable
  mailCode: MailCodeTable
  resetLink: ResetLinkTable
  macAccount: MacAccountTable
  telegramToken: TelegramTokenTable
  event: EventTable
  messageRead: MessageReadTable
  messagePicture: MessagePictureTable
  brandPicture: BrandPictureTable
  audit: AuditTable
  job: JobTable
  jobItem: JobItemTable
  secondFactor: SecondFactorTable
  recoveryCode: RecoveryCodeTable
  passkey: PasskeyTable
  challenge: ChallengeTable
  pushDelivery: PushDeliveryTable
  requestKey: RequestKeyTable
  telegramDelivery: TelegramDeliveryTable
  lease: LeaseTable
  node: NodeTable
  nodeInvite: NodeInviteTable
  counterMark: CounterMarkTable
  serverMove: ServerMoveTable
  portLease: PortLeaseTable
  nodeFlow: NodeFlowTable
  heldReading: HeldReadingTable
  driverState: DriverStateTable
  outage: OutageTable
  groupDay: GroupDayTable
  databaseMove: DatabaseMoveTable
  databaseMoveProgress: DatabaseMoveProgressTable
}
