import { appendFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { freePort } from '../support/freePort.ts'
import { aConsole, aSite, download } from '../support/mortalConsole.ts'
import { aNodeMachine, consoleAddress, hasNamespaces, startClient } from '../support/namespaces.ts'
import { eventually } from '../support/shadowsocks.ts'

const NODES = process.env.SOAK ? 3 : 2
/** Times everything below is done to the fleet while customers download. */
const ROUNDS = process.env.SOAK ? 6 : 1
const SLOW = process.env.SOAK ? 40 : 22
const METHOD = 'aes-256-gcm'

type Node = Awaited<ReturnType<typeof aNodeMachine>>

describe.skipIf(!hasNamespaces)('a fleet in trouble', () => {
  test('bills what curl got, and breaks no download', async () => {
    const address = consoleAddress()
    const [site, console_] = [await aSite(), await aConsole(address)]
    const nodes: (Node & { client: number })[] = []
    const password = 'pw'
    const { ask } = console_
    const account = 20_000 + (process.pid % 10_000)
    await ask('/api/admin/account', { type: 1, port: account, password, flow: 0, limit: 1 })
    for (let number = 1; number <= NODES; number += 1) {
      const node = await aNodeMachine(number)
      const invite = await ask<{ command: string }>('/api/admin/node/invite', {
        server: { name: `node ${number}` },
      })
      node.command('join', console_.url, invite.command.split(' ').at(-1)!, console_.publicKey)
      node.start()
      nodes.push({ ...node, client: await freePort() })
    }
    const lights = async () => ask<{ handshake: { cause: string } }[]>('/api/admin/server/lights')
    const areOpen = async () => {
      const all = await ask<{ portCount: number }[]>('/api/admin/server')
      return all.length === NODES && all.every((one) => one.portCount === 1)
    }
    await eventually(areOpen, 40_000)
    for (const node of nodes)
      await startClient(
        { host: node.address, port: account, password, method: METHOD },
        node.client,
      )

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
    await fetchAll(300_000)
    for (let round = 0; round < ROUNDS; round += 1) {
      // They last through all that follows.
      const slow = nodes.flatMap(({ client, gateway }) =>
        [1, 2, 3].map(() => download(client, `http://${gateway}:${site}/slow/${SLOW}`)),
      )
      const [first, last] = [nodes[0]!, nodes.at(-1)!]
      first.cut(true, address)
      await fetchAll(100_000)
      await console_.kill()
      await fetchAll(200_000)
      expect(last.kill('run')).toBe(1)
      await fetchAll(50_000)
      await console_.begin()
      first.cut(false, address)
      await fetchAll(1_000_000)
      await eventually(
        async () =>
          (await ask<{ id: number; isLinked: number }[]>('/api/admin/node')).every(
            (one) => one.isLinked,
          ),
        60_000,
      )
      if (round === 0) {
        // Another program: its engine takes over the ports, and the old one ends with its downloads.
        appendFileSync(console_.program, '\n// Another program.\n')
        const { id } = (await ask<{ id: number; isLinked: number }[]>('/api/admin/node'))[0]!
        await ask(`/api/admin/node/${id}/upgrade`, {})
        await eventually(() => first.engines() === 2, 20_000)
        await fetchAll(400_000)
      }
      for (const got of await Promise.all(slow)) passed += got
    }
    await fetchAll(70_000)
    await eventually(async () => (await console_.billed()) >= passed, 90_000)
    await pause(2_500)
    expect(await console_.billed()).toBe(passed)
    await eventually(() => nodes[0]!.engines() === 1, 20_000)
    // There is no way from one of these networks to another: only the console gets through.
    const causes = async () => (await lights()).map(({ handshake }) => handshake.cause)
    await eventually(async () => (await causes()).every((one) => one === 'onlyConsole'), 40_000)

    // An engine that is killed takes no more with it than the last seconds.
    await fetchAll(2_000_000)
    await pause(1_500)
    expect(nodes[0]!.kill('engine')).toBeGreaterThan(0)
    await eventually(areOpen, 20_000)
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
  }, 400_000)
})
