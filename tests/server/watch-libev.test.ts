/** @module-tag long */
import { execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { embeddedPlane } from '../../server/traffic/plane/embedded.ts'
import { startPlane } from '../../server/traffic/plane/lifecycle.ts'
import { engineFolder } from '../support/engine.ts'
import { freePort } from '../support/freePort.ts'
import { anAccount, aServer } from '../support/make.ts'
import { eventually } from '../support/shadowsocks.ts'
import { makeWorld } from '../support/world.ts'

const there = ['ss-local', 'curl'].every((tool) => !spawnSync(tool, ['-h']).error)
const run = promisify(execFile)
const MINE = '/api/user/account/{accountId}/attempts'

/** A customer's account on a real port of the engine, a page behind it, and how it is watched. */
async function customer() {
  const ports = { sitePort: 1, consolePort: 1 }
  const options = { host: '127.0.0.1', allowTargets: ['127.0.0.0/8'], ...ports }
  const plane = embeddedPlane({ dir: engineFolder(), ...options })
  const world = await makeWorld({ plane })
  world.clock.set(Date.now())
  const running = startPlane({ ...world.world, plane })
  onTestFinished(() => running.stop())
  const server = await aServer(world, { name: 'Tokyo', method: 'aes-256-gcm' })
  const user = await world.person()
  const port = await freePort()
  const id = await anAccount(world, { userId: user.id, port, password: 'right' })
  await running.settle()
  const web = createServer((_, reply) => void reply.end('hello')).listen(0, '127.0.0.1')
  await once(web, 'listening')
  onTestFinished(() => void web.close())
  const page = `http://127.0.0.1:${(web.address() as AddressInfo).port}/`
  const watch = async (since: number) => {
    const query = { since }
    const { data } = await world.as(user).GET(MINE, { params: { path: { accountId: id }, query } })
    return data!
  }
  return { server, port, page, watch }
}

/** Opens a page through Debian's client with this password; returns curl's output. */
async function openPage(port: number, password: string, page: string): Promise<string> {
  const socks = await freePort()
  const args = ['-s', '127.0.0.1', '-p', String(port), '-m', 'aes-256-gcm', '-k', password]
  const client = spawn('ss-local', ['-b', '127.0.0.1', '-l', String(socks), ...args], {
    stdio: 'ignore',
  })
  onTestFinished(() => void client.kill('SIGKILL'))
  const quiet = ['-s', '-m', '3', '-w', '%{http_code}', '-o', '/dev/null']
  let code = ''
  await eventually(async () => {
    const answer = run('curl', [...quiet, '--socks5-hostname', `127.0.0.1:${socks}`, page])
    const { stdout, exit } = await answer.then(
      (one) => ({ ...one, exit: 0 }),
      (error: { stdout: string; code: number }) => ({ stdout: error.stdout, exit: error.code }),
    )
    code = stdout
    // 7: the client does not listen yet.
    return exit !== 7
  })
  return code
}

describe.skipIf(!there)('a customer who tries with the client of shadowsocks-libev', () => {
  test('reads that nothing came, then of a wrong password, then that all is well', async () => {
    const { server, port, page, watch } = await customer()
    const since = Date.now()
    expect((await watch(since)).verdict.word).toBe('absent')
    expect(await openPage(port, 'wrong', page)).toBe('000')
    const wrong = await watch(since)
    expect(wrong.verdict).toMatchObject({ word: 'wrongKey', serverId: server })
    expect(wrong.servers[0]?.attempts[0]).toMatchObject({ reason: 'wrongKey', own: true })
    expect(await openPage(port, 'right', page)).toBe('200')
    expect((await watch(since)).verdict).toMatchObject({ word: 'fine', serverId: server })
  })
})
