import type { Speed } from '../plane.ts'
import { idsIn } from '../portKey.ts'
import { DEFAULT_MAX_CONNECTIONS } from '../protocol/limits.ts'
import type { Order } from '../protocol/messages.ts'
import type { Account, World } from './account.ts'
import type { Counter } from './counter.ts'
import { GATE_CONNECTIONS, GATE_KBITS, openGate } from './gate.ts'
import { isLimited } from './pace.ts'

/** What an account begins with, before its first order is applied. */
export const NO_TERMS = {
  until: Infinity,
  low: Infinity,
  maxConnections: DEFAULT_MAX_CONNECTIONS,
  pace: undefined,
  slowDown: undefined,
  gate: undefined,
} satisfies Partial<Account>

type Deps = {
  world: Pick<World, 'paces' | 'allowances' | 'targets'>
  counterOf: (key: string) => Counter
  /** Ends the connections of the account and of its devices. */
  hangUp: () => void
}

/** Whether an order lets an account go on that has used up its budget. */
export const outlivesBudget = ({ slow, wayBack }: Order): boolean =>
  slow !== undefined || wayBack !== undefined

/** How fast an account may be by its order, and which of its speeds that is; undefined is no limit. */
export function limitOf(
  { speed = {}, slow, wayBack }: Pick<Order, 'speed' | 'slow' | 'wayBack'>,
  isOver: boolean,
): { kind: string; speed: Speed } | undefined {
  if (wayBack) return { kind: 'way back', speed: { up: GATE_KBITS, down: GATE_KBITS } }
  if (slow && isOver) return { kind: 'slow', speed: slow }
  return isLimited(speed) ? { kind: 'speed', speed } : undefined
}

/**
 * Applies what an order says of an account, whose open connections go on under it; `hasLost` says that
 * they may lead where it may not go any more.
 */
export function applyTerms(
  account: Account,
  order: Order,
  { world, counterOf, hangUp }: Deps,
): { hasLost: boolean } {
  const wasFree = account.gate === undefined
  const { paces, allowances, targets } = world
  const { key, until, low, maxConnections = DEFAULT_MAX_CONNECTIONS } = order
  const { slow, wayBack } = order
  const { serverId, accountId } = idsIn(key)
  const end = until ?? Infinity
  const isOver = account.counter.up + account.counter.down >= end
  account.until = end
  account.low = slow && isOver ? Infinity : Math.min(low ?? end, end)
  account.maxConnections = wayBack ? GATE_CONNECTIONS : maxConnections
  account.slowDown = slow && (() => void (account.pace = join(limitOf(order, true))))
  account.gate =
    wayBack &&
    openGate(wayBack, {
      accountId,
      targets,
      allowances,
      // Account 0 is nobody: what a server carries for it is billed to no one.
      counter: counterOf(`${serverId}:0`),
      over: hangUp,
    })
  account.pace = join(limitOf(order, isOver))
  return { hasLost: wasFree && account.gate !== undefined }

  function join(limit: ReturnType<typeof limitOf>) {
    if (limit) return paces.join(key, accountId, limit)
    paces.leave(key)
    return undefined
  }
}
