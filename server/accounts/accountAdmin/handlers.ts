import { isNumber, isPort, withinShifts } from '#rules/ports.ts'
import type { Handlers, Call } from '../../http/contract.ts'
import { Refusal, found } from '../../base/refusal.ts'
import { revisionOf } from '../../database/revision.ts'
import { shiftsOf } from '../servers/allowed.ts'
import { selectPortServers } from '../servers/store.ts'
import { findSetting } from '../../database/settings/store.ts'
import { groupOf } from '../../http/scope.ts'
import { banAccount, getAccountBan } from './bans.ts'
import { findFreePort } from '../freePorts.ts'
import { countClients, listClients, listServerClients } from './clients.ts'
import { activateMyAccount, changeMyAccountPassword, findMine } from './mine.ts'
import { assignAccount, getUser, listAccountsOfUsers, unassignAccount } from './ofUser.ts'
import { selectOnline } from '../online.ts'
import { changeAccountPort, createAccount, editAccount, resetAccountFlow } from './service.ts'
import {
  findAccount,
  findAccountByPort,
  selectAccountsOf,
  selectAllAccounts,
  selectUnassignedAccounts,
} from '../store.ts'
import { stateOf } from '../terms.ts'
import { ownView, toAccounts, toRows } from '../connection/view.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { isIP } from 'node:net'
import { type CountryResponse, Reader } from 'mmdb-lib'
import { INSTALLATION } from '../../base/installation.ts'

const FILE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'

let places: Reader<CountryResponse> | undefined

/** Proxy accounts: a person's own, and for admins those of everyone in their scope. */
export const accountHandlers = {
  banAccount,
  getAccountBan,
  getIpInfo,
  async listMyAccounts(call) {
    return ownView(call, await selectAccountsOf(call.db, call.caller.id))
  },
  async getMyAccount(call) {
    const account = await findMine(call.db, call.path.accountId, call.caller.id)
    const [shown] = await ownView(call, [account])
    return found(shown)
  },
  async countMyAccountIps(call) {
    return countClients(call, await findMine(call.db, call.path.accountId, call.caller.id))
  },
  changeMyAccountPassword,
  activateMyAccount,

  async listAllAccounts(call) {
    return toRows(call, await selectAllAccounts(call.db, groupOf(call.caller)))
  },
  async listUnassignedAccounts(call) {
    return toRows(call, await selectUnassignedAccounts(call.db))
  },
  async getAccount(call) {
    const account = found(await findAccount(call.db, call.path.accountId, groupOf(call.caller)))
    const [shown] = await toAccounts(call, [account])
    return { ...found(shown), revision: revisionOf(stateOf(account)) }
  },
  async getAccountByPort(call) {
    const { port } = call.path
    if (!isPort(port) && !isNumber(port))
      throw new Refusal(400, 'path/port must be from 1 to 65535, or the number of an account')
    const account = found(await findAccountByPort(call.db, port, groupOf(call.caller)))
    const [shown] = await toRows(call, [account])
    return found(shown)
  },
  async getNewPort({ db, config }) {
    const { port } = await findSetting(db, 'account')
    const range = { start: port?.start ?? 50_000, end: port?.end ?? 60_000 }
    const random = port?.random ? Math.random : undefined
    const shifts = shiftsOf(await selectPortServers(db))
    const ranges = withinShifts([range], shifts)
    const free = await findFreePort(db, ranges, { consolePort: config.port, random })
    if (free === undefined) throw new Refusal(403, 'no free port')
    return { port: free }
  },
  async listOnlineAccounts({ db, query, now }) {
    const online = await selectOnline(db, now())
    const { serverId } = query
    if (serverId !== undefined) return online.get(serverId) ?? []
    return Object.fromEntries([...online].map(([id, accounts]) => [id, accounts.length]))
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

  getUser,
  listAccountsOfUsers,
  assignAccount,
  unassignAccount,
  createAccount,
  editAccount,
  changeAccountPort,
  resetAccountFlow: (call) => resetAccountFlow(call, call.path.accountId),
} satisfies Partial<Handlers>

/**
 * Looks up where an address is in a database on this machine: customers' addresses are sent to no
 * third party.
 *
 * Returns the country; the data does not include the network's owner.
 */
async function getIpInfo({
  db,
  path,
  query,
}: Pick<Call<'getIpInfo'>, 'db' | 'path' | 'query'>): Promise<[string, string]> {
  const country = countryOf(path.ip)
  if (!country) return ['', '']
  const language = query.language ?? (await findSetting(db, 'base')).language ?? 'zh-CN'
  return [new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country, '']
}

/** The two letters of a country, ISO 3166-1; nothing for private and unknown addresses. */
function countryOf(address: string): string | undefined {
  if (isIP(address) === 0) return undefined
  // 8 MB, read on first use.
  places ??= new Reader<CountryResponse>(
    readFileSync(INSTALLATION.countries ?? createRequire(import.meta.url).resolve(FILE)),
  )
  const place = places.get(address) as { country_code?: string } | null
  return place?.country_code
}
