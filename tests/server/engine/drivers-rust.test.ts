/** @module-tag long */
import { expect, test } from 'vitest'
import { detectDriver } from '../../../server/engine/drivers/detect.ts'
import { countersIn, portsIn } from '../../../server/engine/drivers/managerAnswers.ts'
import { aConsole, aPort, becomes } from '../../support/driven.ts'
import { startTarget } from '../../support/engine.ts'
import { freePort } from '../../support/freePort.ts'
import { startManagerNode } from '../../support/managerNode.ts'
import { eventually } from '../../support/shadowsocks.ts'

const passing = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function fleet(kind: 'rust' | 'libev' = 'rust') {
  const node = await startManagerNode(kind)
  const console = await aConsole(kind, node.place)
  return { node, console, door: aPort(1, await freePort(), { password: 'q"\\uo' }) }
}

test('opens ports, takes answers that end a line, and closes them', async () => {
  const { node, console, door } = await fleet()
  const driver = console.start()
  expect(await driver.change([door], [])).toEqual([{ key: door.key, port: door.port, open: true }])
  expect(node.doors.get(door.port)?.password).toBe(door.password)
  node.carry(door.port, 1_000)
  await driver.change([], [door.key])
  await eventually(() => !node.doors.has(door.port))
  await eventually(async () => (await console.billed(1)) === 1_000)
})

test('never adds to a port that is there: it would be replaced with its counter', async () => {
  const { node, console, door } = await fleet()
  const driver = console.start()
  await driver.change([door], [])
  node.carry(door.port, 1_000)
  await driver.change([{ ...door, password: 'next' }], [])
  await eventually(() => node.doors.get(door.port)?.password === 'next')
  const orders = node.requested
    .filter((text) => /^(add|remove)/.test(text))
    .map((text) => text.slice(0, 3))
  expect(orders).toEqual(['add', 'rem', 'add'])
  node.carry(door.port, 20)
  await eventually(async () => (await console.billed(1)) === 1_020)
})

test('does not believe an ok: a port that another program has, and one that stayed closed', async () => {
  const { node, console } = await fleet()
  const driver = console.start()
  const busy = await startTarget(() => {})
  const taken = aPort(1, busy.port)
  await driver.change([taken], [])
  expect(driver.stateOf(taken.key)).toMatchObject({ open: false, reason: 'port in use' })
  expect(node.requested.some((text) => text.startsWith('add'))).toBe(false)
})

test('says which cipher a build does not have', async () => {
  const { console } = await fleet()
  const driver = console.start()
  const [never, feature] = [
    aPort(1, await freePort(), { method: 'bf-cfb' }),
    aPort(2, await freePort(), { method: 'aes-128-ctr' }),
  ]
  await driver.change([never, feature], [])
  await becomes(driver, never.key, 'method not supported')
  await becomes(driver, feature.key, 'method not supported')
})

test.each(['list', 'ping', 'add', 'remove'])(
  'repairs what came of a lost answer to %s',
  async (lost) => {
    const { node, console, door } = await fleet()
    const driver = console.start()
    const other = aPort(2, await freePort())
    await driver.change([other], [])
    await becomes(driver, other.key)
    node.carry(other.port, 500)
    node.lose(lost, 2)
    await driver.change([door], [other.key])
    await becomes(driver, door.key)
    await eventually(() => !node.doors.has(other.port))
    node.carry(door.port, 70)
    await eventually(async () => (await console.billed(1)) === 70)
    await eventually(async () => (await console.billed(2)) === 500)
    expect(node.requested.filter((text) => text.startsWith('add')).length).toBeLessThanOrEqual(3)
  },
)

test('opens all ports again when the manager began again, and counts both lives', async () => {
  const { node, console, door } = await fleet()
  const driver = console.start()
  await driver.change([door], [])
  node.carry(door.port, 1_000)
  await eventually(async () => (await console.billed(1)) === 1_000)
  await node.restart()
  await eventually(() => node.doors.has(door.port))
  await becomes(driver, door.key)
  node.carry(door.port, 300)
  await eventually(async () => (await console.billed(1)) === 1_300)
})

test('counts a port that began again while the console was away from its new life only', async () => {
  const { node, console, door } = await fleet()
  const first = console.start()
  await first.change([door], [])
  node.carry(door.port, 1_000)
  await eventually(async () => (await console.billed(1)) === 1_000)
  await first.close()
  await node.put(door.port, { ...door, bytes: 40 })
  const second = console.start()
  await second.change([door], [])
  await eventually(async () => (await console.billed(1)) === 1_040)
  await passing(200)
  expect(await console.billed(1)).toBe(1_040)
})

test('does not pay twice for one counter that lies low for a moment', async () => {
  const { node, console, door } = await fleet()
  const driver = console.start()
  await driver.change([door], [])
  node.carry(door.port, 1_000)
  await eventually(async () => (await console.billed(1)) === 1_000)
  const requested = node.requested.length
  node.carry(door.port, -900)
  await eventually(() => node.requested.slice(requested).includes('ping'))
  node.carry(door.port, 905)
  await eventually(async () => (await console.billed(1)) === 1_005)
  await passing(500)
  expect(await console.billed(1)).toBe(1_005)
})

