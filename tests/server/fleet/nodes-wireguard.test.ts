/** @module-tag long */
import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Schema } from '#contract'
import { deviceAccess, tunnelConfig } from '#rules/wireguard.ts'
import { aConsole, aSite } from '../../support/mortalConsole.ts'
import { aNodeMachine, consoleAddress } from '../../support/namespaces.ts'
import { programOf } from '../../support/programs.ts'
import { emptyFolder } from '../../support/served.ts'
import { freePort } from '../../support/freePort.ts'
import { eventually, visit } from '../../support/shadowsocks.ts'
import { aNetwork, aServerId, hasTunnels, join2, type Network } from '../../support/tunnels.ts'

const runFile = promisify(execFile)
const MB = 1_000_000
const QUOTA = 20 * MB

/** Starts a tunnel in a network, from the text a customer is given. */
async function bringUp(home: Network, text: string) {
  const name = `n${process.pid % 100_000}`
  const file = join(await emptyFolder(), `${name}.conf`)
  // Nothing in that network looks up names, and wg-quick wants resolvconf for this line.
  writeFileSync(file, text.replace(/^DNS = .*\n/m, ''), { mode: 0o600 })
  const { status, stderr } = home.run('wg-quick', 'up', file)
  if (status !== 0) throw new Error(stderr)
  onTestFinished(() => void home.run('wg-quick', 'down', file))
}

