import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { appendFile, cp, symlink } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { findNodeIdentity } from '../../server/fleet/nodes/identity.ts'
import { freePort } from './freePort.ts'
import { agentProgram } from './nodes.ts'
import { emptyFolder, serve, sessionOn, servedSecret } from './served.ts'
import { eventually } from './shadowsocks.ts'

const run = promisify(execFile)

/** A page of so many bytes, at once or, under `/slow`, over as many seconds as requested. */
export async function aSite() {
  const server = createServer(async ({ url = '' }, reply) => {
    const [, kind, amount] = url.split('/')
    if (kind !== 'slow') return void reply.end(Buffer.alloc(Number(amount), 'x'))
    // Without its length it would come in chunks, whose frames curl does not count.
    reply.setHeader('content-length', Number(amount) * 10_000)
    for (let tenth = 0; tenth < Number(amount) * 10; tenth += 1) {
      reply.write(Buffer.alloc(1_000, 'y'))
      await pause(100)
    }
    reply.end()
  }).listen(0, '0.0.0.0')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** A copy of this project whose engine differs, as that of the next release does. */
export async function nextRelease(): Promise<string> {
  const folder = await emptyFolder()
  for (const part of ['server', 'src', 'openapi', 'package.json'])
    await cp(part, join(folder, part), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  await appendFile(join(folder, 'server/engine/main.ts'), '\n// The next release.\n')
  return folder
}

/**
 * A console as a process of its own, that can be killed and started again at the same address. With
 * a `DATABASE_URL` several may share one database.
 */
export async function aConsole(address: string, more: NodeJS.ProcessEnv = {}) {
  const [port, DATA_DIR] = [await freePort(), await emptyFolder()]
  const url = `http://${address}:${port}`
  const program = join(DATA_DIR, 'agent.mjs')
  copyFileSync(await agentProgram(), program)
  const env = {
    DATA_DIR,
    HOST: '0.0.0.0',
    PORT: String(port),
    SITE: url,
    NODE_AGENT: program,
    ...more,
  }
  const isUp = () =>
    fetch(`${url}/api/health`).then(
      (reply) => reply.ok,
      () => false,
    )
  const begin = async (cwd = '.', others: NodeJS.ProcessEnv = {}) => {
    const started = await serve({ ...env, ...others }, { cwd })
    await eventually(isUp, 120_000)
    return started
  }
  let running = await begin()
  const db = openDatabase(more.DATABASE_URL ?? `file:${join(DATA_DIR, 'sluice.db')}`)
  onTestFinished(() => db.destroy())
  const person = {
    id: 1,
    username: 'main',
    email: 'main',
    passwordHash: '',
    type: 'admin' as const,
  }
  await db
    .insertInto('user')
    .values({ ...person, telegram: null, createTime: Date.now(), lastLogin: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const cookie = await sessionOn(db, 1)
  const { publicKey } = await findNodeIdentity({ db, secret: await servedSecret(db) })
  /** The answer of a call, with the caller's type. */
  const ask = async <Answer = unknown>(
    path: string,
    body?: object,
    method = body ? 'POST' : 'GET',
  ): Promise<Answer> => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) }
    const sent = body ? { body: JSON.stringify(body) } : {}
    const reply = await fetch(url + path, { method, headers, ...sent })
    const text = await reply.text()
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text}`)
    return (/^[{[]/.test(text) ? JSON.parse(text) : text) as Answer
  }
  return {
    url,
    dataDir: DATA_DIR,
    program,
    publicKey,
    db,
    ask,
    /** Ends it, by default as the kernel does when memory runs out. */
    kill: async (signal: NodeJS.Signals = 'SIGKILL') => {
      running.child.kill(signal)
      await running.ended
    },
    /** Starts it again, in the folder of another release if one is named, or with other settings. */
    begin: async (release?: string, others?: NodeJS.ProcessEnv) =>
      void (running = await begin(release, others)),
    /** Bytes that were billed to anybody. */
    billed: () => billedIn(db),
    /** What each machine carried itself, by its number. */
    carried: async () => {
      const rows = await db.selectFrom('nodeFlow').selectAll().execute()
      const sums = new Map<number, number>()
      for (const { nodeId, up, down } of rows) sums.set(nodeId, (sums.get(nodeId) ?? 0) + up + down)
      return sums
    },
  }
}

/** Bytes that were billed to anybody, in a console's database. */
export async function billedIn(db: ReturnType<typeof openDatabase>): Promise<number> {
  const rows = await db.selectFrom('usage').select('bytes').execute()
  return rows.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** Downloads through a client; returns the bytes that passed both ways, as curl counted them. */
export async function download(port: number, url: string): Promise<number> {
  const { stdout } = await run('curl', [
    '-sS',
    '--fail',
    '-o',
    '/dev/null',
    '--max-time',
    '90',
    '--socks5',
    `127.0.0.1:${port}`,
    '-w',
    '%{size_request} %{size_header} %{size_download}',
    url,
  ])
  return stdout.split(' ').reduce((sum, one) => sum + Number(one), 0)
}
