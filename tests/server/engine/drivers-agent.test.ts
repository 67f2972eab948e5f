/** @module-tag long */
import { describe, expect, test } from 'vitest'
import { frameOf } from '../../../server/engine/drivers/frames.ts'
import { startAgentNode } from '../../support/agentNode.ts'
import { aConsole, aPort, becomes } from '../../support/driven.ts'
import { freePort } from '../../support/freePort.ts'
import { eventually } from '../../support/shadowsocks.ts'

const KINDS = ['ssmgr', 'tiny', 'wireguard'] as const
const KEY = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
const KEY_2 = 'BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

/** A console and an agent on one clock. */
async function fleet(kind: (typeof KINDS)[number]) {
  const clock = { at: 0 }
  const node = await startAgentNode(kind, { now: () => clock.at })
  const console = await aConsole(kind, node.place)
  // The world's clock is the one there is.
  Object.defineProperty(clock, 'at', { get: () => console.clock.at })
  const open = kind === 'wireguard' ? 20_001 : await freePort()
  const terms = kind === 'wireguard' ? { password: KEY } : {}
  return { node, console, door: aPort(1, open, terms) }
}

test('a question is framed as it was captured', () => {
  const frame = frameOf({ command: 'version' }, { password: 'node-secret', at: 0x01a1f9e8fb4e })
  expect(frame.toString('hex')).toBe(
    '001f01a1f9e8fb4e7b22636f6d6d616e64223a2276657273696f6e227d0b6ec683',
  )
})

describe.each(KINDS)('an agent of kind %s', (kind) => {
  test('opens a port, counts its flow once, and closes it with what it carried last', async () => {
    const { node, console, door } = await fleet(kind)
    const driver = console.start()
    expect(await driver.change([door], [])).toEqual([
      { key: door.key, port: door.port, open: true },
    ])
    expect(node.ports.get(door.port)).toBe(door.password)
    await console.minute()
    node.flow.carry(door.port, 5_000)
    await console.charged(1, 5_000)
    node.flow.carry(door.port, 700)
    console.clock.add(5_000)
    await driver.change([], [door.key])
    await eventually(() => !node.ports.has(door.port))
    await console.charged(1, 5_700)
    await console.minute(20)
    expect(await console.billed(1)).toBe(5_700)
    expect(driver.states()).toEqual([])
  })

  test('counts the same after any number of starts, also of one that stored nothing', async () => {
    const { node, console, door } = await fleet(kind)
    const first = console.start()
    await first.change([door], [])
    await console.minute()
    node.flow.carry(door.port, 1_000)
    await console.charged(1, 1_000)
    await first.close()
    node.flow.carry(door.port, 2_000)
    // Takes it in and dies before it is stored.
    console.settings.loses = true
    const second = console.start()
    await console.minute(2)
    await second.close()
    console.settings.loses = false
    const third = console.start()
    await third.change([door], [])
    await console.charged(1, 3_000)
    await console.minute(30)
    node.flow.carry(door.port, 4)
    await console.charged(1, 3_004)
    await console.minute(5)
    expect(await console.billed(1)).toBe(3_004)
  })

  test('has the node forget what was counted, and never reads it again when that fails', async () => {
    const { node, console, door } = await fleet(kind)
    const driver = console.start()
    await driver.change([door], [])
    for (let at = 0; at < 40; at += 1) {
      node.flow.carry(door.port, 100)
      if (at % 7 === 0) node.fail('flow', 'lose the reply')
      await console.minute()
    }
    await console.charged(1, 4_000)
    await console.minute(12)
    expect(await console.billed(1)).toBe(4_000)
    expect(node.flow.rows().length).toBeLessThan(30)
  })

  test('changes a password without adding to a port that is there', async () => {
    const { node, console, door } = await fleet(kind)
    const driver = console.start()
    await driver.change([door], [])
    // A busy machine may take longer for it than the console waits.
    await eventually(() => node.ports.has(door.port))
    await becomes(driver, door.key)
    await console.minute()
    node.flow.carry(door.port, 300)
    const next = { ...door, password: kind === 'wireguard' ? KEY_2 : 'another' }
    await driver.change([next], [])
    await eventually(() => node.ports.get(door.port) === next.password)
    await becomes(driver, door.key)
    const order = node.requested
      .filter(({ port }) => port === door.port)
      .map(({ command }) => command)
    expect(order).toEqual(['add', 'del', 'add'])
    node.flow.carry(door.port, 50)
    await console.charged(1, 350)
    await console.minute(15)
    expect(await console.billed(1)).toBe(350)
  })

  test('leaves alone what we never made, and takes over what is equal', async () => {
    const { node, console, door } = await fleet(kind)
    const [foreign, equal] = [await freePort(), await freePort()]
    await node.put(foreign, 'somebody else’s')
    await node.put(equal, kind === 'wireguard' ? KEY_2 : 'secret-2')
    node.flow.carry(equal, 9_999)
    const driver = console.start()
    const [one, two] = [aPort(2, equal, { ...door, key: '7:2', port: equal }), aPort(3, foreign)]
    one.password = node.ports.get(equal)!
    if (kind === 'wireguard') two.password = KEY
    await console.minute(2)
    await driver.change([one, two], [])
    await becomes(driver, one.key)
    expect(driver.stateOf(two.key)).toMatchObject({ open: false, reason: 'port in use' })
    await driver.change([], [two.key])
    await driver.change([], [])
    await console.minute(3)
    expect(node.ports.get(foreign)).toBe('somebody else’s')
    expect(await console.billed(2)).toBe(0)
    expect(driver.foreign()).toBeGreaterThanOrEqual(1)
  })

  test('sends never more than four requests at a time, and never the same twice', async () => {
    const { node, console } = await fleet(kind)
    // Nothing is given up here: what is sent again would be in the node twice.
    const driver = console.start({ timeoutMs: 30_000 })
    const doors = Array.from({ length: 12 }, async (_, at) =>
      aPort(at + 1, await freePort(), kind === 'wireguard' ? { password: keyOf(at) } : {}),
    )
    const wanted = await Promise.all(doors)
    node.fail('add', 'be slow', 12)
    await driver.change(wanted, [])
    await Promise.all(wanted.map(({ key }) => becomes(driver, key)))
    expect(node.mostInside()).toBeLessThanOrEqual(4)
    expect(node.requested.filter(({ command }) => command === 'add').length).toBeLessThanOrEqual(13)
  })
})

function keyOf(at: number): string {
  return `${Buffer.alloc(32, at + 1).toString('base64')}`
}
