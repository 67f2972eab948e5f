import { PassThrough } from 'node:stream'
import type { Socket } from 'node:net'
import { expect, test, vi } from 'vitest'
import type { Account } from '../../../server/engine/ports/account.ts'
import { newCounter } from '../../../server/engine/ports/counter.ts'
import { noteActive, openDeviceKeys } from '../../../server/engine/ports/deviceKeys.ts'

/** An account with its devices; `members` are they, as the port sees them. */
function anAccount({ refuses = '' } = {}) {
  const account: Account = {
    counter: newCounter('1:1'),
    until: 100,
    low: 50,
    maxConnections: 3,
    pace: undefined,
    slowDown: undefined,
    gate: undefined,
    clients: new Set(),
    proven: 0,
    associations: undefined,
    over: vi.fn(),
    requestBudget: vi.fn(),
  }
  const members = new Map<string, Account>()
  const out: string[] = []
  const devices = openDeviceKeys(account, {
    counterOf: (id) => newCounter(`1:1:${id}`),
    admit(member, password) {
      if (password === refuses) return undefined
      members.set(password, member)
      return () => void out.push(password)
    },
  })
  return { account, devices, members, out }
}

/** A client of one, and what it holds of datagrams. */
function connected(member: Account) {
  const client = new PassThrough() as unknown as Socket
  const associations = { close: vi.fn() } as unknown as NonNullable<Account['associations']>
  member.clients.add(client)
  member.associations = associations
  return { client, associations }
}

const two = [
  { deviceId: 1, password: 'a' },
  { deviceId: 2, password: 'b' },
]

test('a device has all terms of its account, also those that change later', () => {
  const { account, devices, members } = anAccount()
  devices.change(two)
  const member = members.get('a')!
  const terms = {
    until: 7,
    low: 6,
    maxConnections: 5,
    pace: { key: 'pace' } as unknown as Account['pace'],
    slowDown: () => {},
    gate: { key: 'gate' } as unknown as Account['gate'],
    proven: 4,
  }
  Object.assign(account, terms)
  for (const [name, value] of Object.entries(terms))
    expect(member[name as keyof Account], name).toBe(value)
  expect([member.over, member.requestBudget]).toEqual([account.over, account.requestBudget])
  // What a connection of a device uses up is the account's.
  member.proven += 1
  member.low = Infinity
  expect([account.proven, account.low, members.get('b')!.proven]).toEqual([5, Infinity, 5])
  expect([member.counter, member.device?.key]).toEqual([account.counter, '1:1:1'])
})

test('clients and datagrams of a device are its own, and end with it alone', () => {
  const { account, devices, members, out } = anAccount()
  expect(devices.isBusy()).toBe(false)
  devices.change(two)
  expect(devices.isBusy()).toBe(false)
  const [own, one, other] = [account, members.get('a')!, members.get('b')!].map(connected)
  expect([account.clients.size, devices.isBusy()]).toEqual([1, true])
  devices.change([two[1]!])
  expect([own, one, other].map((each) => each!.client.destroyed)).toEqual([false, true, false])
  expect(one!.associations.close).toHaveBeenCalledOnce()
  expect(members.get('a')!.associations).toBeUndefined()
  expect([own, other].flatMap((each) => vi.mocked(each!.associations.close).mock.calls)).toEqual([])
  expect([out, devices.isBusy()]).toEqual([['a'], true])
})

test('a port that closes its datagrams closes those of devices, and hanging up ends all of theirs', () => {
  const { account, devices, members } = anAccount()
  devices.change(two)
  const [own, one, other] = [account, members.get('a')!, members.get('b')!].map(connected)
  devices.closeUdp()
  expect([one, other].map((each) => each!.client.destroyed)).toEqual([false, false])
  for (const each of [one, other]) expect(each!.associations.close).toHaveBeenCalledOnce()
  devices.hangUp()
  expect([own, one, other].map((each) => each!.client.destroyed)).toEqual([false, true, true])
  expect(own!.associations.close).not.toHaveBeenCalled()
})

test('a device that the port does not take is none, and may come in later', () => {
  const { account, devices, members, out } = anAccount({ refuses: 'a' })
  devices.change(two)
  expect([...members.keys()]).toEqual(['b'])
  devices.change([two[1]!])
  expect(out).toEqual([])
  devices.change([{ deviceId: 1, password: 'c' }])
  expect([[...members.keys()], out]).toEqual([['b', 'c'], ['b']])
  expect(account.device?.key).toBe('1:1:0')
  devices.change([])
  expect([account.device, out]).toEqual([undefined, ['b', 'c']])
})

test('a device is not let in twice where nothing of it has changed', () => {
  const { devices, members, out } = anAccount()
  devices.change(two)
  const before = members.get('a')
  devices.change([...two])
  expect(members.get('a')).toBe(before)
  expect(out).toEqual([])
})

test('who is active is noted for the account, and for the device where there is one', () => {
  const { account, devices, members } = anAccount()
  noteActive(account, '192.0.2.1')
  expect([...account.counter.clients.keys()]).toEqual(['192.0.2.1'])
  devices.change(two)
  noteActive(members.get('a')!, '192.0.2.2')
  expect([...account.counter.clients.keys()]).toEqual(['192.0.2.1', '192.0.2.2'])
  expect([...members.get('a')!.device!.clients.keys()]).toEqual(['192.0.2.2'])
})
