/** @module-tag long */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type BareMachine,
  debianMachine,
  hasMounts,
  sharedMachine,
} from '../../support/bareMachine.ts'
import { freePort } from '../../support/freePort.ts'
import { aConsole, aSite, download } from '../../support/mortalConsole.ts'
import { consoleAddress, hasNamespaces, startClient } from '../../support/namespaces.ts'
import { givePackedNode } from '../../support/nodes.ts'

const METHOD = 'aes-256-gcm'
const BYTES = 300_000

describe.skipIf(!hasMounts || !hasNamespaces)('the line of "Another machine", pasted', () => {
  test(
    'makes a machine without Node a server that carries and counts traffic',
    { tags: ['soak'] },
    async () => {
      await pasteOn(sharedMachine())
    },
  )

  // Its packages come from Debian: minutes, and a network.
  test('does so on the smallest Debian, made for this', { tags: ['soak'] }, async () => {
    await pasteOn(debianMachine())
  })
})

/** Has a machine join by its line, and a customer download through it. */
async function pasteOn(machine: BareMachine) {
  const address = consoleAddress()
  const [site, console_] = [await aSite(), await aConsole(address)]
  await givePackedNode(console_.dataDir)
  const { ask, billed } = console_
  const account = await freePort()
  const password = 'pw'
  await ask('/api/admin/account', { type: 1, port: account, password, flow: 0, limit: 1 })
  const { command } = await ask<{ command: string }>('/api/admin/node/invite', {
    server: { name: 'Osaka', method: METHOD },
  })
  const began = performance.now()
  const { status, said } = machine.paste(command, {
    ENGINE_HOST: '0.0.0.0',
    ENGINE_ALLOW_TARGETS: `${address}/32`,
  })
  expect([status, said]).toEqual([0, expect.stringContaining('this machine is linked to')])
  expect(existsSync(join(machine.dir, 'node'))).toBe(true)
  const lights = () => ask<{ ports: { state: string } }[]>('/api/admin/server/lights')
  await expect.poll(async () => (await lights()).map((one) => one.ports.state)).toEqual(['green'])
  const client = await freePort()
  await startClient({ host: address, port: account, password, method: METHOD }, client)
  const passed = await download(client, `http://${address}:${site}/fast/${BYTES}`)
  await expect.poll(billed).toBe(passed)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`from the pasted line to a green light and ${passed} bytes counted: ${seconds} s`)
}
