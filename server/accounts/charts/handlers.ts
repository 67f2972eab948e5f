import { startOfDay } from '#rules/calendar.ts'
import { hasOwnPort } from '#rules/ports.ts'
import type { Handlers, Caller } from '../../http/contract.ts'
import { groupOf } from '../../http/scope.ts'
import { findLastSeen, findLastUse } from '../flow/connects.ts'
import { selectFlowByAccount, selectFlowByServer, selectTopUsers } from './pies.ts'
import { longPieSpan, pieSpan, readChargedChart, readChart, readCycle, readUsage } from './reads.ts'
import { lastHour, zoneOf } from '../flow/slots.ts'
import { sourceOf } from '../flow/source.ts'
import { selectChart } from './store.ts'
import { findAccount, type StoredAccount } from '../store.ts'
import type { Database } from '../../database/database.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { findServer, type ServerRow } from '../servers/store.ts'

const TOP_LIMIT = 5

/** Traffic: charts, totals and last connections. */
export const flowHandlers = {
  async getMyFlow(call) {
    const { serverId, accountId } = call.path
    const account = await findOwnAccount(call.db, call.caller, accountId)
    return [await readCycle(call, account, serverId)]
  },

  async getMyLastConnect({ db, caller, path }) {
    await findOwnAccount(db, caller, path.accountId)
    return { lastConnect: await findLastUse(db, path.serverId, path.accountId) }
  },

  async getMyFlowChart(call) {
    await findOwnAccount(call.db, call.caller, call.path.accountId)
    const { raw } = call.query
    const read = raw === '1' || raw === 'true' ? readChart : readChargedChart
    return read(call, call.path, call.query)
  },

  getMyUsage: (call) => readUsage(call, call.caller.id, call.query.tz),

  async getServerFlow(call) {
    const { db, caller, query } = call
    const { serverId } = call.path
    const { accountId } = query
    // 0 is all servers, of one account only.
    if (serverId !== 0 || accountId === undefined) await checkServer(db, serverId)
    if (accountId !== undefined) await findSeenAccount(db, caller, accountId)
    return readChart(call, { serverId, accountId }, query)
  },

  async listServerFlowByUser(call) {
    const { db, caller, path, query } = call
    const { shift } = await checkServer(db, path.serverId)
    const group = groupOf(caller)
    const span = pieSpan(call, query)
    const rows = await selectFlowByAccount(db, path.serverId, span, group)
    const listed = rows.map(({ flow, id, port, username }) => ({
      flow,
      port: hasOwnPort({ port }) ? port + shift : port,
      accountId: id,
      userName: username,
      username,
    }))
    if (group !== undefined) return listed
    // What the server carried beyond that belongs to deleted accounts.
    const { from, to, table } = span
    const [all = 0] = await selectChart(db, path, { borders: [from, to], table })
    const flow = listed.reduce((rest, row) => rest - row.flow, all)
    const deleted = { flow, port: 0, accountId: 0, userName: null, username: null }
    return flow > 0 ? [...listed, deleted] : listed
  },

  async getServerLastHour({ db, now, config, path }) {
    await checkServer(db, path.serverId)
    const { all, minutes } = lastHour(now())
    const table = sourceOf(all, { now: now(), homeZone: config.timeZone })
    return { time: minutes, flow: await selectChart(db, path, { borders: all, table }) }
  },

  async getAccountFlow(call) {
    const { serverId, accountId } = call.path
    await checkServer(call.db, serverId)
    const account = await findSeenAccount(call.db, call.caller, accountId)
    return [await readCycle(call, account, serverId)]
  },

  async getAccountLastConnect({ db, caller, path }) {
    await checkServer(db, path.serverId)
    await findSeenAccount(db, caller, path.accountId)
    return { lastConnect: await findLastUse(db, path.serverId, path.accountId) }
  },

  async listAccountFlowByServer(call) {
    const { db, caller, path, query } = call
    await findSeenAccount(db, caller, path.accountId)
    const rows = await selectFlowByServer(db, path.accountId, longPieSpan(call, query))
    return rows.map(({ flow, serverId, name }) => ({
      flow,
      name: name ?? `#${serverId}`,
      serverId,
    }))
  },

  async listTopFlow({ db, now, config, caller, query }) {
    const from = startOfDay(now(), zoneOf(query.tz, config.timeZone))
    const rows = await selectTopUsers(db, {
      table: sourceOf([from], { now: now(), homeZone: config.timeZone }),
      from,
      number: query.number ?? TOP_LIMIT,
      group: groupOf(caller),
    })
    return rows.map(({ username, ...row }) => ({ ...row, email: username }))
  },

  async getAccountLastConnectAnywhere({ db, caller, path }) {
    await findSeenAccount(db, caller, path.accountId)
    return { lastConnect: await findLastSeen(db, path.accountId) }
  },
} satisfies Partial<Handlers>

/** A server; refuses an unknown one with 404. */
async function checkServer(db: Database, serverId: number): Promise<ServerRow> {
  return found(await findServer(db, serverId), 404)
}

/** An account an admin may see: other admins those of their own group. Refuses with 403. Spec 6. */
async function findSeenAccount(
  db: Database,
  caller: Caller,
  accountId: number,
): Promise<StoredAccount> {
  return found(await findAccount(db, accountId, groupOf(caller)))
}

/** An account of the caller's own. Refuses with 403. */
async function findOwnAccount(
  db: Database,
  caller: Caller,
  accountId: number,
): Promise<StoredAccount> {
  const account = found(await findAccount(db, accountId))
  if (account.userId !== caller.id) throw new Refusal(403)
  return account
}
