/** @module-tag long */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { migrate } from '../../../server/database/migrations/migrate.ts'
import { freePort } from '../../support/freePort.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { programOf } from '../../support/programs.ts'
import { emptyFolder, serve } from '../../support/served.ts'
import { eventually } from '../../support/shadowsocks.ts'

const WITHIN_30_S = { timeout: 30_000, interval: 50 }

/** A data folder in which accounts hold these ports on a server of this machine. */
async function aDataDir(ports: number[]): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-'))
  // An engine that ends at the same moment still writes.
  onTestFinished(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10 }))
  const db = openDatabase(`file:${join(dataDir, 'sluice.db')}`)
  await migrate(db)
  const clock = { at: Date.now(), set: () => undefined, add: () => undefined }
  await aServer({ db, clock })
  for (const port of ports) await anAccount({ db, clock }, { port })
  await db.destroy()
  return dataDir
}

/** Starts the console as an operator does; it ends with the test. */
function startConsole(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [programOf('console')], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      ENGINE_HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  return child
}

test('the console starts although an account holds its port', { timeout: 30_000 }, async () => {
  const [own, other] = [await freePort(), await freePort()]
  const child = startConsole({ PORT: String(own), DATA_DIR: await aDataDir([own, other]) })
  await eventually(() => child.exitCode !== null || isOpen(other), 20_000)
  const reply = await fetch(`http://127.0.0.1:${own}/api/health`)
  expect(await reply.json()).toMatchObject({ status: 'ok' })
})

test(
  'a data folder that others could read is closed, and all that is in it',
  {
    timeout: 60_000,
  },
  async () => {
    const dataDir = await aDataDir([])
    await chmod(dataDir, 0o755)
    await chmod(join(dataDir, 'sluice.db'), 0o644)
    const server = await serve({ DATA_DIR: dataDir })
    await vi.waitFor(async () => expect(await server.status()).toBe(200), WITHIN_30_S)
    const modes = await Promise.all(
      ['', 'sluice.db', 'sluice.db-wal', 'sluice.db-shm'].map(async (name) =>
        ((await stat(join(dataDir, name))).mode & 0o777).toString(8),
      ),
    )
    expect(modes).toEqual(['700', '600', '600', '600'])
  },
)

describe('a database file that cannot be used ends the start with one sentence', () => {
  test('when it is damaged', { timeout: 60_000 }, async () => {
    const dataDir = await emptyFolder()
    const file = join(dataDir, 'sluice.db')
    await writeFile(file, randomBytes(100_000))
    const server = await serve({ DATA_DIR: dataDir })
    expect(await server.ended).toEqual([1, null])
    expect(server.said().trim().split('\n')).toEqual([
      `The file ${file} is damaged, or is no database. Move it away and put your last backup in its place. Nothing was changed.`,
    ])
  })

  test('when it may not be written', { timeout: 60_000 }, async () => {
    const dataDir = await aDataDir([])
    const file = join(dataDir, 'sluice.db')
    const asRoot = process.getuid?.() === 0
    await chmod(file, 0o444)
    // Root may write regardless of the mode, so the server runs as nobody.
    if (asRoot) await chmod(dataDir, 0o755)
    const server = await serve({ DATA_DIR: dataDir }, asRoot ? { uid: 65_534, gid: 65_534 } : {})
    const outcome = await Promise.race([server.ended, opened(server)])
    // The owner of the file could restore the right; nobody cannot.
    if (!asRoot) return expect(outcome).toBe('opened')
    expect(outcome).toEqual([1, null])
    expect(server.said()).toContain(`The file ${file} cannot be written`)
    return expect(server.said()).not.toContain('    at ')
  })
})

async function opened(server: Awaited<ReturnType<typeof serve>>) {
  await vi.waitFor(async () => expect(await server.status()).toBe(200), WITHIN_30_S)
  return 'opened'
}

test('all ways to start the server leave little room for what dies young, and report no secret', async () => {
  const flags = ['--max-semi-space-size=4', '--report-exclude-env']
  const listed = flags.map((flag) => `'${flag}'`).join(', ')
  for (const script of ['start', 'sluice'])
    expect(await readFile(`scripts/${script}.mjs`, 'utf8')).toContain(listed)
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  expect(scripts.serve).toMatch(RegExp(`&& node ${flags.join(' ')} server/main\\.ts$`))
})

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy())
  })
}

test('a call that never arrives does not keep the server from ending', async () => {
  const server = await serve({})
  await vi.waitFor(() => expect(server.said()).toContain('Sluice is at'), WITHIN_30_S)
  const stuck = connect(server.port, '127.0.0.1')
  onTestFinished(() => void stuck.destroy())
  stuck.on('error', () => {})
  stuck.write('POST /api/home/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{')
  await pause(500)
  server.child.kill('SIGTERM')
  expect(await server.ended).toEqual([0, null])
}, 60_000)
