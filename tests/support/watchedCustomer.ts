import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished } from 'vitest'
import { embeddedPlane } from '../../server/fleet/plane/carriers.ts'
import { startPlane } from '../../server/fleet/plane/lifecycle.ts'
import { engineFolder } from './engine.ts'
import { freePort } from './freePort.ts'
import { anAccount, aServer } from './make.ts'
import { eventually } from './shadowsocks.ts'
import { makeWorld } from './world.ts'

const run = promisify(execFile)
const MINE = '/api/user/account/{accountId}/attempts'

/** Where its server is, and its engine: in a folder, of a service of its own where none is started. */
type Place = { host?: string; listens?: string; dir?: string; starts?: boolean }
/** How a customer's client tries: where to, from which machine, and for how long. */
type Client = { method?: string; host?: string; inside?: readonly string[]; patienceS?: number }

/** A customer's account on a real port of the engine, a page behind it, and how it is watched. */
export async function customer(
  changes: Parameters<typeof anAccount>[1] = {},
  { host = '127.0.0.1', listens = host, dir = engineFolder(), starts = true }: Place = {},
) {
  const ports = { sitePort: 1, consolePort: 1 }
  const options = { host: listens, allowTargets: ['127.0.0.0/8'], starts, ...ports }
  const plane = embeddedPlane({ dir, ...options })
  const world = await makeWorld({ plane })
  world.clock.set(Date.now())
  const running = startPlane({ ...world.world, plane })
  onTestFinished(() => running.stop())
  const server = await aServer(world, { name: 'Tokyo', host, method: 'aes-256-gcm' })
  const user = await world.person()
  const port = changes.port ?? (await freePort())
  const id = await anAccount(world, { userId: user.id, port, password: 'right', ...changes })
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
  return { world, plane, server, id, port, page, watch, settle: running.settle }
}

/** Opens a page through Debian's client with this password; returns curl's output. */
export async function openPage(
  port: number,
  password: string,
  page: string,
  { method = 'aes-256-gcm', host = '127.0.0.1', inside = [], patienceS = 5 }: Client = {},
): Promise<string> {
  const socks = await freePort()
  const args = ['-s', host, '-p', String(port), '-m', method, '-k', password]
  const local = ['ss-local', '-b', '127.0.0.1', '-l', String(socks), ...args]
  const [program = '', ...words] = [...inside, ...local]
  const client = spawn(program, words, { stdio: 'ignore' })
  onTestFinished(() => void client.kill('SIGKILL'))
  const quiet = ['-s', '-m', String(patienceS), '-w', '%{http_code}', '-o', '/dev/null']
  let code = ''
  await eventually(async () => {
    const ask = ['curl', ...quiet, '--socks5-hostname', `127.0.0.1:${socks}`, page]
    const [command = '', ...rest] = [...inside, ...ask]
    const answer = run(command, rest)
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

/** The verdict becomes that: the engine waits for clients, and notes that they are gone. */
export async function eventuallyIs(
  word: string,
  watch: () => Promise<{ verdict: { word: string } }>,
) {
  await expect
    .poll(async () => (await watch()).verdict.word, { timeout: 30_000, interval: 200 })
    .toBe(word)
}
