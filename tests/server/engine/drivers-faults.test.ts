/** @module-tag long */
import { createServer } from 'node:net'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { requestAgent } from '../../../server/engine/drivers/agent.ts'
import { agentProgram } from '../../../server/engine/drivers/agentProgram.ts'
import { measureSkew } from '../../../server/engine/drivers/agentClock.ts'
import { detectDriver } from '../../../server/engine/drivers/detect.ts'
import { sentinelPassword } from '../../../server/engine/drivers/sentinel.ts'
import { NodeTrouble } from '../../../server/engine/drivers/trouble.ts'
import { startAgentNode } from '../../support/agentNode.ts'
import { aConsole, aPort, becomes } from '../../support/driven.ts'
import { freePort } from '../../support/freePort.ts'
import { eventually } from '../../support/shadowsocks.ts'

const KINDS = ['ssmgr', 'tiny', 'wireguard'] as const
/** Of one kind in `npm test`: the others speak the same protocol, and `drivers-agent` asks each. */
const TRIED = process.env.SOAK ? KINDS : KINDS.slice(0, 1)
const KEY = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='

async function fleet(kind: (typeof KINDS)[number], password?: string) {
  const clock = { at: 0 }
  const node = await startAgentNode(kind, { now: () => clock.at, password })
  const console = await aConsole(kind, node.place)
  Object.defineProperty(clock, 'at', { get: () => console.clock.at })
  const terms = kind === 'wireguard' ? { password: KEY } : {}
  return { node, console, door: aPort(1, await freePort(), terms) }
}

describe.each(TRIED)('an agent of kind %s', (kind) => {
  test('is detected by its version, with the reason if it cannot be used', async () => {
    const { node, console } = await fleet(kind)
    const now = () => console.clock.at
    expect(await detectDriver(node.place, now)).toMatchObject({ driver: kind, isGfw: false })
    const stranger = { ...node.place, password: 'another' }
    const refused = { trouble: 'wrong password or clock' }
    expect(await detectDriver(stranger, now)).toEqual(refused)
    node.settings.skew = 15 * 60_000
    expect(await detectDriver(node.place, now)).toMatchObject({ driver: kind })
    node.settings.skew = -20 * 60_000
    expect(await detectDriver(node.place, now)).toEqual(refused)
  })

  test.each([0, 599_000, -1_100_000])('is read by its own clock, %d ms from ours', async (skew) => {
    const { node, console, door } = await fleet(kind)
    node.settings.skew = skew
    const driver = console.start()
    await driver.change([door], [])
    await becomes(driver, door.key)
    await console.minute()
    node.flow.carry(door.port, 800)
    await console.charged(1, 800)
    await driver.change([], [door.key])
    await eventually(() => !node.ports.has(door.port))
    await console.minute(15)
    expect(await console.billed(1)).toBe(800)
  })

  test.each([
    ['flow', 'lose the reply'],
    ['flow', 'talk nonsense'],
    ['flow', 'be slow'],
    ['list', 'lose the reply'],
    ['add', 'lose the reply'],
    ['add', 'lose the question'],
    ['add', 'fail'],
    ['del', 'lose the reply'],
    ['del', 'lose the question'],
    ['del', 'fail'],
  ] as const)('opens, counts once and closes although %s should %s', async (command, fault) => {
    const { node, console, door } = await fleet(kind)
    const driver = console.start()
    node.fail(command, fault, 2)
    await driver.change([door], [])
    await becomes(driver, door.key)
    await console.minute()
    node.flow.carry(door.port, 1_234)
    node.fail(command, fault, 2)
    await console.charged(1, 1_234)
    await driver.change([], [door.key])
    await eventually(() => !node.ports.has(door.port))
    await console.minute(12)
    expect(await console.billed(1)).toBe(1_234)
  })

  test('sells nothing twice after a restart of the agent', async () => {
    const { node, console, door } = await fleet(kind)
    const driver = console.start()
    await driver.change([door], [])
    await becomes(driver, door.key)
    await console.minute()
    node.flow.carry(door.port, 1_000)
    await console.charged(1, 1_000)
    node.restart()
    console.clock.add(60_000)
    node.flow.carry(door.port, 30)
    await console.charged(1, 1_030)
    await console.minute(15)
    expect(await console.billed(1)).toBe(1_030)
  })

  test('says of a node that is silent or has another password that it is away', async () => {
    const { node, console, door } = await fleet(kind)
    node.settings.isSilent = true
    const driver = console.start({ timeoutMs: 60 })
    await driver.change([door], [])
    await becomes(driver, door.key, 'engine away')
    node.settings.isSilent = false
    node.settings.password = 'another'
    expect(await driver.alive()).toBe(false)
    node.settings.password = node.place.password
    await becomes(driver, door.key)
  })
})

