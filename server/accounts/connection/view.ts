import { cycleOf, expireOf } from '#rules/account.ts'
import type { Schema } from '#contract'
import { hasOwnPort } from '#rules/ports.ts'
import type { Database } from '../../database/database.ts'
import { findSetting } from '../../database/settings/store.ts'
import type { Caller } from '../../http/contract.ts'
import { seesSecrets } from '../../http/permissions.ts'
import type { World } from '../../http/world.ts'
import { timedOf } from '../facts.ts'
import { deviceLimitOf } from '../deviceLimit.ts'
import { serversOf } from '../servers/allowed.ts'
import { withKeys } from '../keys.ts'
import { selectLeastBusy, selectVisible } from '../online.ts'
import { type FullStanding, selectStandings } from './accountStatus.ts'
import type { StoredAccount } from '../store.ts'
import { speedOf } from '../quota/speed.ts'
import { look, type Sight } from './sight.ts'
import { hasKeys, hasSecret, isReached, openAccesses } from '../servers/access.ts'
import { selectServers, type ServerRow } from '../servers/store.ts'
import { INSIDE_METHOD } from '../../engine/shadowsocksInside.ts'

type Seen = Pick<Sight, 'isAlive' | 'servingOf'>

type Deps = Pick<World, 'db' | 'plane' | 'lights' | 'now'> & { caller: Caller | null }

/** Accounts as a list shows them, with what they have used and whether clients can connect. */
export async function toRows(
  { now, caller, ...world }: Deps,
  stored: StoredAccount[],
): Promise<Schema<'AccountRow'>[]> {
  const accounts = seesSecrets(caller) ? stored : stored.map(withoutSecrets)
  const at = now()
  const standingOf = await selectStandings(world, accounts, { now: at })
  return accounts.map((account) => {
    const { connections: _, lastServer: __, ...row } = toRow(account, standingOf(account), at)
    return row
  })
}

/** Accounts in full, for their own page and for their owner (`isOwn`). */
export async function toAccounts(
  { now, caller, ...world }: Deps,
  accounts: StoredAccount[],
  { isOwn = false }: { isOwn?: boolean } = {},
): Promise<Schema<'Account'>[]> {
  const at = now()
  const known = await withKeys(world.db, accounts)
  const keyed = seesSecrets(caller) ? known : known.map(withoutSecrets)
  const [standingOf, sight, servers, accessOf] = await Promise.all([
    selectStandings(world, keyed, { now: at, isOwn }),
    look(world),
    selectLeastBusy(world.db, at),
    selectAccess(world.db, { isOwn }),
  ])
  return keyed.map((account) => {
    const { publicKey, privateKey } = account
    const standing = standingOf(account)
    return {
      ...toRow(account, standing, at),
      publicKey,
      privateKey,
      idle: firstServerOf(account, standing, servers, sight),
      speed: speedOf(account),
      devices: { most: deviceLimitOf(account), asks: account.asksForDevices === 1 },
      ...(!isOwn && ownLimitsOf(account)),
      // Who does not see the password sees no key that is made of it.
      ...(seesSecrets(caller) && accessOf(account)),
    }
  })
}

/** What it says itself, other than its plan; for admins alone. */
const ownLimitsOf = ({ speedUp, speedDown, deviceLimit }: StoredAccount) => ({
  speedUp,
  speedDown,
  deviceLimit,
})

/** Tells how clients of an account connect where that is made of a server's secret; the owner's visible ones. */
async function selectAccess(db: Database, { isOwn }: { isOwn: boolean }) {
  const servers = (isOwn ? await selectVisible(db) : await selectServers(db)).filter(hasSecret)
  const accesses = await openAccesses(db, servers)
  return (account: StoredAccount): Required<Pick<Schema<'Account'>, 'access' | 'webSockets'>> => {
    const allowed = serversOf(account)
    const own = servers.flatMap((server) => {
      const isThere = (allowed?.includes(server.id) ?? true) && isReached(account, server)
      const access = isThere ? accesses.get(server.id) : undefined
      return access ? [{ server, ...access(account) }] : []
    })
    return {
      access: own
        .filter(({ server }) => hasKeys(server))
        .map(({ server: { id: serverId, publicShift }, port, password }) => ({
          serverId,
          port: port + publicShift,
          password,
        })),
      webSockets: own.flatMap(({ server, inside }) =>
        inside
          ? [
              {
                serverId: server.id,
                path: inside.path,
                password: inside.password,
                method: INSIDE_METHOD,
              },
            ]
          : [],
      ),
    }
  }
}

