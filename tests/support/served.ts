import { type ChildProcess, spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { openDatabase } from '../../server/database/database.ts'
import { openSecret } from '../../server/database/secret/secret.ts'
import { freePort } from './freePort.ts'
import { programOf } from './programs.ts'

/** What seals the secret of every server that tests start, so that they can open it themselves. */
export const SECRET_KEY = Buffer.alloc(32, 'tests').toString('base64url')

/**
 * As which user it runs, of which copy of the project, with which flags of Node's, what starts it, and
 * which file.
 */
type Identity = {
  uid?: number
  gid?: number
  cwd?: string
  flags?: string[]
  through?: string[]
  program?: string
}

/** What Node is told to start a server without its screens; tests of these start another. */
export const WITHOUT_SCREENS = ['--import', new URL('./noScreens.ts', import.meta.url).href]

/**
 * The server as an operator starts it, but for the screens: a process of its own. It ends with the
 * test.
 */
export async function serve(
  env: NodeJS.ProcessEnv,
  {
    flags = ['--report-exclude-env'],
    through = [],
    program = programOf('console'),
    ...identity
  }: Identity = {},
  words: string[] = [],
) {
  const port = await freePort()
  const dataDir = env.DATA_DIR ?? (await emptyFolder())
  const url = `http://127.0.0.1:${port}`
  const screens = program.endsWith('.ts') ? WITHOUT_SCREENS : []
  const line = [...through, process.execPath, ...flags, ...screens, program, ...words]
  const [first = '', ...rest] = line
  const child = spawn(first, rest, {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      ENGINE_HOST: '127.0.0.1',
      ENGINE: 'false',
      PORT: String(port),
      SITE: url,
      DATA_DIR: dataDir,
      SECRET_KEY,
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity,
  })
  const said = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said.text += part.toString()))
  const ended = once(child, 'close') as Promise<[number | null, string | null]>
  onTestFinished(() => end(child, ended))
  return {
    child,
    port,
    url,
    /** What it wrote so far. */
    said: () => said.text,
    /** Resolves with its exit code and signal. */
    ended,
    /** Status of a call; 0 without an answer. */
    status: (path = '/api/health') =>
      fetch(url + path).then(
        (reply) => reply.status,
        () => 0,
      ),
  }
}

async function end(child: ChildProcess, ended: Promise<unknown>) {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  // That it ends is tested where it matters; here nothing may wait for it for ever.
  const atLast = setTimeout(() => child.kill('SIGKILL'), 30_000)
  await ended
  clearTimeout(atLast)
}

/** A folder of this test's own; it is removed with it. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-'))
  // A process that is being ended still writes there.
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

/** The secret of a server that tests start, or are about to start. */
export const servedSecret = (db: ReturnType<typeof openDatabase>) =>
  openSecret(db, { key: SECRET_KEY, keyFile: '' })

/** The cookie of a session that this person holds on a server with this database. */
export async function sessionOn(db: ReturnType<typeof openDatabase>, userId: number) {
  const value = randomBytes(8).toString('hex')
  const id = createHmac('sha256', await servedSecret(db))
    .update(value)
    .digest('base64url')
  const createTime = Date.now()
  const expireTime = createTime + 7 * 86_400_000
  await db.insertInto('session').values({ id, userId, createTime, expireTime }).execute()
  return `sid=${value}`
}
