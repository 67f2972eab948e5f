import { serversOf, mayUse } from './allowed.ts'
import { aboutServer } from './asking.ts'
import { carrierOf } from './carrier.ts'
import type { Handlers } from '../../http/contract.ts'
import type { Plane } from '../../engine/plane.ts'
import { found } from '../../base/refusal.ts'
import { revisionOf } from '../../database/revision.ts'
import { findSetting } from '../../database/settings/store.ts'
import { formOf } from './ordered.ts'
import { selectOpenPorts } from './ports.ts'
import { createServer, deleteServer, editServer, setTags } from './service.ts'
import { listNameFollowers, swapServerName, unblockServerName } from './swapping.ts'
import { findFreeShift } from './shift.ts'
import { findServer, selectServers, type ServerRow } from './store.ts'
import { HIDDEN, selectTaggedServers, selectTags, selectTagsByServer } from './tags.ts'
import { checkWireGuard } from './tunnelAsk.ts'
import { serverForUser, serverView, statesByServer, statusOf } from './view.ts'
import type { Answer } from '#contract'
import type { Database } from '../../database/database.ts'

/** The servers that carry traffic, and their tags. */
export const serverHandlers = {
  async listMyServers({ db, caller, lights }) {
    const accounts = await db
      .selectFrom('account')
      .select('server')
      .where('userId', '=', caller.id)
      .execute()
    if (accounts.length === 0) return []
    const lists = accounts.map(serversOf)
    const { showAllServer } = await findSetting(db, 'account')
    const hidden = await selectTaggedServers(db, HIDDEN)
    const mine = (id: number) => lists.some((list) => list === null || list.includes(id))
    const servers = await selectServers(db)
    return servers
      .filter(({ id }) => !hidden.has(id) && (showAllServer || mine(id)))
      .map((row) => serverForUser(row, lights))
  },

  async listServers({ db, plane, now, lights, caller, query }) {
    const isMain = caller.roles.includes('mainAdmin')
    const [servers, tags] = await Promise.all([selectServers(db), selectTagsByServer(db)])
    const isAsked = isYes(query.status)
    const doing = await Promise.all(isAsked ? servers.map((row) => doingOf(row, plane, now)) : [])
    const states = statesByServer(plane)
    return servers.map((row, at) => ({
      ...serverView(row, {
        isMain,
        states: states.get(row.id) ?? [],
        tags: tags.get(row.id) ?? [],
      }),
      ...(doing[at]
        ? statusOf(row, { ...doing[at], handshake: lights.of(row.id).handshake.cause })
        : {}),
    }))
  },

  async getServer({ db, plane, now, lights, caller, path, query }) {
    const row = found(await findServer(db, path.serverId), 404)
    const isMain = caller.roles.includes('mainAdmin')
    const tags = isMain ? await selectTags(db, row.id) : []
    const states = statesByServer(plane).get(row.id) ?? []
    const view = {
      ...serverView(row, { isMain, states, tags }),
      // Made of what only the main admin may see, who alone may send it back.
      ...(isMain ? { revision: revisionOf(formOf(row)) } : {}),
    }
    if (isYes(query.noPort)) return view
    const foreignPorts = isMain ? plane.foreign(carrierOf(row)) : undefined
    const ports = await selectOpenPorts(db, states, row, isMain ? undefined : caller.groupId)
    const { cause } = lights.of(row.id).handshake
    const status = statusOf(row, { ...(await doingOf(row, plane, now)), handshake: cause })
    return { ...view, ...status, ports, ...(foreignPorts !== undefined && { foreignPorts }) }
  },

  async getFreeShift({ db, config, query: { nodeId } }) {
    const place = nodeId === undefined ? undefined : { plane: 'node' as const, nodeId }
    return { shift: await findFreeShift(db, config.port, place) }
  },

  getServerUse: ({ db, path }) => selectUse(db, path.serverId),
  checkWireGuard,
  createServer,
  editServer,
  deleteServer,
  swapServerName,
  unblockServerName,
  listNameFollowers,
  listTags: ({ db, query }) => selectTags(db, query.key ?? 0),
  setTags,
} satisfies Partial<Handlers>

/** Asks what carries a server how it is; a node program by itself, for what it says of itself. */
async function doingOf(row: ServerRow, plane: Plane, now: () => number) {
  if (row.plane !== 'manager') return { isAlive: await plane.alive(carrierOf(row)) }
  return { isAlive: false, about: await aboutServer(row, now) }
}

const isYes = (text: string | undefined) => text === '1' || text === 'true'

/**
 * What would miss a server if it were deleted: the accounts whose list names it, by whether they
 * would have another left, and the plans that sell it. Refuses with 404 where there is none.
 */
async function selectUse(db: Database, id: number): Promise<Answer<'getServerUse'>> {
  found(await findServer(db, id), 404)
  const others = new Set((await selectServers(db)).map((server) => server.id))
  others.delete(id)
  // Accounts of one plan have one list, so there are few of them.
  const lists = await db
    .selectFrom('account')
    .select(({ fn }) => ['server', fn.countAll<number>().as('accounts')])
    .where(mayUse('account', id))
    .groupBy('server')
    .execute()
  const sumOf = (part: typeof lists) => part.reduce((sum, { accounts }) => sum + accounts, 0)
  const named = lists.filter(({ server }) => server !== null)
  const elsewhere = named.filter((one) => serversOf(one)?.some((other) => others.has(other)))
  const plans = await db
    .selectFrom('plan')
    .select('name')
    .where('server', 'is not', null)
    .where(mayUse('plan', id))
    .orderBy('name')
    .execute()
  return {
    onlyHere: sumOf(named) - sumOf(elsewhere),
    alsoElsewhere: sumOf(elsewhere),
    everywhere: sumOf(lists) - sumOf(named),
    lastServer: others.size === 0,
    plans: plans.map(({ name }) => name),
  }
}