/** Accounts as their owner sees them; the name of the plan only where the setting shows it. */
export async function ownView(
  world: Deps,
  accounts: StoredAccount[],
): Promise<Schema<'Account'>[]> {
  const [shown, { showAccountOrderName }, servers] = await Promise.all([
    toAccounts(world, accounts, { isOwn: true }),
    findSetting(world.db, 'account'),
    accounts.every(hasOwnPort) ? [] : selectServers(world.db),
  ])
  return shown.map(({ orderName, ...account }) => ({
    ...account,
    server: hasOwnPort(account) ? account.server : reachedBy(account, servers),
    ...(showAccountOrderName && { orderName }),
  }))
}

/** The servers that let in an account without a port: its owner's screens show no others. */
const reachedBy = (
  { port, server }: Pick<Schema<'Account'>, 'port' | 'server'>,
  servers: readonly ServerRow[],
): number[] =>
  servers
    .filter((one) => (server?.includes(one.id) ?? true) && isReached({ port }, one))
    .map(({ id }) => id)

/** An account as those who only look see it. */
const withoutSecrets = (account: StoredAccount): StoredAccount => ({
  ...account,
  password: '',
  publicKey: '',
  privateKey: '',
})

function toRow(account: StoredAccount, standing: FullStanding, now: number) {
  const { publicKey, privateKey } = account
  const { flowPack, ...shown } = standing
  return {
    id: account.id,
    // The table's type is a number; only these five are ever stored.
    type: account.type as Schema<'AccountType'>,
    orderId: account.orderId,
    orderName: account.orderName,
    userId: account.userId,
    server: serversOf(account),
    port: account.port,
    password: account.password,
    key: publicKey === '' ? null : [publicKey, privateKey].filter(Boolean).join(':'),
    data: dataOf(account, flowPack, now),
    status: 0,
    autoRemove: account.autoRemove,
    autoRemoveDelay: account.autoRemoveDelay,
    multiServerFlow: account.multiServerFlow,
    active: account.active,
    user: account.user,
    ...shown,
  }
}

function dataOf(account: StoredAccount, flowPack: number, now: number) {
  const { flow, cycleStart: create, cycles: limit } = account
  const timed = timedOf(account)
  const cycle = cycleOf(timed, now)
  if (cycle && create !== null && limit !== null)
    return { create, flow, limit, expire: expireOf(timed), ...cycle, flowPack }
  return flow > 0 ? { flow, expire: null } : null
}

/**
 * The server to show first of an account's, of those in `servers` in their order: one a client can
 * connect to, rather one without any trouble. Of an account that is closed, one that serves others.
 * A dead one comes first only where all are.
 */
export function firstServerOf(
  account: StoredAccount,
  { connections }: Pick<FullStanding, 'connections'>,
  servers: readonly Pick<ServerRow, 'id'>[],
  sight: Seen,
): number | null {
  const allowed = serversOf(account)
  const isOpen = new Map(connections.map(({ serverId, state }) => [serverId, state === 'open']))
  const own = servers.filter(
    ({ id }) => (allowed?.includes(id) ?? true) && (hasOwnPort(account) || isOpen.has(id)),
  )
  const trouble = ({ id }: Pick<ServerRow, 'id'>) => {
    const { state } = sight.servingOf(id)
    const closed = isOpen.get(id) ? 0 : 4
    const down = !sight.isAlive(id) || state === 'red' ? 2 : state === 'amber' ? 1 : 0
    return closed + down
  }
  return own.toSorted((a, b) => trouble(a) - trouble(b))[0]?.id ?? null
}
