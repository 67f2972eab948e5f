import { expireOf } from '#rules/account.ts'
import { randomPassword } from '#rules/password.ts'
import { parsePortRange, type PortRange } from '#rules/ports.ts'
import type { OpenedAccount, RenewedAccount } from '#rules/renewal.ts'
import type { Database } from '../database.ts'
import { holdEmbeddedServers } from '../servers/store.ts'
import { findSetting } from '../settings/store.ts'
import { findFreePort } from './freePorts.ts'
import { insertAccount } from './store.ts'
import { newToken } from './token.ts'

const LAST_PORT = 65_535

type Owner = {
  userId: number | null
  /** The ports of a plan, such as `9000-9010,9020`; `0` or nothing for those of the settings. */
  portRange?: string | null
}

/**
 * Opens an account on a free port with a password nobody knows; nothing when no port is free.
 * Wants a transaction. Wire-contract facts: 4.8.
 */
export async function openAccount(
  tx: Database,
  terms: OpenedAccount,
  { userId, portRange }: Owner,
  now: number,
): Promise<number | undefined> {
  const { port } = await findSetting(tx, 'account')
  const own = parsePortRange(portRange ?? '0')
  const global = { start: port?.start ?? 50_000, end: port?.end ?? 60_000 }
  const ranges = await withinShifts(tx, own.length > 0 ? own : [global])
  for (;;) {
    const free = await findFreePort(tx, ranges, port?.random ? Math.random : undefined)
    if (free === undefined) return undefined
    const id = await insertAccount(tx, {
      ...termColumns(terms),
      userId,
      port: free,
      password: randomPassword(),
      autoRemoveDelay: terms.autoRemoveDelay,
      active: terms.active ? 1 : 0,
      subscribe: newToken(),
      createTime: now,
    })
    // Else somebody was given it a moment ago, and it is free no longer.
    if (id !== undefined) return id
  }
}

/** The terms of a plan as an account keeps them. */
export function termColumns({ type, orderId, data, ...terms }: RenewedAccount) {
  return {
    type,
    orderId,
    server: terms.server && JSON.stringify(terms.server),
    autoRemove: terms.autoRemove ? (1 as const) : (0 as const),
    multiServerFlow: terms.multiServerFlow ? (1 as const) : (0 as const),
    cycleStart: data.create,
    cycles: data.limit,
    flow: data.flow,
    expireTime: expireOf({ type, data }),
  }
}

/** Ranges short of the ports that a server of this machine would shift beyond the last one. */
async function withinShifts(tx: Database, ranges: readonly PortRange[]): Promise<PortRange[]> {
  const shifts = (await holdEmbeddedServers(tx)).map(({ shift }) => shift)
  const last = LAST_PORT - Math.max(0, ...shifts)
  return ranges.map(({ start, end }) => ({ start, end: Math.min(end, last) }))
}
