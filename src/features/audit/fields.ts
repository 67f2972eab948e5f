import type { MessageDescriptor } from '@lingui/core'
import { methodNamed } from '#features/providers/registry.ts'
import { msg } from '@lingui/core/macro'

/** How a value is shown: a moment or a length in ms, bytes, cents, 0 or 1, ids, or as it is. */
type Kind =
  | 'moment'
  | 'length'
  | 'bytes'
  | 'cents'
  | 'flag'
  | 'servers'
  | 'period'
  | 'rights'
  | 'text'

type Field = { name: MessageDescriptor; kind: Kind }

const field = (name: MessageDescriptor, kind: Kind = 'text'): Field => ({ name, kind })

/** A stored field in the words of the screen it is changed on; what is not here keeps its name. */
const FIELDS: Readonly<Record<string, Field>> = {
  active: field(msg`Active`, 'flag'),
  autoRemove: field(msg`Delete automatically`, 'flag'),
  autoRemoveDelay: field(msg`Delay before deletion`, 'length'),
  autopop: field(msg`Opens automatically`, 'flag'),
  comment: field(msg`Comment`),
  content: field(msg`Text`),
  createTime: field(msg`Created at`, 'moment'),
  blocked: field(msg`Blocked addresses`),
  category: field(msg`Category`),
  categoryOrder: field(msg`Position`),
  cycle: field(msg`Number of cycles`),
  cycleStart: field(msg`Start`, 'moment'),
  cycles: field(msg`Number of cycles`),
  devices: field(msg`Devices`),
  email: field(msg`Email`),
  deviceLimit: field(msg`Devices with keys of their own`),
  expireTime: field(msg`Expiry`, 'moment'),
  flow: field(msg`Quota`, 'bytes'),
  forGroups: field(msg`Selected groups`, 'flag'),
  groupId: field(msg`Group (number)`),
  groups: field(msg`Groups`),
  historyMonths: field(msg`Traffic history`),
  host: field(msg`Address`),
  id: field(msg`Number`),
  key: field(msg`Key`),
  language: field(msg`Language`),
  lastLogin: field(msg`Last login`, 'moment'),
  maxCustomers: field(msg`Customers at most`),
  maxTraffic: field(msg`Traffic at most`, 'bytes'),
  method: field(msg`Cipher`),
  multiServerFlow: field(msg`Share the quota across servers`, 'flag'),
  name: field(msg`Name`),
  ordersCertificate: field(msg`The console orders the certificate`, 'flag'),
  orderId: field(msg`Plan (number)`),
  password: field(msg`Password`),
  passwordHash: field(msg`Password`),
  plane: field(msg`Runs on`),
  port: field(msg`Port`),
  portRange: field(msg`Ports`),
  position: field(msg`Visible to`),
  privateKey: field(msg`Private key`),
  publicKey: field(msg`Public key`),
  publicShift: field(msg`Public port offset`),
  refTime: field(msg`Reward time for the inviter`, 'length'),
  rights: field(msg`Permissions`, 'rights'),
  scale: field(msg`Traffic multiplier`),
  sellable: field(msg`Plans`),
  server: field(msg`Servers`, 'servers'),
  shift: field(msg`Port offset`),
  shortComment: field(msg`Short description`),
  spares: field(msg`Spare addresses`),
  speedAfter: field(msg`Speed after the quota (kbit/s)`),
  speedDown: field(msg`Download at most (kbit/s)`),
  speedUp: field(msg`Upload at most (kbit/s)`),
  status: field(msg`State`),
  subscribe: field(msg`Subscription link`),
  swapTime: field(msg`Address replaced`, 'moment'),
  tags: field(msg`Tags`),
  telegram: field(msg`Telegram`),
  time: field(msg`Published`, 'moment'),
  title: field(msg`Title`),
  total: field(msg`How many`),
  trafficLimit: field(msg`Monthly allowance`, 'bytes'),
  type: field(msg`Type`, 'period'),
  url: field(msg`External link`),
  usageFrom: field(msg`Traffic counted from`, 'moment'),
  userId: field(msg`User (number)`),
  username: field(msg`Username`),
  // Settings, by their path.
  announcement: field(msg`Announcement in apps`),
  browserLanguage: field(msg`Visitors see the language of their browser`),
  shortTitle: field(msg`Short name`),
  statusPage: field(msg`Service status page`),
  support: field(msg`Support`),
  themePrimary: field(msg`Theme color`),
  timeZone: field(msg`Time zone`),
}

/** What the sets of permissions are called; the one that leaves nothing out is stored as none. */
export const RIGHTS: Readonly<Record<string, MessageDescriptor>> = {
  reseller: msg`Reseller`,
  support: msg`Support`,
  finance: msg`Finance`,
  readOnly: msg`Read-only`,
}

/** The name and the kind of a stored field; undefined where no screen has a word for it. */
export function fieldOf(name: string): Field | undefined {
  if (Object.hasOwn(FIELDS, name)) return FIELDS[name]
  // The price of a plan by a way of paying is stored under its kind.
  const method = methodNamed(name)
  return method && field(method.price, 'cents')
}
