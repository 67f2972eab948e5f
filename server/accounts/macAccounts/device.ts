import { parseMac } from '#rules/mac.ts'
import type { Answer } from '#contract'
import { withKeys } from '../keys.ts'
import { selectVisible } from '../online.ts'
import { findAccount } from '../store.ts'
import { selectTraffic } from '../quota/traffic.ts'
import type { Call } from '../../http/contract.ts'
import { openAccess } from '../servers/access.ts'
import { found, Refusal } from '../../base/refusal.ts'
import { takeDifferentTryOf } from '../../http/limits/limits.ts'
import { findSetting } from '../../database/settings/store.ts'
import { configServers } from './config.ts'
import { findMac } from './store.ts'

/** How many unregistered addresses a client may try in ten minutes. Wire-contract facts: 2.3. */
const TRIES = { what: 'macConfig', most: 10, window: 600_000 }

/** What a router needs to connect: the preferred server, then all. */
export async function getMacConfig(call: Call<'getMacConfig'>): Promise<Answer<'getMacConfig'>> {
  const { db, now, config, lights, query } = call
  const { accountId, serverId } = await openDevice(call)
  const stored = accountId === null ? undefined : await findAccount(db, accountId)
  const [account] = await withKeys(db, [found(stored)])
  if (!account) throw new Refusal(403)
  const { type = 'Shadowsocks' } = query
  const traffic = await selectTraffic(db, [account.id], now())
  const visible = [...(await selectVisible(db))]
  const servers = await configServers(db, account, type, {
    lights,
    servers: visible,
    traffic: traffic(account.id),
    noFlow: isYes(query.noFlow),
    now: now(),
  })
  const { id, name, address, port, method, comment, currentFlow } = found(
    servers.find((server) => server.id === serverId) ?? servers[0],
  )
  const chosen = visible.find((server) => server.id === id)
  const password = chosen && (await openAccess(db, chosen))(account).password
  call.header('cache-control', 'no-store')
  return {
    default: {
      site: config.site,
      id,
      name,
      address,
      port,
      method,
      comment,
      currentFlow,
      ...(isYes(query.noPassword) ? {} : { password: password ?? account.password }),
      ...(account.privateKey ? { privateKey: account.privateKey } : {}),
    },
    servers,
  }
}

/**
 * The registered device a call names, while users may register any.
 *
 * Knowing an address is all it takes, so a client that guesses is refused before the lookup.
 */
export async function openDevice(
  call: Pick<
    Call<'getMacConfig' | 'listMacNotices'>,
    'db' | 'now' | 'secret' | 'config' | 'client' | 'path'
  >,
) {
  const { macAccount } = await findSetting(call.db, 'account')
  if (!macAccount) throw new Refusal(403)
  const mac = parseMac(call.path.mac)
  const tried = await takeDifferentTryOf(call, { ...TRIES, value: mac ?? call.path.mac })
  const device = found(await findMac(call.db, found(mac)))
  await tried.giveBack()
  return device
}

const isYes = (text: string | undefined) => text === '1' || text === 'true'
