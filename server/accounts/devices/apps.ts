import { createHash } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { takeAttempt } from '../../http/limits/attempts.ts'
import { insertEvent } from '../../messaging/events/store.ts'
import type { World } from '../../http/world.ts'
import { findAccount, holdAccount, type StoredAccount } from '../store.ts'
import { newLink } from './keys.ts'
import { deviceLimitOf, MOST_WAITING } from '../deviceLimit.ts'
import {
  changeFetched,
  deleteDevice,
  type DeviceRow,
  insertDevice,
  selectDeviceFlow,
  selectDevices,
} from './store.ts'

type Deps = Pick<World, 'db' | 'now' | 'wake'>

/** What an app says of the device it is on. */
export type App = {
  /** What it calls the device by; the same each time. */
  hwid: string
  /** Such as `iPhone 15`; empty where it does not say. */
  model: string
  /** Such as `iOS 18.1`. */
  system: string
}

/** The device of an app, or why it has none. */
export type Met = { device: DeviceRow } | { refused: 'full' | 'waiting' }

/** New devices of one account in a day: who makes names up must not make rows without end. */
const NEW_A_DAY = { most: 20, window: 86_400_000 }
/** How old the time of the last fetch may be before it is written again, ms. */
const FETCHED_MS = 60_000
const MOST_NAME = 40
const MOST_APP = 100

/**
 * Finds the device of an app that has shown the account's link, or adds it. Where there are as many as
 * the limit allows, the one that was seen least recently makes way, or the new one waits; what people
 * added makes way for none.
 */
export async function meetApp(world: Deps, account: StoredAccount, app: App): Promise<Met> {
  const { db, now, wake } = world
  const hwid = createHash('sha256').update(`${account.id}:${app.hwid}`).digest('base64url')
  const known = (await selectDevices(db, [account.id])).find((one) => one.hwid === hwid)
  if (known) return seen(db, known, app, now())
  const limit = { key: `device:${account.id}`, ...NEW_A_DAY }
  if (!(await takeAttempt(db, now(), limit))) return { refused: 'full' }
  const link = await newLink(db)
  const met = await db.transaction().execute(async (tx): Promise<Met | undefined> => {
    // Of two at the same moment, the second counts the first one's device.
    await holdAccount(tx, account.id)
    const current = await findAccount(tx, account.id)
    if (!current) return undefined
    const rows = await selectDevices(tx, [account.id])
    const again = rows.find((one) => one.hwid === hwid)
    if (again) return seen(tx, again, app, now())
    const isFull = rows.filter(isIn).length >= deviceLimitOf(current)
    const isWaiting = isFull && current.asksForDevices === 1
    const old = isWaiting ? firstWaiting(rows) : isFull ? await leastRecent(tx, rows) : undefined
    if (isFull && !isWaiting && !old) return { refused: 'full' }
    if (old) await deleteDevice(tx, old)
    const rest = rows.filter(({ id }) => id !== old?.id)
    const name = freeName(rest, app)
    const id = await insertDevice(tx, {
      accountId: account.id,
      name,
      number: null,
      publicKey: null,
      createTime: now(),
      ...link,
      hwid,
      app: wordsOf(app),
      fetchTime: now(),
      isWaiting: isWaiting ? 1 : 0,
    })
    if (isWaiting) {
      await notify(tx, current, { id, name }, now())
      return { refused: 'waiting' }
    }
    const device = (await selectDevices(tx, [account.id])).find((one) => one.id === id)
    return device && { device }
  })
  wake([account.id])
  return met ?? { refused: 'full' }
}

/** Asks the customer, who may not be looking at the page. */
async function notify(
  tx: Database,
  { userId, port }: StoredAccount,
  { id, name }: Pick<DeviceRow, 'id' | 'name'>,
  now: number,
): Promise<void> {
  if (userId === null) return
  const event = { kind: 'deviceWaits', userId, subjectId: null } as const
  await insertEvent(tx, { ...event, effect: `deviceWaits:${id}`, data: { port, name } }, now)
}

async function seen(db: Database, device: DeviceRow, app: App, now: number): Promise<Met> {
  const isOld = Math.abs(now - (device.fetchTime ?? 0)) > FETCHED_MS
  if (isOld || device.app !== wordsOf(app))
    await changeFetched(db, device, { fetchTime: now, app: wordsOf(app) })
  return device.isWaiting ? { refused: 'waiting' } : { device }
}

const isIn = ({ isWaiting }: DeviceRow) => isWaiting === 0

function firstWaiting(rows: readonly DeviceRow[]): DeviceRow | undefined {
  const waiting = rows.filter((row) => !isIn(row)).toSorted((a, b) => a.id - b.id)
  return waiting.length < MOST_WAITING ? undefined : waiting[0]
}

/** That of the apps' own devices which was seen least recently. */
async function leastRecent(
  tx: Database,
  rows: readonly DeviceRow[],
): Promise<DeviceRow | undefined> {
  const [first] = rows
  if (!first) return undefined
  const flow = await selectDeviceFlow(tx, first.accountId)
  const carried = new Map(flow.map(({ deviceId, lastSeen }) => [deviceId, lastSeen]))
  const seenAt = ({ id, fetchTime, createTime }: DeviceRow) =>
    Math.max(carried.get(id) ?? 0, fetchTime ?? 0, createTime)
  const apps = rows.filter((row) => isIn(row) && row.hwid !== null)
  return apps.toSorted((a, b) => seenAt(a) - seenAt(b) || a.id - b.id)[0]
}

/** A name that no other device of the account has: that of the model, or of the system. */
function freeName(rows: readonly DeviceRow[], { model, system }: App): string {
  const taken = new Set(rows.map(({ name }) => name))
  const wanted = [...(model || system || 'App')].slice(0, MOST_NAME - 4).join('')
  for (let count = 2; ; count += 1) {
    const name = count === 2 && !taken.has(wanted) ? wanted : `${wanted} ${count}`
    if (!taken.has(name)) return name
  }
}

const wordsOf = ({ model, system }: App) =>
  [...[model, system].filter((one) => one !== '').join(' · ')].slice(0, MOST_APP).join('')
