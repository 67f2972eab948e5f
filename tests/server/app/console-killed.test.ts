/** @module-tag long */
import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../support/freePort.ts'
import { aConsole, aSite, download, nextRelease } from '../../support/mortalConsole.ts'
import { startClient } from '../../support/namespaces.ts'
import { programOf } from '../../support/programs.ts'
import { eventually } from '../../support/shadowsocks.ts'

const there = ['ss-local', 'curl'].every((tool) => !spawnSync(tool, ['-h']).error)
const DOWNLOADS = 100
/** Times the console is killed; once more it is stopped in order. */
const KILLS = 10

describe.skipIf(!there)('customers of this machine', () => {
  test(
    'notice nothing of a console that is killed, stopped, started again and upgraded',
    { tags: ['soak'], timeout: 300_000 },
    async () => {
      const site = await aSite()
      const console_ = await aConsole('127.0.0.1', {
        ENGINE: 'true',
        ENGINE_ALLOW_TARGETS: '127.0.0.0/8',
      })
      const [port, client] = [await freePort(), await freePort()]
      const password = 'pw'
      await console_.ask('/api/admin/server', { name: 'here', address: '127.0.0.1' })
      await console_.ask('/api/admin/account', { type: 1, port, password, flow: 0, limit: 1 })
      const engine = (command: string) =>
        spawnSync(process.execPath, [programOf('engineCommand'), command], {
          env: { ...process.env, DATA_DIR: console_.dataDir },
        }).stdout.toString()
      onTestFinished(() => void engine('stop'))
      const servers = () => console_.ask<{ portCount: number }[]>('/api/admin/server')
      await eventually(async () => (await servers())[0]?.portCount === 1)
      await startClient({ host: '127.0.0.1', port, password, method: 'aes-256-gcm' }, client)

      const upgrade = await nextRelease()
      const first = enginesIn(engine('status'))
      expect(first).toHaveLength(1)
      const seconds = 7 + KILLS * 3
      const slow = Array.from({ length: DOWNLOADS }, () =>
        download(client, `http://127.0.0.1:${site}/slow/${seconds}`),
      )
      for (let time = 0; time <= KILLS; time += 1) {
        await pause(500)
        // A service that is stopped, and now and then one that dies.
        await console_.kill(time === 1 ? 'SIGTERM' : 'SIGKILL')
        expect(engine('status')).toContain('1 ports are open')
        // From the second start on it is of the next release, whose engine takes over the port.
        await console_.begin(time === 0 ? undefined : upgrade)
      }
      await eventually(() => enginesIn(engine('status')).some((one) => !first.includes(one)))
      const late = await download(client, `http://127.0.0.1:${site}/page/100000`)
      const got = await Promise.all(slow)
      const passed = got.reduce((sum, one) => sum + one, late)
      console.log(
        `${got.length} downloads, console killed ${KILLS} times, engine upgraded: 0 broken`,
      )
      // The engine before it ended with the last of their connections.
      await eventually(() => !enginesIn(engine('status')).includes(first[0]!))
      await eventually(async () => (await console_.billed()) >= passed)
      await pause(1_500)
      expect(await console_.billed()).toBe(passed)
      expect(engine('stop')).toContain('has ended')
    },
  )
})

/** The processes of the engines that a status names. */
const enginesIn = (status: string) => [...status.matchAll(/^Engine (\d+)/gm)].map(([, pid]) => pid)
