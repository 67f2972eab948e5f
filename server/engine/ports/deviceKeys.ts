import type { DeviceKey } from '../plane.ts'
import type { Account } from './account.ts'
import { type Counter, noteClient } from './counter.ts'

/** The devices of an account that have keys of their own on its port. */
export type DeviceKeys = {
  /**
   * Lets in exactly these. Connections end of those that are gone or have another key; the others go
   * on, and so do the account's own.
   */
  change: (wanted: readonly DeviceKey[]) => void
  /** Whether a client of one is connected. */
  isBusy: () => boolean
  /** Ends all their connections; their keys stay. */
  hangUp: () => void
  closeUdp: () => void
}

type Deps = {
  /** The counter of a device; 0 is the account's own key. */
  counterOf: (deviceId: number) => Counter
  /** Lets a device in by its key; returns what takes it out, or undefined where it cannot be. */
  admit: (member: Account, password: string) => (() => void) | undefined
}

type Guest = { member: Account; password: string; dismiss: () => void }

/** Starts with none: what passes then is the account's, and of no device. */
export function openDeviceKeys(account: Account, { counterOf, admit }: Deps): DeviceKeys {
  const guests = new Map<number, Guest>()

  return {
    change,
    isBusy: () => [...guests.values()].some(({ member }) => member.clients.size > 0),
    hangUp: () => guests.forEach(({ member }) => hangUpOn(member)),
    closeUdp: () => guests.forEach(({ member }) => closeUdpOf(member)),
  }

  function change(wanted: readonly DeviceKey[]): void {
    const keys = new Map(wanted.map(({ deviceId, password }) => [deviceId, password]))
    for (const [id, { password }] of guests) if (keys.get(id) !== password) remove(id)
    for (const [id, password] of keys) if (!guests.has(id)) add(id, password)
    // Only where there are others do the account's own bytes need a sum of their own.
    account.device = keys.size > 0 ? counterOf(0) : undefined
  }

  function add(id: number, password: string): void {
    const member = memberOf(account, counterOf(id))
    const dismiss = admit(member, password)
    if (dismiss) guests.set(id, { member, password, dismiss })
  }

  function remove(id: number): void {
    const guest = guests.get(id)
    if (!guest) return
    guests.delete(id)
    guest.dismiss()
    hangUpOn(guest.member)
  }
}

/** Ends the connections of an account's own key, or of one device. */
export function hangUpOn(account: Account): void {
  for (const client of account.clients) client.destroy()
  closeUdpOf(account)
}

/** Ends its associations of datagrams; its clients' next ones open others. */
export function closeUdpOf(account: Account): void {
  account.associations?.close()
  account.associations = undefined
}

/** Records that a client of an account is active now, and of the device whose key it has. */
export function noteActive({ counter, device }: Account, address: string): void {
  noteClient(counter, address)
  if (device) noteClient(device, address)
}

/** An account as one of its devices comes in: all its terms, with connections of its own. */
function memberOf(account: Account, device: Counter): Account {
  return {
    counter: account.counter,
    device,
    clients: new Set(),
    associations: undefined,
    over: account.over,
    requestBudget: account.requestBudget,
    get until() {
      return account.until
    },
    get low() {
      return account.low
    },
    set low(low) {
      account.low = low
    },
    get maxConnections() {
      return account.maxConnections
    },
    get pace() {
      return account.pace
    },
    get slowDown() {
      return account.slowDown
    },
    get gate() {
      return account.gate
    },
    get proven() {
      return account.proven
    },
    set proven(count) {
      account.proven = count
    },
  }
}