test('a frame is refused the second time, so no two are the same', async () => {
  const { node, console } = await fleet('ssmgr')
  const question = { command: { command: 'version' }, at: console.clock.at }
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => requestAgent(node.place, question)))
  expect(answers.length).toBe(5)
})

test('an unused port with the lowest number prevents a restart from being billed', async () => {
  const { node, console } = await fleet('ssmgr')
  const driver = console.start()
  const doors = await Promise.all([1, 2].map(async (id) => aPort(id, await freePort())))
  await driver.change(doors, [])
  await Promise.all(doors.map(({ key }) => becomes(driver, key)))
  const secret = sentinelPassword(7, node.place.password)
  const sentinel = [...node.ports].find(([, password]) => password === secret)?.[0] ?? 0
  const numbers = doors.map(({ port }) => port)
  expect(sentinel).toBeGreaterThan(0)
  expect(sentinel).toBeLessThan(Math.min(...numbers))
  await console.minute()
  // Both counters are at the total of their lives.
  node.flow.measure([sentinel])
  for (const { port } of doors) node.flow.carry(port, 9_000_000)
  await console.charged(1, 9_000_000)
  await console.charged(2, 9_000_000)
  node.flow.restartCounter(Math.min(...numbers), 100)
  node.flow.carry(Math.max(...numbers), 10)
  await console.minute(15)
  const sum = (await console.billed(1)) + (await console.billed(2))
  expect(sum).toBe(18_000_010)
})

test('more than a line can carry is not billed', async () => {
  const { node, console, door } = await fleet('tiny')
  const driver = console.start()
  await driver.change([door], [])
  await becomes(driver, door.key)
  await console.minute()
  node.flow.carry(door.port, 900_000_000_000)
  await eventually(async () => {
    await console.minute()
    return (await console.billed(1)) > 0
  })
  expect(await console.billed(1)).toBeLessThan(60_000_000_000)
  expect(console.warnings.some((one) => 'counted' in one)).toBe(true)
})

test.each([
  'x; touch /tmp/owned #AAAAAAAAAAAAAAAAAAAAAAAAA=',
  `${KEY} allowed-ips 0.0.0.0/0`,
  `${KEY.slice(0, 42)}B=`,
  '',
])('a WireGuard agent is never sent %j, which it would put into a shell', async (password) => {
  const { node, console } = await fleet('wireguard')
  const driver = console.start()
  const door = aPort(1, 20_002, { password })
  await driver.change([door], [])
  await becomes(driver, door.key, 'password not supported')
  expect(node.requested.some(({ command }) => command === 'add')).toBe(false)
})

test('a WireGuard agent is not sent a key that another port has, nor a port without an address', async () => {
  const { node, console } = await fleet('wireguard')
  await node.put(20_001, KEY)
  const driver = console.start()
  const [thief, high] = [
    aPort(1, 20_002, { password: KEY }),
    aPort(2, 65_100, { password: Buffer.alloc(32, 9).toString('base64') }),
  ]
  await driver.change([thief, high], [])
  await becomes(driver, thief.key, 'key in use')
  await becomes(driver, high.key, 'port not supported')
  expect(node.ports.get(20_001)).toBe(KEY)
})

test('clients are addresses and nothing else', async () => {
  const { console, door } = await fleet('ssmgr')
  const driver = console.start()
  await driver.change([door], [])
  await becomes(driver, door.key)
  expect(await driver.clients(door.key)).toEqual(['192.0.2.7'])
})

test('a clock is not found by a connection that broke', async () => {
  let requested = 0
  const skew = await measureSkew(async (offset) => {
    requested += 1
    const isBroken = requested === 4
    if (isBroken || Math.abs(offset - 90_000) > 600_000)
      throw new NodeTrouble('wrong password or clock')
  }, 0)
  expect(Math.abs(skew - 90_000)).toBeLessThanOrEqual(1_000)
})

test('an answer that never ends, or is far too long, is not waited for', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const place = { host: '127.0.0.1', port, password: 'x' }
  const program = agentProgram(place, { kind: 'tiny', now: Date.now, timeoutMs: 300 })
  await expect(program.list()).rejects.toMatchObject({ trouble: 'nonsense' })
})

test('a closed port and an unknown name are distinguished', async () => {
  const place = { host: '127.0.0.1', port: await freePort(), password: 'x' }
  expect(await detectDriver(place, Date.now)).toEqual({ trouble: 'refused' })
  const nowhere = { ...place, host: 'nobody.invalid' }
  expect(await detectDriver(nowhere, Date.now)).toEqual({ trouble: 'unknown host' })
})
