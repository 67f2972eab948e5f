import { type Secret, secretOf } from '../cipher/aead.ts'
import { identityOf, keysOf, type Method2022, methodNamed } from '../cipher/ss2022/keys.ts'
import { plainAddress } from '../../network/address.ts'
import type { Account, World } from './account.ts'
import type { Door } from './door.ts'
import { door2022, type Member2022 } from './door2022.ts'
import { aeadDoor } from './doorAead.ts'
import { doorOfKeys } from './keyring.ts'
import { listenOn } from './listening.ts'
import type { Access, Listener } from './sharedPort.ts'
import { serveConnection } from './tcp.ts'
import { openAssociations } from './udp.ts'

/** The access of an account of Shadowsocks: one key, or the server's and its own. */
type ShadowsocksAccess = Access & {
  /** Opens the door of a port that is this account's alone. */
  openAlone: (account: Account, world: World) => Door
  /** Its own key on a port of many. */
  key?: Buffer
}

/**
 * What the method and the password of an order come to, or why it cannot be served. With the AES
 * methods of 2022 a password of two keys, the server's and the account's, shares its port with all
 * others of the same server's key (SIP023).
 */
export function shadowsocksAccess(
  method: string,
  password: string,
): Access | 'method not supported' | 'password not valid' {
  const found = methodNamed(method)
  if (found) return access2022(found, password) ?? 'password not valid'
  const secret = secretOf(method, password)
  return secret ? accessAead(secret) : 'method not supported'
}

function accessAead(secret: Secret): ShadowsocksAccess {
  return own(`${secret.algorithm} ${secret.key.toString('base64')}`, (account, world) =>
    aeadDoor(account, secret, world),
  )
}

function access2022(method: Method2022, password: string): ShadowsocksAccess | undefined {
  const keys = keysOf(method, password)
  if (!keys) return undefined
  const { port: key, user } = keys
  if (user) return accessOfMany(method, key, user)
  return own(`${method.name} ${password}`, (account, world) =>
    door2022({
      method,
      key,
      members: { account, key },
      mostSessions: world.limits.associations,
      hall: account.counter.key,
      strangers: account.clients,
    }),
  )
}

/** That of a port of its own, whatever is changed about it. */
function own(name: string, openAlone: ShadowsocksAccess['openAlone']): ShadowsocksAccess {
  return {
    group: undefined,
    identity: name,
    equals: (other) => other.group === undefined && other.identity === name,
    openAlone,
    listen: listenAlone,
  }
}

function accessOfMany(method: Method2022, serverKey: Buffer, key: Buffer): ShadowsocksAccess {
  const group = `${method.name} ${serverKey.toString('base64')}`
  const identity = identityOf(key)
  return {
    group,
    identity,
    key,
    equals: (other) => other.group === group && other.identity === identity,
    openAlone: () => {
      throw new Error('shared')
    },
    listen: (port, world) => listenForMany(method, serverKey, port, world),
  }
}

/** A port of one account, which devices of it may open with keys of their own. */
async function listenAlone(port: number, world: World): Promise<Listener> {
  let owner: { account: Account; door: Door } | undefined
  const others = new Map<string, Door>()
  let door: Door | undefined
  const { stop } = await listenWith(() => door, port, world)
  return {
    admit(account, access) {
      const own = (access as ShadowsocksAccess).openAlone(account, world)
      if (owner === undefined || owner.account === account) owner = { account, door: own }
      else others.set(access.identity, own)
      hang()
    },
    dismiss(account, { identity }) {
      if (owner?.account === account) owner = undefined
      else others.delete(identity)
      hang()
    },
    drain: stop,
    // Its connections are all of its account.
    isBusy: () => false,
    close: stop,
  }

  function hang(): void {
    const mostPlaces = world.limits.associations
    door = owner && doorOfKeys(owner.door, [...others.values()], mostPlaces, isKey)
  }

  function isKey(one: Door): boolean {
    return one === owner?.door || [...others.values()].includes(one)
  }
}

async function listenForMany(
  method: Method2022,
  key: Buffer,
  port: number,
  world: World,
): Promise<Listener> {
  const members = new Map<string, Member2022>()
  const strangers: Door['strangers'] = new Set()
  const mostSessions = world.limits.associations
  const door = door2022({ method, key, members, strangers, mostSessions, hall: `port ${port}` })
  const { stop } = await listenWith(() => door, port, world)
  return {
    admit: (account, access) =>
      void members.set(access.identity, { account, key: (access as ShadowsocksAccess).key ?? key }),
    dismiss: (_, { identity }) => void members.delete(identity),
    drain: stop,
    isBusy: () => strangers.size > 0,
    close() {
      stop()
      for (const client of strangers) client.destroy()
    },
  }
}

/** Listens on a port, whose door may be another one later. */
function listenWith(doorNow: () => Door | undefined, port: number, world: World) {
  return listenOn(port, world, {
    accept(client) {
      const door = doorNow()
      if (door) serveConnection(client, door, world)
      else client.destroy()
    },
    receive(packet, from, udp) {
      const arrival = doorNow()?.openPacket(packet, from)
      if (!arrival) return
      const { account } = arrival
      if ('reason' in arrival) {
        const { reason, skewMs } = arrival
        const address = plainAddress(from.address)
        if (account) world.attempts.note(account.counter.key, reason, address, skewMs)
        return
      }
      arrival.account.associations ??= openAssociations(arrival.account, world, udp)
      arrival.account.associations.receive(arrival, from)
    },
  })
}
