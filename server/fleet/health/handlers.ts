import { servingOf } from '#rules/serving.ts'
import { found, Refusal } from '../../base/refusal.ts'
import type { Handlers } from '../../http/contract.ts'
import { findSetting } from '../../database/settings/store.ts'
import { findAccount } from '../../accounts/store.ts'
import { serversOf } from '../../accounts/servers/allowed.ts'
import {
  findServer,
  selectCarriedServers,
  selectServerIds,
  selectServers,
} from '../../accounts/servers/store.ts'
import { HIDDEN, selectTaggedServers } from '../../accounts/servers/tags.ts'
import { statesByServer } from '../../accounts/servers/view.ts'
import { selectMonth, selectMonthLimits, selectNodeMonth } from './months.ts'
import { selectOutages, selectServerOutages, selectSilences } from './outages.ts'
import { wantedOf } from './seeing.ts'
import { findTimeZone } from '../../database/settings/timeZone.ts'

const STATUS_DAYS_MS = 30 * 86_400_000
const MAX_OUTAGES = 200

/** Whether servers serve, for admins and, where it is switched on, for anybody. */
export const healthHandlers = {
  async listServerLights({ db, plane, lights, now, config }) {
    const timeZone = await findTimeZone({ db, config })
    const [servers, month, machines, limits] = await Promise.all([
      selectCarriedServers(db),
      selectMonth(db, now(), timeZone),
      selectNodeMonth(db, now(), timeZone),
      selectMonthLimits(db),
    ])
    const states = statesByServer(plane)
    return servers.map(({ id, nodeId }) => ({
      serverId: id,
      ...lights.of(id),
      serving: servingOf(lights.of(id)),
      ...lights.rateOf(id),
      wantedPorts: wantedOf(states.get(id) ?? []).length,
      month: month.get(id) ?? 0,
      ...(nodeId !== null && { machineMonth: machines.get(nodeId) ?? 0 }),
      monthLimit: limits.get(nodeId ?? 0) ?? null,
      lookedAt: lights.lookedAt(),
    }))
  },

  async listServerOutages({ db, path }) {
    found(await findServer(db, path.serverId), 404)
    return selectServerOutages(db, path.serverId, MAX_OUTAGES)
  },

  async listMyOutages({ db, caller, path }) {
    const account = found(await findAccount(db, path.accountId))
    if (account.userId !== caller.id) throw new Refusal(403)
    const [servers, hidden] = await Promise.all([
      serversOf(account) ?? selectServerIds(db),
      selectTaggedServers(db, HIDDEN),
    ])
    const shown = servers.filter((id) => !hidden.has(id))
    return selectSilences(db, shown, MAX_OUTAGES)
  },

  async getServiceStatus({ db, lights, now }) {
    const { statusPage = false } = await findSetting(db, 'base')
    if (!statusPage) return { isOn: false, servers: [] }
    const [servers, hidden, outages] = await Promise.all([
      selectServers(db),
      selectTaggedServers(db, HIDDEN),
      selectOutages(db, now() - STATUS_DAYS_MS),
    ])
    const shown = servers.filter(({ id }) => !hidden.has(id))
    return {
      isOn: true,
      servers: shown.map(({ id, name }) => {
        const { state, since } = servingOf(lights.of(id))
        return { name, state, since, outages: outages.get(id) ?? [] }
      }),
    }
  },
} satisfies Partial<Handlers>
