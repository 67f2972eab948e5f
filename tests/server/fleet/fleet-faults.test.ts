/** @module-tag long */
import { execFileSync } from 'node:child_process'
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { isListening, joinedMachine, METHOD, portsOpen } from '../../support/fleetMachines.ts'
import { freePort } from '../../support/freePort.ts'
import { aConsole, aSite, download } from '../../support/mortalConsole.ts'
import { aMovedClock, hasMovedClocks } from '../../support/movedClock.ts'
import { consoleAddress, hasNamespaces, startClient } from '../../support/namespaces.ts'
import { emptyFolder } from '../../support/served.ts'
import { eventually } from '../../support/shadowsocks.ts'

const NODES = 3
const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Times everything below is done to the fleet while customers download. */
const ROUNDS = 6
const SLOW = 40

type Node = Awaited<ReturnType<typeof joinedMachine>> & { client: number }
type NodeView = { id: number; isLinked: number; skewMs: number | null }

describe.skipIf(!hasNamespaces || !hasMovedClocks)('a fleet in trouble', () => {
  test(
    'bills what curl got, and breaks no download',
    { tags: ['soak'], timeout: 600_000 },
    async () => {
      const address = consoleAddress()
      const [site, console_] = [await aSite(), await aConsole(address)]
      const nodes: Node[] = []
      const [password, port] = ['pw', await freePort()]
      const { ask } = console_
      const terms = { type: 5, time: Date.now(), limit: 24, flow: 0 }
      await ask('/api/admin/account', { ...terms, port, password })
      // Three days ahead: by its own time the account would be over.
      const clock = await aMovedClock('+3d')
      for (let number = 1; number <= NODES; number += 1) {
        const node = await joinedMachine(console_, number, number === 2 ? clock.env : {})
        nodes.push({ ...node, client: await freePort() })
      }
      const lights = async () => ask<{ handshake: { cause: string } }[]>('/api/admin/server/lights')
      const machines = () => ask<NodeView[]>('/api/admin/node')
      const areLinked = async () => (await machines()).every((one) => one.isLinked)
      await portsOpen(console_, NODES, 1)
      for (const node of nodes)
        await startClient({ host: node.address, port, password, method: METHOD }, node.client)

      let passed = 0
      const fetchAll = async (bytes: number) => {
        const each = nodes.map(({ client, gateway }) =>
          download(client, `http://${gateway}:${site}/fast/${bytes}`),
        )
        const ends = await Promise.allSettled(each)
        for (const end of ends) if (end.status === 'fulfilled') passed += end.value
        const failed = ends.find((end) => end.status === 'rejected')
        if (failed) throw failed.reason
      }
      const isBilled = async () => {
        await eventually(async () => (await console_.billed()) >= passed, 90_000)
        await pause(2_500)
        expect(await console_.billed()).toBe(passed)
      }
      await fetchAll(300_000)
      const skewOf = async (at: number) => (await machines())[at]?.skewMs ?? 0
      await eventually(async () => Math.abs((await skewOf(1)) - 3 * DAY) < 10_000, 30_000)
      const image = join(await emptyFolder(), 'image')
      for (let round = 0; round < ROUNDS; round += 1) {
        // They last through all that follows.
        const slow = nodes.flatMap(({ client, gateway }) =>
          [1, 2, 3].map(() => download(client, `http://${gateway}:${site}/slow/${SLOW}`)),
        )
        const [first, second, last] = nodes as [Node, Node, Node]
        // Another account, which is over while the console reaches nobody, the clocks set back.
        const other = await freePort()
        const over = { ...terms, time: Date.now() - HOUR + 10_000, limit: 1 }
        await ask('/api/admin/account', { ...over, port: other, password })
        await eventually(() => isListening(second.address, other))
        execFileSync('cp', ['-a', last.dir, image])
        for (const node of [first, second]) node.cut(true, address)
        clock.set('-1d')
        await fetchAll(100_000)
        await console_.kill()
        await fetchAll(200_000)
        expect(last.kill('run')).toBe(1)
        await fetchAll(50_000)
        await eventually(async () => !(await isListening(second.address, other)))
        await console_.begin()
        for (const node of [first, second]) node.cut(false, address)
        await fetchAll(1_000_000)
        await eventually(areLinked, 60_000)
        if (round === 0) {
          // Another program: its engine takes over the ports, and the old one ends with its downloads.
          appendFileSync(console_.program, '\n// Another program.\n')
          const { id } = (await machines())[0]!
          const before = first.engines()
          await ask(`/api/admin/node/${id}/upgrade`, {})
          // On a slow machine the old one has ended its downloads before anybody looks.
          await eventually(() => first.engines().some((pid) => !before.includes(pid)), 60_000)
          await fetchAll(400_000)
        }
        clock.set('+400d')
        for (const got of await Promise.all(slow)) passed += got
        await isBilled()
        // Its disk is what it was before all this: counters, orders and all.
        await last.stop()
        rmSync(last.dir, { recursive: true })
        execFileSync('mv', [image, last.dir])
        last.start()
        await eventually(() => isListening(last.address, port))
        await eventually(areLinked, 60_000)
        await fetchAll(120_000)
      }
      await fetchAll(70_000)
      await isBilled()
      await eventually(() => nodes[0]!.engines().length === 1, 60_000)
      // There is no way from one of these networks to another: only the console gets through.
      const causes = async () => (await lights()).map(({ handshake }) => handshake.cause)
      await eventually(async () => (await causes()).every((one) => one === 'onlyConsole'), 100_000)

      // An engine that is killed takes no more with it than the last seconds.
      await fetchAll(2_000_000)
      await pause(1_500)
      expect(nodes[0]!.kill('engine')).toBeGreaterThan(0)
      await portsOpen(console_, NODES, 1)
      await eventually(
        () =>
          fetchAll(10_000).then(
            () => true,
            () => false,
          ),
        20_000,
      )
      await eventually(async () => (await console_.billed()) >= passed, 20_000)
      expect(await console_.billed()).toBe(passed)
    },
  )
})
