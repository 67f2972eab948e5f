import { idsIn } from '../portKey.ts'
import type { Account } from '../ports/account.ts'
import { type DeviceKeys, hangUpOn, openDeviceKeys } from '../ports/deviceKeys.ts'
import { applyTerms, NO_TERMS, outlivesBudget } from '../ports/terms.ts'
import type { OpenVeiled } from '../ports/veiledPorts.ts'
import { consoleNow } from '../protocol/clock.ts'
import { whyOver } from '../protocol/machineLease.ts'
import type { Order, PortState } from '../protocol/messages.ts'
import { withChallenges } from './challengePort.ts'
import type { Sites } from './sites.ts'
import type { TlsPort } from './tlsPort.ts'

const KEY = /^[0-9a-f]{56}$/

type Deps = Parameters<OpenVeiled>[1]

/** One account on the port of its server. */
type Lodger = { order: Order; account: Account; port: TlsPort; devices: DeviceKeys }

/** Starts with no port and no account. */
export const openTrojanPorts: OpenVeiled = (world, deps) => {
  const lodgers = new Map<string, Lodger>()
  const terms = { world, counterOf: deps.counterOf }
  const sites = withChallenges(world, (serverId) => {
    for (const key of lodgers.keys()) if (serverOf(key) === serverId) finish(key, 'no certificate')
  })

  return {
    site: sites.order,
    sites: sites.orders,
    change: (orders, options) => Promise.all(orders.map((order) => settle(order, options))),
    shut,
    orders: () => [...lodgers.values()].map(({ order }) => order),
    expire: (aloneMs) => overIn(lodgers, aloneMs).forEach(([key, why]) => finish(key, why)),
    listensOn: sites.isOn,
    drain: sites.drain,
    isBusy: () => [...lodgers.values()].some(isConnected),
    close,
  }

  async function settle(order: Order, { opens }: { opens: boolean }): Promise<PortState> {
    const { key, password } = order
    if (lodgers.get(key)?.order.password !== password) shut(key)
    const fault = opens || lodgers.has(key) ? faultOf(order, deps) : 'not open'
    const lodger = fault ?? (await lodge(order, lodgers.get(key), { sites, newAccount, terms }))
    if (typeof lodger === 'string') {
      shut(key)
      return { key, state: 'error', reason: lodger }
    }
    lodgers.set(key, lodger)
    return { key, state: 'open' }
  }

  function newAccount(key: string): Account {
    const listeners = { over: () => finish(key, 'over'), requestBudget: () => deps.low(key) }
    return { counter: deps.counterOf(key), ...NO_TERMS, ...nobody(), ...listeners }
  }

  function shut(key: string): void {
    world.paces.leave(key)
    const lodger = lodgers.get(key)
    if (!lodger) return
    lodgers.delete(key)
    lodger.port.dismiss(lodger.order.password, lodger.account)
    leaveAll(lodger)
  }

  function finish(key: string, reason: string): void {
    const isIn = lodgers.has(key)
    shut(key)
    if (isIn) deps.ended(key, reason)
  }

  function close(): void {
    for (const key of lodgers.keys()) shut(key)
    sites.close()
  }
}

function leaveAll({ account, devices }: Lodger): void {
  hangUpOn(account)
  devices.change([])
}

const isConnected = ({ account, devices }: Lodger) => account.clients.size > 0 || devices.isBusy()

const nobody = () => ({ clients: new Set<never>(), proven: 0, associations: undefined })

/** What may not go on, and why. */
function overIn(lodgers: ReadonlyMap<string, Lodger>, aloneMs: number): [string, string][] {
  return [...lodgers].flatMap(([key, { order }]): [string, string][] => {
    const reason = whyOver(order, aloneMs)
    return reason === undefined ? [] : [[key, reason]]
  })
}

const serverOf = (key: string) => idsIn(key).serverId

function faultOf(order: Order, { counterOf }: Pick<Deps, 'counterOf'>): string | undefined {
  const { key, password, until, expireAt = Infinity } = order
  const { up, down } = counterOf(key)
  if (!KEY.test(password)) return 'method not supported'
  if (until !== null && up + down >= until && !outlivesBudget(order)) return 'over'
  return expireAt <= consoleNow() ? 'expired' : undefined
}

/** Lets an account in, or applies its changed terms; returns why not where it cannot. */
async function lodge(
  order: Order,
  known: Lodger | undefined,
  {
    sites,
    newAccount,
    terms,
  }: {
    sites: Sites
    newAccount: (key: string) => Account
    terms: Omit<Parameters<typeof applyTerms>[2], 'hangUp'>
  },
): Promise<Lodger | string> {
  const { key, password } = order
  const port = await sites.portOf(serverOf(key))
  if (typeof port === 'string') return port
  if (port.port !== order.port) return 'port not valid'
  const account = known?.account ?? newAccount(key)
  const devices = known?.devices ?? devicesOf(account, order.key, { port, terms })
  const { hasLost } = applyTerms(account, order, { ...terms, hangUp })
  if (hasLost) hangUp()
  if (!port.admit(password, account)) return 'key in use'
  devices.change(order.devices ?? [])
  return { order, account, port, devices }

  function hangUp(): void {
    hangUpOn(account)
    devices.hangUp()
  }
}

function devicesOf(
  account: Account,
  key: string,
  { port, terms }: { port: TlsPort; terms: Pick<Parameters<typeof applyTerms>[2], 'counterOf'> },
): DeviceKeys {
  return openDeviceKeys(account, {
    counterOf: (id) => terms.counterOf(`${key}:${id}`),
    admit(member, password) {
      if (!KEY.test(password) || !port.admit(password, member)) return undefined
      return () => port.dismiss(password, member)
    },
  })
}
