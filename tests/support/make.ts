import type { Insertable } from 'kysely'
import type { Body } from '#contract'
import type { Caller } from '../../server/http/contract.ts'
import type {
  AccountTable,
  MessageTable,
  NodeTable,
  NoticeTable,
  PlacedOrderTable,
  PlanTable,
  ServerTable,
} from '../../server/database/tables.ts'
import { noteLatest } from '../../server/messaging/messages/latest.ts'
import type { makeWorld } from './world.ts'

type World = Pick<Awaited<ReturnType<typeof makeWorld>>, 'db' | 'clock'>

let made = 0

/** The body that opens an account: a month from now on port 50000. */
export function aNewAccount(changes: Partial<Body<'createAccount'>> = {}): Body<'createAccount'> {
  return { type: 3, port: 50_000, password: 'secret', limit: 1, flow: 1_000_000, ...changes }
}

/** The body that adds a server of this machine. */
export function aNewServer(changes: Partial<Body<'createServer'>> = {}): Body<'createServer'> {
  return { name: 'Tokyo', address: '192.0.2.1', method: 'aes-256-gcm', ...changes }
}

/** A server that is there already; returns its id. */
export function aServer({ db }: World, changes: Partial<Insertable<ServerTable>> = {}) {
  const server = { type: 'Shadowsocks' as const, plane: 'embedded' as const, name: 'Tokyo' }
  const access = { host: '192.0.2.1', port: 0, method: 'aes-256-gcm' }
  const row = { ...server, ...access, ...changes }
  return idOf(db.insertInto('server').values(row).returning('id').executeTakeFirstOrThrow())
}

/** A node that has joined; returns its id. */
export function aNode({ db, clock }: World, changes: Partial<Insertable<NodeTable>> = {}) {
  made += 1
  const node = { name: 'Osaka', publicKey: `key ${made}`, state: 'active' as const }
  const row = { ...node, createTime: clock.at, ...changes }
  return idOf(db.insertInto('node').values(row).returning('id').executeTakeFirstOrThrow())
}

/** An account that is there already, endless and without a quota by default. */
export function anAccount({ db, clock }: World, changes: Partial<Insertable<AccountTable>> = {}) {
  made += 1
  const account = { type: 1, port: 10_000 + made, password: 'secret', createTime: clock.at }
  const subscribe = made.toString(16).padStart(32, '0')
  const row = { ...account, subscribe, ...changes }
  return idOf(db.insertInto('account').values(row).returning('id').executeTakeFirstOrThrow())
}

/** Times of an account of so many months from now; in `changes` of `anAccount`. */
export function months({ clock }: World, cycles: number) {
  const expireTime = clock.at + cycles * 2_592_000_000
  return { type: 3, cycleStart: clock.at, cycles, expireTime }
}

/** A plan on offer. */
export function aPlan({ db }: World, changes: Partial<Insertable<PlanTable>> = {}) {
  const plan = { name: 'Month', type: 3, cycle: 1, flow: 1_000_000, portRange: '0' }
  const flags = { autoRemove: 0 as const, multiServerFlow: 0 as const, refTime: 0 }
  const row = { ...plan, ...flags, autoRemoveDelay: 0, changeOrderType: 0 as const, ...changes }
  return idOf(db.insertInto('plan').values(row).returning('id').executeTakeFirstOrThrow())
}

/** A placed order, by Alipay and finished by default. */
export function anOrder(
  { db, clock }: World,
  { id: userId }: Pick<Caller, 'id'>,
  changes: Partial<Insertable<PlacedOrderTable>> = {},
) {
  made += 1
  const stored = { kind: 'alipay' as const, orderId: `2026${made}`, status: 'FINISH' }
  const row = { ...stored, userId, amount: 999, createTime: clock.at, ...changes }
  return idOf(db.insertInto('placedOrder').values(row).returning('id').executeTakeFirstOrThrow())
}

/** An announcement to everybody. */
export function aNotice({ db, clock }: World, changes: Partial<Insertable<NoticeTable>> = {}) {
  const notice = { kind: 'notice' as const, title: 'News', content: 'All is well' }
  const row = { ...notice, time: clock.at, ...changes }
  return idOf(db.insertInto('notice').values(row).returning('id').executeTakeFirstOrThrow())
}

/** Something a user wrote to the admins. */
export async function aMessage(
  { db, clock }: World,
  { id: userId }: Pick<Caller, 'id'>,
  changes: Partial<Insertable<MessageTable>> = {},
) {
  const message = { sender: 'user' as const, content: 'Hello', createTime: clock.at }
  const row = { userId, ...message, ...changes }
  const id = await idOf(
    db.insertInto('message').values(row).returning('id').executeTakeFirstOrThrow(),
  )
  await noteLatest(db, { ...row, id })
  return id
}

/** A picture of a message; there is nothing to see in it. */
export function aMessagePicture(
  { db, clock }: World,
  { id: userId }: Pick<Caller, 'id'>,
  messageId: number,
  bytes = Buffer.from('picture'),
) {
  const about = { sender: 'user', type: 'image/png', width: 3, height: 2 } as const
  const row = { ...about, userId, messageId, createTime: clock.at, bytes }
  return idOf(db.insertInto('messagePicture').values(row).returning('id').executeTakeFirstOrThrow())
}

const idOf = async (row: Promise<{ id: number }>) => (await row).id
