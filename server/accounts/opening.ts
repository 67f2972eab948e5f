import type { Schema } from '#contract'
import { expireOf } from '#rules/account.ts'
import { randomPassword } from '#rules/password.ts'
import { parsePortRange, type PortRange, withinShifts } from '#rules/ports.ts'
import type { OpenedAccount, RenewedAccount } from '#rules/renewal.ts'
import type { Config } from '../base/config.ts'
import type { Database } from '../database/database.ts'
import { shiftsOf } from './servers/allowed.ts'
import { holdPortServers } from './servers/store.ts'
import { findSetting } from '../database/settings/store.ts'
import { findFreePort } from './freePorts.ts'
import { insertAccount } from './store.ts'
import { newToken } from './token.ts'

type Owner = {
  userId: number | null
  /** The ports of a plan, such as `9000-9010,9020`; `0` or nothing for those of the settings. */
  portRange?: string | null
}

/**
 * Opens an account on a free port with a random password; undefined when no port is free. Requires
 * a transaction. Wire-contract facts: 4.8.
 */
export async function openAccount(
  tx: Database,
  terms: OpenedAccount,
  { userId, portRange }: Owner,
  { now, config }: { now: number; config: Pick<Config, 'port'> },
): Promise<number | undefined> {
  const { port } = await findSetting(tx, 'account')
  const shifts = shiftsOf(await holdPortServers(tx))
  const ranges = withinShifts(portsOf(portRange, port), shifts)
  const random = port?.random ? Math.random : undefined
  for (;;) {
    const free = await findFreePort(tx, ranges, { consolePort: config.port, random })
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
    // Otherwise another transaction has just taken the port.
    if (id !== undefined) return id
  }
}

/** The ports for accounts of a plan: its own, else those of the settings. */
export function portsOf(
  portRange: string | null | undefined,
  port: Schema<'AccountSetting'>['port'],
): PortRange[] {
  const own = parsePortRange(portRange ?? '0')
  return own.length > 0 ? own : [{ start: port?.start ?? 50_000, end: port?.end ?? 60_000 }]
}

/** The terms of a plan as an account stores them. */
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
