import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { cpuOf } from './cpu.ts'

/** How much processor time a second of an idle console takes at most, ms. */
const IDLE_MS = 100
const ROOT = join(import.meta.dirname, '..')

/** A console under measurement. */
export type Sluice = {
  url: string
  cookie: string
  startedIn: number
  process: ChildProcess
  stop: () => Promise<void>
}

/** Where the demo of so many accounts is stored. */
export const dataDirOf = (accounts: number): string => join(ROOT, '.tmp', 'bench', String(accounts))

/** Starts the real server over a demo of so many accounts, filled once and reused in `.tmp/bench`. */
export async function startSluice(
  accounts: number,
  port: number,
  env: NodeJS.ProcessEnv = {},
): Promise<Sluice> {
  const dataDir = dataDirOf(accounts)
  const fresh = !existsSync(join(dataDir, 'sluice.db'))
  mkdirSync(dataDir, { recursive: true })
  if (fresh) {
    const filling = start(dataDir, port, [`--demo=${accounts}`], env)
    const link = await said(filling, /home\/setup\/(\S+)/, 1800)
    await post(`http://localhost:${port}/api/home/setup`, {
      token: link,
      email: 'bench@example.com',
      password: 'bench password',
      title: 'Bench',
      language: 'en-US',
    })
    await stopped(filling)
  }
  return open(dataDir, port, env)
}

/** Starts the real server over a data folder that is set up, with settings of its own. */
export async function open(
  dataDir: string,
  port: number,
  env: NodeJS.ProcessEnv = {},
): Promise<Sluice> {
  const before = performance.now()
  const server = start(dataDir, port, [], env)
  const url = `http://localhost:${port}`
  await answers(`${url}/api/home/login`)
  const startedIn = performance.now() - before
  const reply = await post(`${url}/api/home/login`, {
    email: 'bench@example.com',
    password: 'bench password',
  })
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { url, cookie, startedIn, process: server, stop: () => stopped(server) }
}

/** Starts the real server over a data folder without people, set up and gone again afterwards. */
export async function startEmpty(
  port: number,
  dataDir = mkdtempSync(join(tmpdir(), 'sluice-bench-')),
): Promise<Sluice> {
  const url = `http://localhost:${port}`
  const before = performance.now()
  const server = start(dataDir, port, [])
  const token = await said(server, /home\/setup\/(\S+)/, 60)
  const startedIn = performance.now() - before
  const boss = { email: 'bench@example.com', password: 'bench password' }
  const site = { title: 'Bench', language: 'en-US' }
  const reply = await post(`${url}/api/home/setup`, { token, ...boss, ...site })
  const cookie = reply.headers.get('set-cookie')?.split(';')[0] ?? ''
  const stop = async () => {
    await stopped(server)
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { url, cookie, startedIn, process: server, stop }
}

/** Waits until a console that has just started has opened its ports: it is idle for two seconds. */
export async function isIdle({ process: { pid = 0 } }: Pick<Sluice, 'process'>): Promise<void> {
  for (let quiet = 0; quiet < 2;) {
    const before = cpuOf(pid)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    quiet = cpuOf(pid) - before < IDLE_MS ? quiet + 1 : 0
  }
}

/** A call with a cookie; its answer. Throws unless it was a success. */
export async function call(
  { url, cookie }: Pick<Sluice, 'url' | 'cookie'>,
  method: string,
  path: string,
  body?: object,
): Promise<{ text: string; cookie: string }> {
  const reply = await fetch(url + path, {
    method,
    headers: { cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await reply.text()
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`)
  return { text, cookie: reply.headers.get('set-cookie')?.split(';')[0] ?? cookie }
}

/** Ids to ask for: the account with the most hours of traffic, and its server. */
export function busiest(accounts: number): { accountId: number; serverId: number } {
  const database = new DatabaseSync(join(dataDirOf(accounts), 'sluice.db'), { readOnly: true })
  const row = database
    .prepare(
      'select "accountId", "serverId", count(*) as n from "flowHour" where "accountId" between 1 and 500 group by 1, 2 order by n desc limit 1',
    )
    .get() as { accountId: number; serverId: number }
  database.close()
  return row
}

/**
 * Lets so many accounts of a reused demo carry traffic from now on for some minutes: no account
 * is online in one that was filled yesterday.
 */
export function putOnline(accounts: number, many: number): void {
  const file = join(dataDirOf(accounts), 'sluice.db')
  if (!existsSync(file)) return
  const database = new DatabaseSync(file)
  const insert = database.prepare(
    'insert or replace into "flow5min" select "id", ?, 1, 20000, 20000 from "account" limit ?',
  )
  const slot = Math.floor(Date.now() / 300_000) * 300_000
  for (const bucket of [slot, slot + 300_000]) insert.run(bucket, many)
  database.close()
}

/** The cookie of a customer with accounts, who gets the bench's own password. */
export async function customerOf(
  accounts: number,
  { url }: Pick<Sluice, 'url'>,
  dataDir = dataDirOf(accounts),
): Promise<string | undefined> {
  const database = new DatabaseSync(join(dataDir, 'sluice.db'))
  const row = database
    .prepare(
      'select "user"."id", "user"."email" from "account" join "user" on "user"."id" = "account"."userId" where "user"."type" = \'normal\' and "account"."active" = 1 limit 1',
    )
    .get() as { id: number; email: string } | undefined
  if (row)
    database
      .prepare(
        'update "user" set "passwordHash" = (select "passwordHash" from "user" where "email" = ?) where "id" = ?',
      )
      .run('bench@example.com', row.id)
  database.close()
  if (!row) return undefined
  const reply = await post(`${url}/api/home/login`, {
    email: row.email,
    password: 'bench password',
  })
  return reply.headers.get('set-cookie')?.split(';')[0]
}

/** Memory of a process in MB, as the system counts it. */
export async function memoryOf(process: ChildProcess): Promise<number> {
  const { readFile } = await import('node:fs/promises')
  const status = await readFile(`/proc/${process.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000
}

function start(dataDir: string, port: number, words: string[], env: NodeJS.ProcessEnv = {}) {
  // As `npm start` does it, with as many open files as the units of a release allow: every port is two.
  const command = 'ulimit -n 1048576 2>/dev/null; exec "$0" "$@"'
  const node = [process.execPath, '--max-semi-space-size=4', 'dist-server/console.mjs', ...words]
  return spawn('sh', ['-c', command, ...node], {
    cwd: ROOT,
    env: {
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules', '.cache', 'server'),
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      HOST: '127.0.0.1',
      SITE: `http://localhost:${port}`,
      LOG_LEVEL: 'warn',
      // A busy machine is measured, not spared.
      OVERLOAD_MS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

function said(child: ChildProcess, pattern: RegExp, seconds: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`silent: ${text}`)), seconds * 1000)
    child.stdout?.on('data', (part) => {
      text += part
      const found = pattern.exec(text)
      if (!found) return
      clearTimeout(timer)
      resolve(found[1] ?? '')
    })
  })
}

async function answers(url: string): Promise<void> {
  for (;;) {
    try {
      if ((await fetch(url)).ok) return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

function post(url: string, body: object) {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}
