/** @module-tag long */
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { aCustomer, joinedMachine, METHOD, portsOpen } from '../../support/fleetMachines.ts'
import { freePort } from '../../support/freePort.ts'
import { aConsole, aSite } from '../../support/mortalConsole.ts'
import { consoleAddress, hasNamespaces } from '../../support/namespaces.ts'
import { eventually } from '../../support/shadowsocks.ts'

const MB = 1_000_000
const QUOTA = 12 * MB
const SLOWEST = 40_000
/** How long after the call that moves a server the console is killed, ms. */
const KILLS = [0, 20, 50, 60, 70, 80, 100, 130, 170, 250, 400, 800]

/** A console, and two machines that carry a server each. */
async function twoMachines() {
  const address = consoleAddress()
  const [site, console_] = [await aSite(), await aConsole(address)]
  const [one, two] = [await joinedMachine(console_, 1), await joinedMachine(console_, 2)]
  const { ask } = console_
  await eventually(async () => (await ask<object[]>('/api/admin/server')).length === 2, SLOWEST)
  const servers = await ask<{ id: number; name: string }[]>('/api/admin/server')
  const ids = servers.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ id }) => id)
  const door = { port: await freePort(), password: 'pw', site }
  const openAccount = (terms: object) =>
    ask('/api/admin/account', { type: 5, time: Date.now(), limit: 24, ...door, ...terms })
  const [a, b] = [await aCustomer(one, door), await aCustomer(two, door)]
  /** Waits until all is counted that both customers got. */
  const isCounted = async () => {
    const passed = a.state.passed + b.state.passed
    await eventually(async () => (await console_.billed()) >= passed, SLOWEST)
    await pause(1_500)
    expect(await console_.billed()).toBe(passed)
  }
  return { address, console_, ask, one, two, ids, openAccount, a, b, isCounted }
}

describe.skipIf(!hasNamespaces)('two machines', () => {
  test(
    'move a server between them, the console killed meanwhile: each byte once, where it passed',
    { tags: ['soak'], timeout: 300_000 },
    async () => {
      const { console_, ask, one, two, ids, openAccount, a, b, isCounted } = await twoMachines()
      const [id, other] = ids as [number, number]
      await ask(`/api/admin/server/${other}`, undefined, 'DELETE')
      await openAccount({ flow: 1_000 * MB, multiServerFlow: 0 })
      await portsOpen(console_, 1, 1)
      const machines = [
        { node: 1, address: one.address, customer: a },
        { node: 2, address: two.address, customer: b },
      ] as const
      await a.fetch(300_000)
      let here = 0
      const move = async () => {
        const to = machines[1 - here]!
        const place = { plane: 'node', nodeId: to.node, address: to.address }
        const terms = { type: 'Shadowsocks', name: 'moves', method: METHOD, ...place }
        // Refused until the machine has linked.
        await eventually(() =>
          ask(`/api/admin/server/${id}`, terms, 'PUT').then(
            () => true,
            () => false,
          ),
        )
        const [left, now] = [machines[here]!.customer, to.customer]
        here = 1 - here
        return { left, now }
      }
      const { left, now } = await move()
      // At no moment is there nowhere to connect to: looked at as often as it can be.
      await eventually(
        async () => {
          const wasOpen = await left.isOpen()
          expect(wasOpen || (await now.isOpen())).toBe(true)
          return !wasOpen
        },
        20_000,
        5,
      )
      await now.fetch(200_000)
      for (const ms of KILLS) {
        const going = await move()
        await pause(ms)
        await console_.kill()
        // Wherever it is open now: perhaps on both.
        for (const customer of [going.left, going.now])
          if (await customer.isOpen()) await customer.fetch(100_000)
        await console_.begin()
        await eventually(
          async () => !(await going.left.isOpen()) && (await going.now.isOpen()),
          SLOWEST,
        )
        await going.now.fetch(150_000)
      }
      await isCounted()
      expect(await console_.carried()).toEqual(
        new Map([
          [1, a.state.passed],
          [2, b.state.passed],
        ]),
      )
    },
  )

  test('share a quota: one cut off has its part, and no more passes, also after the console was killed', async () => {
    const { address, console_, one, openAccount, a, b } = await twoMachines()
    await openAccount({ flow: QUOTA, multiServerFlow: 1 })
    await portsOpen(console_, 2, 1)
    await a.fetch(100_000)
    await b.fetch(100_000)
    await eventually(async () => (await console_.billed()) >= a.state.passed + b.state.passed)
    one.cut(true, address)
    await console_.kill()
    await console_.begin()
    await eventually(() => b.isOpen(), SLOWEST)
    const spend = async ({ fetch }: typeof a) => {
      for (;;)
        if (
          !(await fetch(500_000).then(
            () => true,
            () => false,
          ))
        )
          return
    }
    await spend(b)
    const halfway = await console_.billed()
    // The other's part is kept back for it.
    expect(halfway).toBeLessThan(QUOTA * 0.6)
    expect(await b.isOpen()).toBe(false)
    await spend(a)
    expect(await a.isOpen()).toBe(false)
    one.cut(false, address)
    await eventually(async () => (await console_.billed()) > QUOTA * 0.95, 90_000)
    await pause(2_000)
    expect(await console_.billed()).toBeLessThan(QUOTA + 2 * 2 ** 20)
  }, 300_000)
})
