import { describe, expect, test } from 'vitest'
import { type Lease, openLeases } from '../../../server/engine/console/leases.ts'
import { MACHINE_LEASE_MS } from '../../../server/engine/protocol/machineLease.ts'
import type { Order, PortState } from '../../../server/engine/protocol/messages.ts'

/** What a lease on record may be larger than the real one, bytes. */
const SLACK = 1 << 20
const BASE = 10 * SLACK
const A = { epoch: 'a', endsLeases: true }

const order = (key: string, until: number | null, leaseMs: number | null = 50): Order => ({
  key,
  port: 1,
  method: 'm',
  password: 'p',
  until,
  ...(leaseMs !== null && { leaseMs }),
})
const lease = (key: string, until: number, changes: Partial<Lease> = {}): Lease => ({
  key,
  epoch: 'a',
  until,
  lastsMs: 50,
  ...changes,
})
const open = (...keys: string[]): PortState[] => keys.map((key) => ({ key, state: 'open' }))

/** A record of leases, and what was written to it. */
function aRecord(rows: Lease[] = []) {
  const written: unknown[] = []
  const state = { isAway: false }
  const write = async (what: unknown) => {
    if (state.isAway) throw new Error('database away')
    written.push(what)
  }
  const leases = openLeases({
    load: async () => rows,
    save: (some) => write(some),
    remove: (keys) => write(keys),
  })
  /** Orders that are taken; gives what was written for it. */
  const take = async (orders: Order[], closed: string[] = [], states?: PortState[]) => {
    written.length = 0
    await leases.grant(orders, A)
    await leases.granted(orders, states ?? open(...orders.map(({ key }) => key)), closed)
    return written.splice(0)
  }
  return { ...leases, take, written, state }
}

describe('the record of leases', () => {
  test('is written before an order that is larger, and left alone for one that is not', async () => {
    const { take } = aRecord()
    expect(await take([order('1:1', 9), order('1:2', 0)])).toEqual([
      [lease('1:1', 9), lease('1:2', 0)],
    ])
    expect(await take([order('1:1', 9), order('1:2', 0)])).toEqual([])
    expect(await take([order('1:1', 8)])).toEqual([])
    expect(await take([order('1:1', 10), order('1:2', 0)])).toEqual([[lease('1:1', 10)]])
    expect(await take([])).toEqual([])
  })

  test('has nothing of what is not lent, or has no end', async () => {
    const { take } = aRecord()
    expect(await take([order('1:1', null), order('1:2', 9, null)])).toEqual([])
    expect(await take([order('1:1', 9)])).toEqual([[lease('1:1', 9)]])
    expect(await take([order('1:1', null)])).toEqual([['1:1']])
    // Once is enough.
    expect(await take([order('1:1', null)], ['1:1'])).toEqual([])
  })

  test('is written again for one that is less by more than a mebibyte', async () => {
    const { take } = aRecord()
    await take([order('1:1', BASE), order('1:2', BASE)])
    expect(await take([order('1:1', BASE - SLACK), order('1:2', BASE)])).toEqual([])
    expect(await take([order('1:1', BASE - SLACK - 1)])).toEqual([[lease('1:1', BASE - SLACK - 1)]])
    // It is what counts from now on.
    expect(await take([order('1:1', BASE - SLACK)])).toEqual([[lease('1:1', BASE - SLACK)]])
  })

  test('loses what was closed or did not open, if it is there at all', async () => {
    const { take } = aRecord()
    expect(await take([], ['1:1'])).toEqual([])
    await take([order('1:1', 9), order('1:2', 9), order('1:3', 9)])
    const refused: PortState[] = [{ key: '1:1', state: 'error', reason: 'over' }]
    expect(await take([order('1:1', 9)], ['1:2'], refused)).toEqual([['1:1', '1:2']])
    expect(await take([], ['1:1', '1:2'])).toEqual([])
    expect(await take([order('1:1', 5)])).toEqual([[lease('1:1', 5)]])
  })

  test('goes by the latest order of a key, whose answer is still to come', async () => {
    const { grant, granted, written } = aRecord()
    const [first, second] = [order('1:1', BASE), order('1:1', BASE - 2 * SLACK)]
    await grant([first], A)
    await grant([second], A)
    written.length = 0
    await granted([first], [], ['1:1'])
    expect(written).toEqual([])
    await granted([second], open('1:1'), [])
    expect(written).toEqual([[lease('1:1', BASE - 2 * SLACK)]])
  })

  test('of this life is known when it is loaded, and that of an earlier one is none here', async () => {
    const rows = [lease('1:1', 9), lease('1:2', 9, { epoch: 'z' }), lease('1:3', 9, { epoch: 'z' })]
    const { load, take } = aRecord(rows)
    expect(await load('a')).toEqual(['1:1', '1:2', '1:3'])
    expect(await take([order('1:1', 9), order('1:2', 7)])).toEqual([[lease('1:2', 7)]])
    expect(await take([], ['1:3'])).toEqual([['1:3']])
    expect(await take([], ['1:3'])).toEqual([])
    // What was of an earlier life is of this one now, and goes once.
    expect(await take([], ['1:2'])).toEqual([['1:2']])
    expect(await take([], ['1:2'])).toEqual([])
  })

  test('begins again with another life, and forgets none of the one before', async () => {
    const { take, grant, granted, written } = aRecord()
    await take([order('1:1', 9), order('1:2', 9)])
    const next = { epoch: 'b', endsLeases: false }
    await grant([order('1:1', 3)], next)
    expect(written).toEqual([[lease('1:1', 3, { epoch: 'b', lastsMs: MACHINE_LEASE_MS })]])
    written.length = 0
    await granted([], [], ['1:2'])
    expect(written).toEqual([['1:2']])
  })

  test('goes on after a write that failed, which the order has to wait for', async () => {
    const { grant, take, state } = aRecord()
    state.isAway = true
    await expect(grant([order('1:1', 9)], A)).rejects.toThrow('database away')
    state.isAway = false
    expect(await take([order('1:1', 9)])).toEqual([[lease('1:1', 9)]])
  })
})
