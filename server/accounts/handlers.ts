import { withinShifts } from '#rules/ports.ts'
import type { Handlers } from '../contract.ts'
import { selectDevicesBehind } from '../macAccounts/page.ts'
import { toMacRow } from '../macAccounts/view.ts'
import { Refusal, found } from '../refusal.ts'
import { revisionOf } from '../revision.ts'
import { selectEmbeddedServers } from '../servers/store.ts'
import { findSetting } from '../settings/store.ts'
import { lastPage } from '../users/finding.ts'
import { groupOf } from '../users/scope.ts'
import { banAccount, getAccountBan } from './bans.ts'
import { findFreePort } from './freePorts.ts'
import { listClients, listServerClients } from './clients.ts'
import { activateMyAccount, changeMyAccountPassword, findMine } from './mine.ts'
import { selectIdle, selectOnline } from './online.ts'
import { getIpInfo } from './places.ts'
import { selectAccountPage } from './page.ts'
import {
  adjustAccountTime,
  changeAccountPort,
  createAccount,
  deleteAccount,
  editAccount,
  resetAccountFlow,
} from './service.ts'
import {
  findAccount,
  findAccountByPort,
  selectAccountsOf,
  selectAllAccounts,
  selectUnassignedAccounts,
} from './store.ts'
import { stateOf } from './terms.ts'
import { ownView, toAccounts, toRows } from './view.ts'

/** Proxy accounts: a person's own, and for admins everybody's. */
export const accountHandlers = {
  banAccount,
  getAccountBan,
  getIpInfo,
  async listMyAccounts({ db, caller, now }) {
    return ownView(db, await selectAccountsOf(db, caller.id), now())
  },
  async getMyAccount({ db, caller, path, now }) {
    const account = await findMine(db, path.accountId, caller.id)
    const [shown] = await ownView(db, [account], now())
    return found(shown)
  },
  changeMyAccountPassword,
  activateMyAccount,

  async listAccounts({ db, caller, body, now }) {
    const scope = { group: groupOf(caller), now: now() }
    const { rows, total, more, page, pageSize } = await selectAccountPage(db, body, scope)
    const accounts = await toRows(db, rows, now())
    const cut = { before: total, shown: rows.length, page, pageSize }
    const devices = await selectDevicesBehind(db, body, scope.group, cut)
    const all = total + devices.total
    const account = [...accounts, ...devices.rows.map(toMacRow)]
    const last = lastPage({ total: all, more }, { page, pageSize })
    return { total: all, page, pageSize, maxPage: last, account, ...(more && { more }) }
  },
  async listAllAccounts({ db, caller, now }) {
    return toRows(db, await selectAllAccounts(db, groupOf(caller)), now())
  },
  async listUnassignedAccounts({ db, now }) {
    return toRows(db, await selectUnassignedAccounts(db), now())
  },
  async getAccount({ db, caller, path, now }) {
    const account = found(await findAccount(db, path.accountId, groupOf(caller)))
    const idle = await selectIdle(db, now())
    const [shown] = await toAccounts(db, [account], { now: now(), idle })
    return { ...found(shown), revision: revisionOf(stateOf(account)) }
  },
  async getAccountByPort({ db, caller, path, now }) {
    const account = found(await findAccountByPort(db, path.port, groupOf(caller)))
    const [shown] = await toRows(db, [account], now())
    return found(shown)
  },
  async getNewPort({ db, config }) {
    const { port } = await findSetting(db, 'account')
    const range = { start: port?.start ?? 50_000, end: port?.end ?? 60_000 }
    const random = port?.random ? Math.random : undefined
    const shifts = (await selectEmbeddedServers(db)).map(({ shift }) => shift)
    const ranges = withinShifts([range], shifts)
    const free = await findFreePort(db, ranges, { consolePort: config.port, random })
    if (free === undefined) throw new Refusal(403, 'no free port')
    return { port: free }
  },
  async listOnlineAccounts({ db, query, now }) {
    const online = await selectOnline(db, now())
    const { serverId } = query
    if (serverId !== undefined)
      return online.filter((row) => row.serverId === serverId).map(({ accountId }) => accountId)
    const servers = Map.groupBy(online, (row) => row.serverId)
    return Object.fromEntries([...servers].map(([id, rows]) => [id, rows.length]))
  },
  async listAccountServerIps(call) {
    const { accountId, serverId } = call.path
    found(await findAccount(call.db, accountId, groupOf(call.caller)))
    return listServerClients(call, serverId, accountId)
  },
  async listAccountIps(call) {
    const { id } = found(await findAccount(call.db, call.path.accountId, groupOf(call.caller)))
    return listClients(call, id)
  },

  createAccount,
  editAccount,
  adjustAccountTime,
  changeAccountPort,
  resetAccountFlow: (call) => resetAccountFlow(call, call.path.accountId),
  deleteAccount: (call) => deleteAccount(call, call.path.accountId),
} satisfies Partial<Handlers>
