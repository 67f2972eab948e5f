import { describe, expect, test } from 'vitest'
import { openVerifying } from '../../../server/engine/drivers/verifying.ts'
import { startAgentNode } from '../../support/agentNode.ts'
import { aConsole, aPort, becomes } from '../../support/driven.ts'
import { freePort } from '../../support/freePort.ts'

const LATE_MS = 180_000

/** Ports of a node by number; what they carried, and which of them accept connections. */
function aNode(count = 1) {
  const clock = { at: 0 }
  const carried = new Map<number, number>()
  const open = new Set<number>()
  const tried: number[] = []
  const ports = Array.from({ length: count }, (_, n) => aPort(n, 1_000 + n))
  const verifying = openVerifying({
    program: {
      lateMs: LATE_MS,
      listens: async (port) => {
        tried.push(port)
        return open.has(port)
      },
    },
    ledger: {
      at: (port) => ({ key: String(port) }) as never,
      total: (key) => carried.get(Number(key)) ?? 0,
    },
    now: () => clock.at,
  })
  const look = async () => {
    const found = await verifying.look(ports as never)
    const isOf = (port: number) =>
      Object.entries(found).find(([, some]) => some.some((one) => one.port === port))?.[0]
    return ports.map(({ port }) => isOf(port))
  }
  /** What it is after so many ms, in which so much was carried by all. */
  const after = (ms: number, bytes = 0) => {
    clock.at += ms
    for (const { port } of ports) carried.set(port, (carried.get(port) ?? 0) + bytes)
    return look()
  }
  return { look, after, open, tried, ports }
}

describe('a port that accepted connections', () => {
  test('is tried again each minute, whatever it carries', async () => {
    const { look, after, open, tried } = aNode()
    open.add(1_000)
    expect(await look()).toEqual(['listening'])
    expect(await after(49_999, 500)).toEqual(['listening'])
    expect(tried).toHaveLength(1)
    expect(await after(1, 500)).toEqual(['listening'])
    expect(tried).toHaveLength(2)
  })

  test('and accepts none any more is opened again, and does not listen meanwhile', async () => {
    const { look, after, open } = aNode()
    open.add(1_000)
    await look()
    open.clear()
    expect(await after(60_000)).toEqual(['broken'])
    // Not over and over: each time ends what customers may have there.
    expect(await after(60_000)).toEqual(['silent'])
    expect(await after(239_999)).toEqual(['silent'])
    expect(await after(1)).toEqual(['broken'])
  })

  test('does not listen, though it had carried something just before', async () => {
    const { look, after, open } = aNode()
    open.add(1_000)
    await look()
    open.clear()
    expect(await after(60_000, 500)).toEqual(['silent'])
    // Counted late by the program.
    expect(await after(60_000, 500)).toEqual(['silent'])
    expect(await after(60_000)).toEqual(['broken'])
  })

  test('and goes on carrying is in use: the console alone is shut out', async () => {
    const { look, after, open } = aNode()
    open.add(1_000)
    await look()
    open.clear()
    await after(60_000, 500)
    expect(await after(LATE_MS, 500)).toEqual(['silent'])
    expect(await after(1, 500)).toEqual(['listening'])
    expect(await after(60_000, 500)).toEqual(['listening'])
    expect(await after(60_000)).toEqual(['broken'])
    // It is as any other once it accepts one.
    open.add(1_000)
    expect(await after(60_000)).toEqual(['listening'])
  })
})

describe('a port of a node that hides its ports', () => {
  test('is believed for five minutes by what it carries, and is not opened again', async () => {
    const { look, after, tried } = aNode(10)
    expect(await look()).toEqual(Array(10).fill('silent'))
    // The others are not tried: nothing is known of the node.
    expect(tried).toHaveLength(8)
    expect(await after(60_000, 500)).toEqual(Array(10).fill('listening'))
    expect(await after(299_999)).toEqual(Array(10).fill('listening'))
    expect(await after(1)).toEqual(Array(10).fill('silent'))
    expect(await after(60_000)).toEqual(Array(10).fill('silent'))
    expect(await after(60_000, 500)).toEqual(Array(10).fill('listening'))
  })
})

test('an agent that answers for a program that died has no open ports', async () => {
  const clock = { at: 0 }
  const node = await startAgentNode('ssmgr', { now: () => clock.at })
  const console = await aConsole('ssmgr', node.place)
  Object.defineProperty(clock, 'at', { get: () => console.clock.at })
  const driver = console.start({ looksMs: 50 })
  const door = aPort(1, await freePort())
  await driver.change([door], [])
  await becomes(driver, door.key)
  await console.minute()
  node.flow.carry(door.port, 4_000)
  await console.charged(1, 4_000)
  // Its manager is gone with its ports; the agent lists them from what it stored, and takes orders.
  node.data.isDead = true
  await node.data.closeAll()
  console.clock.add(60_000)
  await becomes(driver, door.key, 'not listening')
  expect(await driver.alive()).toBe(true)
  // The manager is back.
  node.data.isDead = false
  await node.data.open(door.port)
  console.clock.add(60_000)
  await becomes(driver, door.key)
})
