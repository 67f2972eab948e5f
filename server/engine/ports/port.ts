import type { Account } from './account.ts'
import { closeUdpOf, hangUpOn, openDeviceKeys } from './deviceKeys.ts'
import type { Order } from '../protocol/messages.ts'
import { shadowsocksAccess } from './shadowsocks.ts'
import type { Access, Place, SharedPorts } from './sharedPort.ts'
import { applyTerms, NO_TERMS } from './terms.ts'

/** One account on its port, which it may share with others. */
export type Port = {
  readonly port: number
  readonly group: string | undefined
  /** The latest order. */
  order(): Order
  /**
   * Applies changed terms; another password or method ends connections under the old one. Throws
   * where it cannot have those.
   */
  change(order: Order, access: Access): void
  /** Stops its UDP half; open connections go on. */
  drain(): void
  /** Whether a client is connected. */
  isBusy(): boolean
  /** Takes it from the port, and ends all its connections at once. */
  close(): void
}

/** Opens the port of an order. Throws the system's error when it is not available. */
export async function openPort(
  order: Order,
  first: Access,
  terms: Omit<Parameters<typeof applyTerms>[2], 'hangUp'>,
  ports: Pick<SharedPorts, 'join'>,
  listeners: Pick<Account, 'over' | 'requestBudget'>,
): Promise<Port> {
  let current = order
  let access = first
  const account = newAccount(terms.counterOf(order.key), listeners)
  const admit = (member: Account, password: string) =>
    admitBeside(place, member, shadowsocksAccess(current.method, password))
  const counterOf = (id: number) => terms.counterOf(`${order.key}:${id}`)
  const devices = openDeviceKeys(account, { counterOf, admit })
  applyTerms(account, order, { ...terms, hangUp })
  const unpaced = () => terms.world.paces.leave(order.key)
  const joining = ports.join(order.port, account, access)
  joining.catch(unpaced)
  const place = await joining
  const { port, group } = place
  devices.change(order.devices ?? [])
  return { port, group, order: () => current, change, drain, isBusy, close }

  function change(next: Order, nextAccess: Access): void {
    const same = access.equals(nextAccess)
    // Keys of another method are other keys, and what was a further key may be the account's own now.
    const further = (next.devices ?? []).filter(({ password }) => password !== next.password)
    devices.change(next.method === current.method ? further : [])
    if (!same) place.change(nextAccess)
    current = next
    access = nextAccess
    const { hasLost } = applyTerms(account, next, { ...terms, hangUp })
    if (hasLost) hangUp()
    else if (!same) hangUpOn(account)
    devices.change(further)
  }

  function hangUp(): void {
    hangUpOn(account)
    devices.hangUp()
  }

  function drain(): void {
    // Its clients' next packets open associations with the process that has the port now.
    closeUdpOf(account)
    devices.closeUdp()
  }

  function isBusy(): boolean {
    return account.clients.size > 0 || devices.isBusy()
  }

  function close(): void {
    place.leave()
    unpaced()
    hangUpOn(account)
    devices.change([])
  }
}

const newAccount = (
  counter: Account['counter'],
  listeners: Pick<Account, 'over' | 'requestBudget'>,
): Account => ({
  counter,
  ...NO_TERMS,
  clients: new Set(),
  proven: 0,
  associations: undefined,
  ...listeners,
})

function admitBeside(
  place: Pick<Place, 'beside'>,
  member: Account,
  access: Access | string,
): (() => void) | undefined {
  if (typeof access === 'string') return undefined
  try {
    return place.beside(member, access)
  } catch {
    return undefined
  }
}
