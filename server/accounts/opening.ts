import type { Schema } from '#contract'
import { expireOf } from '#rules/account.ts'
import { randomPassword } from '#rules/password.ts'
import { hasOwnPort, parsePortRange, type PortRange, withinShifts } from '#rules/ports.ts'
import type { OpenedAccount, RenewedAccount } from '#rules/renewal.ts'
import type { Config } from '../base/config.ts'
import type { Database } from '../database/database.ts'
import { shiftsOf } from './servers/allowed.ts'
import { holdPortServers } from './servers/store.ts'
import { findSetting } from '../database/settings/store.ts'
import { findFreePort } from './freePorts.ts'
import { insertAccount } from './store.ts'
import { newToken } from './token.ts'
import { nextNumber, numberFor } from './withoutPort.ts'

type Owner = {
  userId: number | null
  /** The ports of a plan, such as `9000-9010,9020`; `0` or nothing for those of the settings. */
  portRange?: string | null
  /** What was set aside when it was sold; the number of an account without a port promises one. */
  reserved?: number | null
}

/**
 * Opens an account with a random password, on a free port or without one (`choosePort`); undefined
 * when it can have neither. Requires a transaction. Wire-contract facts: 4.8.
 */
export async function openAccount(
  tx: Database,
  terms: OpenedAccount,
  { userId, portRange, reserved = null }: Owner,
  { now, config }: { now: number; config: Pick<Config, 'port'> },
): Promise<{ id: number; port: number } | undefined> {
  const columns = termColumns(terms)
  const isPromised = reserved !== null && !hasOwnPort({ port: reserved })
  for (;;) {
    const { server } = columns
    const { port } = await choosePort(tx, { server, portRange, isPromised }, config)
    if (port === undefined) return undefined
    const id = await insertAccount(tx, {
      ...columns,
      userId,
      port,
      password: randomPassword(),
      autoRemoveDelay: terms.autoRemoveDelay,
      active: terms.active ? 1 : 0,
      subscribe: newToken(),
      createTime: now,
    })
    // Otherwise another transaction has just taken the port.
    if (id !== undefined) return { id, port }
  }
}

/** What decides about the port of a new account. */
type Wish = {
  /** Its servers, as accounts store them. */
  server: string | null
  portRange?: string | null | undefined
  /** Whether it was sold without a port. */
  isPromised?: boolean
}

/** A port, or the number of an account without one; undefined where there is neither. */
type Chosen = { port: number | undefined; ranges: PortRange[] }

/**
 * A free port for a new account, or the number of one without: where the settings give ports only
 * where a server needs one, or none is free, and no server needs one (`canGoWithout`). Undefined when
 * it can have neither.
 *
 * Requires a transaction. Others who choose a port wait for its end.
 */
export async function choosePort(
  tx: Database,
  { server, portRange, isPromised = false }: Wish,
  config: Pick<Config, 'port'>,
): Promise<Chosen> {
  const ranges = await holdRanges(tx, portRange)
  const { port: setting } = await findSetting(tx, 'account')
  const without = () => (isPromised ? nextNumber(tx) : numberFor(tx, server))
  const number = setting?.onlyWhereNeeded ? await without() : undefined
  if (number !== undefined) return { port: number, ranges }
  return { port: (await findIn(tx, ranges, config)) ?? (await without()), ranges }
}

/** A free port of a plan, or of the settings; as `choosePort` holds it. Undefined where none is free. */
export async function findPort(
  tx: Database,
  portRange: string | null | undefined,
  config: Pick<Config, 'port'>,
): Promise<number | undefined> {
  return findIn(tx, await holdRanges(tx, portRange), config)
}

/** The ports that an account of a plan may have as servers are. Others who choose one wait. */
export async function holdRanges(
  tx: Database,
  portRange: string | null | undefined,
): Promise<PortRange[]> {
  const shifts = shiftsOf(await holdPortServers(tx))
  const { port } = await findSetting(tx, 'account')
  return withinShifts(portsOf(portRange, port), shifts)
}

async function findIn(
  tx: Database,
  ranges: readonly PortRange[],
  config: Pick<Config, 'port'>,
): Promise<number | undefined> {
  const { port } = await findSetting(tx, 'account')
  const random = port?.random ? Math.random : undefined
  return findFreePort(tx, ranges, { consolePort: config.port, random })
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
