import type { Database } from '../../database/database.ts'
import { findFactors } from '../../people/factors/store.ts'
import { findGroup, selectGroupsWith } from '../../people/groups/store.ts'
import { selectGroupsOf } from '../../messaging/notices/store.ts'
import { selectDevices } from '../../accounts/devices/store.ts'
import { blockedOf, sparesOf } from '../../accounts/servers/names.ts'
import { findServer } from '../../accounts/servers/store.ts'
import { selectTags } from '../../accounts/servers/tags.ts'
import { findAnySetting, type Settings } from '../../database/settings/store.ts'
import { SEALED_NAMES } from '../../database/secret/reseal.ts'
import type { Subject } from './subject.ts'

type Row = Record<string, unknown>

/** Fields whose values are never stored in the log; only that they changed. So is what is sealed. */
const SECRET =
  /password|secret|token|hash|totp|code|privatekey|publickey|certificate|websocket|subscribe|qrcode|sealed/i
/** Named like one, and none. */
const NO_SECRET: readonly string[] = ['ordersCertificate']
const HIDDEN = '•••'

/** The most ids in a column. */
const MAX_ID = 2 ** 31 - 1

/** The row a call is about, as it is now; settings as their fields. */
export async function takeSnapshot(db: Database, subject: Subject): Promise<Row | undefined> {
  const { kind, id, key } = subject
  if (kind === 'setting') {
    // A first change starts from the default.
    const value = await findAnySetting(db, (key ?? '') as keyof Settings)
    return value ? fieldsOf(value) : undefined
  }
  if (kind === 'job') return id === undefined ? undefined : jobRow(db, id)
  if (id === undefined) return kind === 'refCode' && key ? refCodeRow(db, key) : undefined
  if (kind === 'secondFactor') return factorsRow(db, id)
  if (kind === 'node') return nodeRow(db, id)
  if (kind === 'nodeInvite') return inviteRow(db, id)
  const row = await db.selectFrom(kind).selectAll().where('id', '=', id).executeTakeFirst()
  return row && { ...row, ...(await linksOf(db, kind, id)) }
}

/** Parts of a row that are stored in other tables. */
async function linksOf(db: Database, kind: Subject['kind'], id: number): Promise<Row> {
  if (kind === 'server') return linksOfServer(db, id)
  if (kind === 'account') return some('devices', await deviceNames(db, id))
  if (kind === 'plan') return some('groups', await selectGroupsWith(db, id))
  if (kind === 'notice') return some('groups', await selectGroupsOf(db, id))
  if (kind === 'userGroup') return some('notices', (await findGroup(db, id))?.notices ?? [])
  return {}
}

/** The tags and the further names of a server, as they read. */
async function linksOfServer(db: Database, id: number): Promise<Row> {
  const [row, tags] = await Promise.all([findServer(db, id), selectTags(db, id)])
  const blocked = row ? blockedOf(row).map(({ name }) => name) : []
  return {
    // What the console does by itself meanwhile.
    challenge: null,
    certificateTry: null,
    ...some('tags', tags),
    ...some('spares', row ? sparesOf(row) : []),
    ...some('blocked', blocked),
  }
}

async function deviceNames(db: Database, accountId: number): Promise<string[]> {
  return (await selectDevices(db, [accountId])).map(({ name }) => name)
}

const some = (name: string, list: readonly unknown[]): Row =>
  list.length > 0 ? { [name]: list } : {}

/** A referral code by its digits, or else by its id, as it is deleted. */
async function refCodeRow(db: Database, key: string): Promise<Row | undefined> {
  const rows = db.selectFrom('refCode').selectAll()
  const byDigits = await rows.where('code', '=', key).executeTakeFirst()
  const id = Number(key)
  if (byDigits || id > MAX_ID) return byDigits
  return rows.where('id', '=', id).executeTakeFirst()
}

/** A job as an admin began it; its progress is stored elsewhere. */
async function jobRow(db: Database, id: number): Promise<Row | undefined> {
  const row = await db
    .selectFrom('job')
    .select(['action', 'total', 'status'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...row, action: JSON.parse(row.action) }
}

/** A node as an admin made it; what it reports about itself changes by the minute. */
function nodeRow(db: Database, id: number): Promise<Row | undefined> {
  const chosen = db.selectFrom('node').select(['name', 'state', 'trafficLimit'])
  return chosen.where('id', '=', id).executeTakeFirst()
}

/** What a link is for; the secret a machine joins by is left out. */
async function inviteRow(db: Database, id: number): Promise<Row | undefined> {
  const row = await db
    .selectFrom('nodeInvite')
    .select(['draft', 'nodeId', 'expireTime'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row && { ...JSON.parse(row.draft), nodeId: row.nodeId, expireTime: row.expireTime }
}

/** How a person's login is protected, in numbers: no code and no key. */
async function factorsRow(db: Database, id: number): Promise<Row | undefined> {
  const person = await db
    .selectFrom('user')
    .select('username')
    .where('id', '=', id)
    .executeTakeFirst()
  const { authenticator, passkeys, recoveryCodes } = await findFactors(db, id)
  return person && { ...person, authenticator, passkeys, recovery: recoveryCodes }
}

/** What differs between two snapshots, with secrets covered; undefined when nothing does. */
export function changesBetween(before: Row | undefined, after: Row | undefined) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]),
  )
  if (names.length === 0) return undefined
  return { before: before && picked(before, names), after: after && picked(after, names) }
}

function picked(row: Row, names: readonly string[]): Row {
  return Object.fromEntries(
    names
      .filter((name) => row[name] !== undefined && row[name] !== null && row[name] !== '')
      .map((name) => [name, isSecret(name) ? HIDDEN : row[name]]),
  )
}

const isSecret = (name: string) =>
  SEALED_NAMES.has(name) || (SECRET.test(name) && !NO_SECRET.includes(name))

/** A setting's fields by their path: `port.start`. */
function fieldsOf(value: unknown, way = ''): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { [way || 'value']: value }
  return Object.assign(
    {},
    ...Object.entries(value).map(([name, inner]) => fieldsOf(inner, way ? `${way}.${name}` : name)),
  )
}
