import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { PeerSight } from '../../../server/engine/plane.ts'
import { take } from '../../../server/engine/wireguard/counters.ts'
import { newEntry } from '../../../server/engine/wireguard/peerTable.ts'
import { aTunnelCustomer, listMine, peersOf } from '../../support/wireguard.ts'

const A = Buffer.alloc(32, 1).toString('base64')
const addresses = ['10.100.0.5']
const anEntry = () => newEntry('3:5', { deviceId: 0, publicKey: A, addresses })
const raw = (bytes: number) => ({ publicKey: A, rx: bytes, tx: bytes, addresses })

describe('the age of a handshake', () => {
  const state = { write: () => {} }
  /** How old it is after a reading, by a machine whose clock says it was so long ago, ms. */
  const ageOf = (one: ReturnType<typeof anEntry>, byClock: number, sinceMs?: number) => {
    const handshake = Math.round((Date.now() - byClock) / 1000)
    take([{ ...raw(1), handshake }], new Map([[A, one]]), state, sinceMs)
    return Math.round((performance.now() - one.handshakeAt) / 1000)
  }

  test('is what the clock says, where nothing is known from before', () =>
    expect(ageOf(anEntry(), 90_000)).toBe(90))

  test.each([
    ['was set forward', 3_600_000],
    ['was set back', -3_600_000],
  ])('is at most the time between two readings after the clock %s', (_, byClock) => {
    const one = anEntry()
    expect(ageOf(one, byClock, 15_000)).toBeLessThanOrEqual(15)
    expect(performance.now() - one.handshakeAt).toBeGreaterThanOrEqual(0)
  })

  test('goes on by a clock that does not jump', () => {
    const one = anEntry()
    const handshake = 1_700_000_000
    take([{ ...raw(1), handshake }], new Map([[A, one]]), state, 0)
    const { handshakeAt } = one
    vi.useFakeTimers({ now: Date.now() + 86_400_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    take([{ ...raw(2), handshake }], new Map([[A, one]]), state, 15_000)
    expect(one.handshakeAt).toBe(handshakeAt)
  })
})

describe('a handshake by a clock that jumped', () => {
  test.each([
    ['ahead', 3_600_000, { isAt: 0, isConnected: true }],
    ['behind', -3_600_000, { isAt: -3_600_000, isConnected: false }],
  ])('%s is never in the future, and cuts nobody off', async (_, jump, { isAt, isConnected }) => {
    const sights: Record<string, PeerSight[]> = {}
    const { world, serverId, user, accountId } = await aTunnelCustomer(sights)
    const { at } = world.clock
    sights[`${serverId}:${accountId}`] = [{ deviceId: 0, up: 0, down: 0, handshakeAt: at + jump }]
    const flow = { accountId, deviceId: 0, up: 1, down: 1, lastSeen: at + jump }
    await world.db.insertInto('deviceFlow').values(flow).execute()
    const [own] = (await listMine(world, user, accountId)) ?? []
    const lastHandshake = at + isAt
    expect(own).toMatchObject({ lastHandshake, isConnected })
    expect(own?.servers).toMatchObject([{ handshakeAt: lastHandshake }])
    sights[`${serverId}:${accountId}`] = []
    expect((await listMine(world, user, accountId))?.[0]).toMatchObject({ lastHandshake })
    expect(await peersOf(world, accountId)).toHaveLength(1)
  })
})