describe.skipIf(!hasTunnels)('a WireGuard server on another machine', () => {
  test(
    'joins by one line, is probed, is counted while the console is away, and is cut off at a quota that a Shadowsocks server shares',
    { tags: ['soak'], timeout: 300_000 },
    async () => {
      const address = consoleAddress()
      const engine = { ENGINE: 'true', ENGINE_ALLOW_TARGETS: '10.0.0.0/8' }
      const console_ = await aConsole(address, engine)
      onTestFinished(() => {
        const env = { ...process.env, DATA_DIR: console_.dataDir }
        spawnSync(process.execPath, [programOf('engineCommand'), 'stop'], { env })
      })
      const [site, node, home] = [await aSite(), await aNodeMachine(7), aNetwork('h')]
      const { ask, db } = console_
      // Interfaces of all networks share a folder of sockets, and are named by their server.
      await sql`insert into sqlite_sequence (name, seq) values ('server', ${aServerId()})`.execute(
        db,
      )
      const invite = await ask<{ command: string }>('/api/admin/node/invite', {
        server: {
          name: 'Far away',
          type: 'WireGuard',
          net: '172.20.0.0/16',
          wgPort: 4_500,
          mtu: 1_380,
        },
      })
      node.command('join', console_.url, invite.command.split(' ').at(-1)!, console_.publicKey)
      node.start()
      const terms = { type: 5, password: 'pw', time: Date.now(), limit: 24, multiServerFlow: 1 }
      const port = await freePort()
      await ask('/api/admin/account', { ...terms, port, flow: QUOTA })
      const lights = async () =>
        (await ask<Schema<'ServerLights'>[]>('/api/admin/server/lights'))[0]?.handshake
      await eventually(async () => (await lights())?.state === 'green', 60_000)

      const [server] = await ask<Schema<'Server'>[]>('/api/admin/server')
      const wanted = {
        nodeId: server!.nodeId,
        wgPort: 4_500,
        net: '172.20.0.0/16',
        serverId: server!.id,
      }
      const room = await ask<Schema<'WireGuardCheck'>>('/api/admin/server/wireguard', wanted)
      expect(room.state).toBe('ready')
      const here = { name: 'Here', address: '127.0.0.1', method: 'aes-256-gcm', scale: 2 }
      const { serverId: proxyId } = await ask<{ serverId: number }>('/api/admin/server', here)
      const door = { port, password: 'pw', method: 'aes-256-gcm' }
      /** What comes of a page through the Shadowsocks server. */
      const proxied = async (bytes: number) => {
        const ask_ = `GET /fast/${bytes} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`
        return (await visit(door, { host: address, port: site }, Buffer.from(ask_))).rest()
      }
      const billedOn = async (serverId: number) => {
        const rows = await db
          .selectFrom('usage')
          .selectAll()
          .where('serverId', '=', serverId)
          .execute()
        return rows.reduce((sum, { bytes }) => sum + bytes, 0)
      }
      const device = await ask<Schema<'WireGuardDevice'>>('/api/admin/account/1/device', {
        name: 'phone',
      })
      const [place] = device.servers
      const access = deviceAccess(device, place!, server!)!
      // The way from a customer to that machine is another one than from the console.
      join2({ ...home, name: node.name }, home, 31)
      const text = tunnelConfig({ ...access, host: '9.9.31.1' })
      expect(text).toMatch(/^MTU = 1380$[^]*^Endpoint = 9\.9\.31\.1:4500$/m)
      expect(text).toMatch(/^Address = 172\.21\.0\.2\/32/m)
      await bringUp(home, text)
      /** What the server's interface has counted of the device. */
      const moved = () => {
        const words = [
          'netns',
          'exec',
          node.name,
          'wg',
          'show',
          `sluice-wg${server!.id}`,
          'transfer',
        ]
        const { stdout } = spawnSync('ip', words, { encoding: 'utf8' })
        const line = stdout.split('\n').find((one) => one.startsWith(device.publicKey)) ?? ''
        return line
          .split('\t')
          .slice(1)
          .reduce((sum, one) => sum + Number(one), 0)
      }
      const get = async (bytes: number, seconds = 30) => {
        const url = `http://${node.gateway}:${site}/fast/${bytes}`
        const words = [
          '-s',
          '-m',
          String(seconds),
          '-o',
          '/dev/null',
          '-w',
          '%{size_download}',
          url,
        ]
        // The site is in this process, so this must not wait for curl.
        const got = await runFile('ip', home.command('curl', ...words)).catch(
          (error: { stdout: string }) => error,
        )
        return Number(got.stdout)
      }
      await eventually(async () => (await get(1, 2)) === 1, 20_000)
      expect(await get(4 * MB)).toBe(4 * MB)
      await console_.kill()
      expect(await get(3 * MB)).toBe(3 * MB)
      await console_.begin()
      // The node tries again in ever longer pauses while the console is away.
      await vi.waitFor(async () => expect(await billedOn(server!.id)).toBe(moved()), 60_000)
      await eventually(() =>
        proxied(1).then(
          () => true,
          () => false,
        ),
      )
      expect((await proxied(2 * MB)).length).toBeGreaterThan(2 * MB)
      await vi.waitFor(async () => expect(await billedOn(proxyId)).toBeGreaterThan(2 * MB), 20_000)
      const used = async () => (await ask<Schema<'Account'>>('/api/admin/account/1')).flowUsed ?? 0
      expect(await used()).toBe((await billedOn(server!.id)) + 2 * (await billedOn(proxyId)))
      const sights = await ask<Schema<'WireGuardDevice'>[]>('/api/admin/account/1/device')
      expect(sights.find(({ id }) => id === device.id)).toMatchObject({ isConnected: true })

      // How far past it depends on how busy the machine is; it is looked at each second.
      // How many seconds it takes to get there as well.
      while ((await used()) < QUOTA) {
        const got = await get(900 * MB, 15)
        expect(got).toBeLessThan(900 * MB)
        // Cut off at its part of the quota; the rest is with the other server.
        if (got === 0) await proxied(MB).catch(() => undefined)
      }
      await eventually(async () => (await get(1, 2)) === 0, 20_000)
      await eventually(() =>
        proxied(1).then(
          () => false,
          () => true,
        ),
      )
      const over = (await used()) - QUOTA
      console.log(`cut off ${over} bytes past a quota of ${QUOTA}`)
    },
  )
})
