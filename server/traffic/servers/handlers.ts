import { serversOf } from './allowed.ts'
import type { Handlers } from '../../http/contract.ts'
import { found } from '../../base/refusal.ts'
import { revisionOf } from '../../database/revision.ts'
import { findSetting } from '../../database/settings/store.ts'
import { selectOpenPorts } from './ports.ts'
import { createServer, deleteServer, editServer, setTags } from './service.ts'
import { findFreeShift } from './shift.ts'
import { findServer, selectServers } from './store.ts'
import { HIDDEN, selectTaggedServers, selectTags, selectTagsByServer } from './tags.ts'
import { serverForUser, serverView, statesByServer, statusOf } from './view.ts'

/** The servers that carry traffic, and their tags. */
export const serverHandlers = {
  async listMyServers({ db, caller }) {
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
      .map(serverForUser)
  },

  async listServers({ db, plane, caller, query }) {
    const isMain = caller.roles.includes('mainAdmin')
    const [servers, tags] = await Promise.all([selectServers(db), selectTagsByServer(db)])
    const isAsked = isYes(query.status)
    const isAlive = isAsked && (await plane.alive())
    const states = statesByServer(plane)
    return servers.map((row) => ({
      ...serverView(row, {
        isMain,
        states: states.get(row.id) ?? [],
        tags: tags.get(row.id) ?? [],
      }),
      ...(isAsked ? statusOf(row, isAlive) : {}),
    }))
  },

  async getServer({ db, plane, caller, path, query }) {
    const row = found(await findServer(db, path.serverId), 404)
    const isMain = caller.roles.includes('mainAdmin')
    const tags = isMain ? await selectTags(db, row.id) : []
    const states = statesByServer(plane).get(row.id) ?? []
    const view = {
      ...serverView(row, { isMain, states, tags }),
      // Made of what only the main admin may see, who alone may send it back.
      ...(isMain ? { revision: revisionOf(row) } : {}),
    }
    if (isYes(query.noPort)) return view
    const ports = await selectOpenPorts(db, states, isMain ? undefined : caller.groupId)
    return { ...view, ...statusOf(row, await plane.alive()), ports }
  },

  async getFreeShift({ db, config }) {
    return { shift: await findFreeShift(db, config.port) }
  },

  createServer,
  editServer,
  deleteServer,
  listTags: ({ db, query }) => selectTags(db, query.key ?? 0),
  setTags,
} satisfies Partial<Handlers>

const isYes = (text: string | undefined) => text === '1' || text === 'true'