test('counts of a spike what a line can carry, and says so', async () => {
  const { node, console, door } = await fleet()
  const driver = console.start({ lateMs: 1_000 })
  await driver.change([door], [])
  await becomes(driver, door.key)
  node.carry(door.port, 5_000_000_000)
  await eventually(() => console.warnings.some((one) => 'counted' in one))
  await eventually(async () => (await console.billed(1)) > 0)
  const charged = await console.billed(1)
  expect(charged).toBeLessThan(200_000_000)
  await driver.close()
  const again = console.start()
  await again.change([door], [])
  node.carry(door.port, 10)
  await eventually(async () => (await console.billed(1)) === charged + 10)
})

test('closes a port at its budget and at its end', async () => {
  const { node, console } = await fleet()
  const driver = console.start()
  const over = aPort(1, await freePort(), { budget: 1_000, lowAt: 500 })
  const late = aPort(2, await freePort(), { expireAt: console.clock.at + 60_000 })
  await driver.change([over, late], [])
  await becomes(driver, late.key)
  node.carry(over.port, 1_000)
  await becomes(driver, over.key, 'over')
  await eventually(() => !node.doors.has(over.port))
  expect(node.doors.has(late.port)).toBe(true)
  console.clock.add(60_000)
  await eventually(() => !node.doors.has(late.port))
  expect(driver.stateOf(late.key)).toMatchObject({ open: false, reason: 'expired' })
  await driver.change([{ ...over, budget: 10 }], [])
  await becomes(driver, over.key)
})

test('reports that a node is away, and opens all that is wanted when it is back', async () => {
  const { node, console, door } = await fleet()
  node.settings.isSilent = true
  const driver = console.start({ timeoutMs: 300 })
  expect(await driver.change([door], [])).toMatchObject([{ open: false }])
  await becomes(driver, door.key, 'engine away')
  expect(await driver.alive()).toBe(false)
  node.settings.isSilent = false
  await becomes(driver, door.key)
  expect(await driver.alive()).toBe(true)
})

test('closes unwanted ports only when it is instructed to, also after a start', async () => {
  const { node, console, door } = await fleet()
  const first = console.start()
  await first.change([door], [])
  await first.close()
  const second = console.start()
  await second.change([], [])
  await eventually(() => second.stateOf(door.key)?.open)
  await passing(200)
  expect(node.doors.has(door.port)).toBe(true)
  await second.change([], [door.key])
  await eventually(() => !node.doors.has(door.port))
})

test('takes more ports than it can count for more than a node has room for', async () => {
  const { node, console } = await fleet()
  for (let port = 1; port <= 1_000; port += 1)
    node.doors.set(port, { password: 'x', method: 'aes-256-gcm', bytes: 0 })
  const driver = console.start()
  const door = aPort(1, await freePort())
  await driver.change([door], [])
  await becomes(driver, door.key, 'node is full')
})

test('answers of many ports are read piece by piece, and half a number not at all', () => {
  expect(countersIn(['stat: {"1":10,"2":33', '33,"3":5,"4', '4":7,"5":1}'])).toEqual(
    new Map([
      [1, 10],
      [3, 5],
      [5, 1],
    ]),
  )
  const lost = portsIn([
    '"x","method":"m"},\n\t{"server_port":"9","password":"a}b","method":"m"}\n]',
  ])
  expect([...lost]).toEqual([[9, { password: 'a}b', method: 'm' }]])
  expect(portsIn(['[\n]']).size).toBe(0)
})

test('counts ports with a lost packet of the list, and with split counters', async () => {
  const { node, console } = await fleet('libev')
  const driver = console.start()
  const doors = await Promise.all([1, 2, 3, 4, 5, 6].map(async (id) => aPort(id, await freePort())))
  await driver.change(doors, [])
  await Promise.all(doors.map(({ key }) => becomes(driver, key)))
  node.settings.cutAt = 61
  node.settings.losesFirst = true
  for (const { port } of doors) node.carry(port, 12_345)
  const adds = node.requested.filter((text) => text.startsWith('add')).length
  await driver.change(doors, [])
  await passing(300)
  for (const { port } of doors) node.carry(port, 5)
  node.settings.cutAt = Infinity
  await eventually(async () => (await console.billed(6)) === 12_350)
  for (const id of [1, 2, 3, 4, 5, 6]) expect(await console.billed(id)).toBe(12_350)
  expect(node.requested.filter((text) => text.startsWith('add')).length).toBe(adds)
})

test('is distinguished from the manager of libev by how its answers end', async () => {
  const [rust, libev] = [await startManagerNode('rust'), await startManagerNode('libev')]
  expect(await detectDriver(rust.place, Date.now)).toMatchObject({ driver: 'rust' })
  expect(await detectDriver(libev.place, Date.now)).toMatchObject({ driver: 'libev' })
  libev.settings.isSilent = true
  expect(await detectDriver(libev.place, Date.now)).toEqual({ trouble: 'refused' })
})
