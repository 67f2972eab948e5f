import { describe, expect, test, vi } from 'vitest'
import {
  anEnded,
  anOrder,
  isOpen,
  NOW,
  passed,
  peer,
  somePorts,
  tunnel,
} from '../../support/tunnelPorts.ts'

describe('the accounts of WireGuard servers', () => {
  test('are as fast as their orders say', async () => {
    const { change, asked } = somePorts()
    const [speed, slow] = [
      { up: 1, down: 2 },
      { up: 3, down: 3 },
    ]
    await change([
      anOrder('1:1', { speed }),
      anOrder('1:2', { speed: { up: 0 } }),
      anOrder('1:3', { speed, slow, until: 5 }),
      anOrder('1:4', { speed, slow, until: 0 }),
    ])
    expect(asked[0]).toEqual([
      'activate',
      [
        { key: '1:1', tunnel, peers: [peer], speed },
        { key: '1:2', tunnel, peers: [peer] },
        { key: '1:3', tunnel, peers: [peer], speed },
        { key: '1:4', tunnel, peers: [peer], speed: slow },
      ],
    ])
  })

  test('go on slowly from the last byte of their budget, and say so once', async () => {
    const { change, given, asked, said, ended, open, sums } = somePorts()
    const slow = { up: 3, down: 3 }
    const order = anOrder('1:1', { until: 5, low: 3, slow })
    await change([order])
    given.charge([passed('1:1', 1, 1)])
    expect([said.low, given.left('1:1')]).toEqual([[], 3])
    given.charge([passed('1:1', 1, 1)])
    expect([said.low, asked.length]).toEqual([['1:1'], 1])
    given.charge([passed('1:1', 1, 0)])
    expect([said.low, asked.at(-1)]).toEqual([
      ['1:1', '1:1'],
      ['speed', '1:1', slow],
    ])
    given.charge([passed('1:1', 7, 0)])
    expect([said.low.length, asked.length, ended, open()]).toEqual([2, 2, [], ['1:1']])
    // What is slow goes on slowly with the order that says that nothing is left.
    await change([{ ...order, until: 0 }])
    given.charge([passed('1:1', 1, 0)])
    expect([said.low.length, asked.length, asked.at(-1)]).toEqual([
      2,
      3,
      ['activate', [{ key: '1:1', tunnel, peers: [peer], speed: slow }]],
    ])
    expect(sums()).toContainEqual(['1:1', 11, 2])
  })

  test('are slowed down also where their budget ends while they come in', async () => {
    const { change, state, given, asked } = somePorts()
    const slow = { up: 3, down: 3 }
    state.meanwhile = () => given.charge([passed('1:1', 3, 2)])
    expect(await change([anOrder('1:1', { until: 5, slow })])).toEqual([isOpen('1:1')])
    expect(asked.at(-1)).toEqual(['speed', '1:1', slow])
    expect(asked.findLastIndex((one) => (one as unknown[])[0] === 'speed')).toBe(asked.length - 1)
  })

  test('lead back alone once they have ended, billed to nobody, until they are paid for', async () => {
    const { change, given, asked, open, ended, leave, peers: seen, ...rest } = somePorts()
    const sums = () => rest.sums().filter(([, up]) => up !== 0)
    const order = anEnded()
    expect(await change([order])).toEqual([isOpen('1:1')])
    const { tunnel: inside, peers } = order
    const held = { key: '1:1', tunnel: inside, peers }
    const slow = { speed: { up: 256, down: 256 } }
    expect(asked[0]).toEqual(['activate', [{ ...held, ...slow, isGated: true }]])
    given.charge([passed('1:1', 3, 2)])
    expect([sums(), open(), ended]).toEqual([[['1:0', 3, 2]], ['1:1'], []])
    expect([await seen('1:1'), asked.filter((one) => (one as unknown[])[0] === 'devices')]).toEqual(
      [[], []],
    )
    // As an earlier process has left it, before any order.
    given.charge([{ ...passed('1:0', 1, 1), deviceId: 0 }])
    expect(sums()).toEqual([['1:0', 4, 3]])
    const way = await vi.waitFor(() => {
      const found = asked.find((one) => (one as unknown[])[0] === 'way')
      return (found as [string, number, { homes: unknown; answers: { http: number } }])[2]
    })
    expect(way.homes).toEqual([{ address: '9.9.9.9', port: 443 }])
    const page = `http://127.0.0.1:${way.answers.http}/x`
    const { status, headers } = await fetch(page, { redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([302, order.wayBack?.page])

    asked.length = 0
    const { wayBack: _, ...paid } = { ...order, until: null }
    expect(await change([paid])).toEqual([isOpen('1:1')])
    // Shut first, so that what passed behind the gate is charged there.
    expect(asked).toEqual([
      ['suspend', '1:1'],
      ['activate', [held]],
    ])
    await expect(fetch(page)).rejects.toThrow('fetch failed')
    given.charge([passed('1:1', 5, 0)])
    expect(sums()).toEqual([
      ['1:1', 5, 0],
      ['1:0', 4, 3],
      ['1:1:7', 5, 0],
    ])
    await leave()
  })

  test('lead back for so many bytes a day', async () => {
    const { change, given, asked, open, ended, expire, leave } = somePorts()
    const order = anEnded()
    await change([order])
    given.charge([passed('1:1', 49_999_999, 0)])
    expect(asked.filter((one) => (one as unknown[])[0] === 'suspend')).toEqual([])
    given.charge([passed('1:1', 1, 0)])
    expect([asked.at(-1), open(), ended]).toEqual([['suspend', '1:1'], ['1:1'], []])
    const last = () => asked.findLast((one) => (one as unknown[])[0] === 'activate')
    expect(await change([order])).toEqual([isOpen('1:1')])
    expect(last()).toMatchObject(['activate', [{ key: '1:1', peers: [], isGated: true }]])
    expire(0)
    expect(last()).toMatchObject(['activate', [{ peers: [] }]])
    vi.setSystemTime(NOW + 86_400_000)
    expire(0)
    expect(last()).toMatchObject(['activate', [{ peers: order.peers, isGated: true }]])
    await leave()
  })
})
