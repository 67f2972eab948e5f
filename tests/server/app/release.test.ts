/** @module-tag long */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { VERSION } from '../../../server/base/version.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { SHAPE } from '../../../server/database/migrations/migrate.ts'
import { freePort } from '../../support/freePort.ts'
import { emptyFolder } from '../../support/served.ts'

const run = promisify(execFile)
const READY = { timeout: 60_000, interval: 100 }
/** A machine on which nothing but the archive is. */
const BARE = { PATH: '/usr/bin:/bin', HOME: '/nonexistent' }

let archive = ''
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-release-'))
  const { stdout } = await run(process.execPath, ['scripts/release.ts', folder, '--for', 'npm'])
  archive = stdout.split('\n').find((line) => line.endsWith('.tgz')) ?? ''
  return () => rm(folder, { recursive: true })
}, 120_000)

/** Unpacks it where nothing of the source tree is near. */
async function unpacked() {
  const folder = await emptyFolder()
  await run('tar', ['xzf', archive, '-C', folder])
  const root = join(folder, 'package')
  const env = { ...BARE, DATA_DIR: join(folder, 'data') }
  /** `sluice …` to its end: what it said, and its exit code. */
  const sluice = (words: string[], more: object = {}) =>
    run(process.execPath, [join(root, 'bin/sluice.mjs'), ...words], {
      env: { ...env, ...more },
    }).then(
      ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
      ({ code, stdout, stderr }) => ({ code: Number(code), said: String(stdout) + String(stderr) }),
    )
  return { folder, root, env, sluice }
}

/** Serves it on a port of its own until the test ends. */
async function started(
  { root, env }: { root: string; env: NodeJS.ProcessEnv },
  more: object = {},
  words = ['--demo'],
) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child = spawn(process.execPath, [join(root, 'bin/sluice.mjs'), ...words], {
    env: { ...env, PORT: String(port), SITE: url, LOG_LEVEL: 'warn', ENGINE: 'false', ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (said += part.toString()))
  const ended = once(child, 'exit')
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    return (await ended) as [number | null, string | null]
  }
  onTestFinished(async () => void (await stop()))
  await vi.waitFor(async () => expect((await fetch(`${url}/api/health`)).status).toBe(200), READY)
  return { url, said: () => said, stop }
}

async function usersIn({ env }: Awaited<ReturnType<typeof unpacked>>) {
  const db = openDatabase(`file:${join(env.DATA_DIR, 'sluice.db')}`)
  const { rows } = await sql<{ n: number }>`select count(*) n from user`.execute(db)
  await db.destroy()
  return rows[0]?.n
}

describe('a packed release', { timeout: 90_000 }, () => {
  test('serves the console and its API with nothing but itself and Node, and starts its engine, which outlives it', async () => {
    const release = await unpacked()
    const engine = { ENGINE: 'true', ENGINE_HOST: '127.0.0.1' }
    const { url, said, stop } = await started(release, engine, [])
    expect(said()).toContain(`Sluice is at ${url}`)
    expect(said()).not.toMatch(/warning/i)
    const status = await (await fetch(`${url}/api/home/login`)).json()
    expect(status).toMatchObject({ version: VERSION, setup: true })
    const { release: facts } = JSON.parse(readFileSync(join(release.root, 'package.json'), 'utf8'))
    expect(facts).toMatchObject({ schema: { first: '001-people', last: SHAPE } })
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({
      version: VERSION,
      commit: facts.commit,
    })
    const agent = readFileSync(join(release.root, 'dist/node/sluice-node.mjs'), 'utf8')
    expect(agent).toContain(`"${VERSION}+${facts.commit.slice(0, 8)}"`)
    const shell = await (await fetch(`${url}/admin/account`)).text()
    const [script = ''] = /\/assets\/[\w.-]+\.js/.exec(shell) ?? []
    expect((await fetch(url + script)).status).toBe(200)
    const paths = ['/sw.js', '/api/openapi.json', '/api/docs', '/api/docs/static/logo.svg']
    for (const path of [...paths, '/guide/zh/install.html', '/guide/guide.css'])
      expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
    await vi.waitFor(async () => {
      expect((await release.sluice(['engine', 'status'])).said).toMatch(/Engine \d+, since/)
    }, READY)
    expect(await stop()).toEqual([0, null])
    expect(said()).toContain('The Shadowsocks engine goes on: sluice engine stop')
    expect((await release.sluice(['engine', 'stop'])).said).toContain('The engine has ended')
    expect((await release.sluice(['engine', 'status'])).said).toContain('No engine runs here')
  })

  test('holds its programs, their licences, no source and no map', async () => {
    const { root } = await unpacked()
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    expect(files.filter((name) => /\.(ts|tsx|map)$|node_modules/.test(name))).toEqual([])
    const licenses = readFileSync(join(root, 'server/LICENSES.md'), 'utf8')
    for (const name of ['fastify', 'kysely', 'pg', 'nodemailer', '@noble/hashes'])
      expect(licenses).toContain(`## ${name} `)
    // Of the console and its worker.
    const shipped = readFileSync(join(root, 'dist/licenses.txt'), 'utf8')
    for (const name of ['react', '@fluentui/react-button', 'workbox-precaching'])
      expect(shipped).toContain(`## ${name} `)
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(manifest).not.toHaveProperty('dependencies')
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest.bin).toEqual({ sluice: 'bin/sluice.mjs' })
  })

  test(
    'backs up, and comes back on another machine from the backup and its key alone',
    { tags: ['soak'] },
    async () => {
      const release = await unpacked()
      const BACKUP = await emptyFolder()
      const key = { BACKUP, BACKUP_KEY: Buffer.alloc(32, 3).toString('base64url') }
      const { stop } = await started(release, key)
      await stop()
      expect((await release.sluice(['backup', 'check'], key)).said).toContain('are sound')
      const other = await unpacked()
      const restored = await other.sluice(['backup', 'restore'], key)
      expect(restored).toMatchObject({ code: 0 })
      const again = await started(other, key)
      expect(await usersIn(other)).toBe(await usersIn(release))
      expect(again.said()).not.toContain('The demo is ready')
    },
  )

  test('rotates its key', { tags: ['soak'] }, async () => {
    const release = await unpacked()
    const { stop } = await started(release)
    await stop()
    const keyFile = join(release.env.DATA_DIR, 'secret.key')
    const before = readFileSync(keyFile, 'utf8')
    expect(await release.sluice(['secret', 'rotate'])).toMatchObject({ code: 0 })
    expect(readFileSync(keyFile, 'utf8')).not.toBe(before)
    await (await started(release)).stop()
  })

  test('takes a shop to another machine and another file', { tags: ['soak'] }, async () => {
    const release = await unpacked()
    const { stop } = await started(release)
    await stop()
    const users = await usersIn(release)
    const file = join(release.folder, 'shop.sluice')
    const out = await release.sluice(['export', '--file', file])
    const [, EXPORT_KEY] = /EXPORT_KEY=(\S+)/.exec(out.said) ?? []
    const other = await unpacked()
    expect(await other.sluice(['import', '--file', file], { EXPORT_KEY })).toMatchObject({
      code: 0,
    })
    expect(await usersIn(other)).toBe(users)
    const to = join(other.folder, 'moved', 'sluice.db')
    mkdirSync(dirname(to))
    expect(await other.sluice(['move-db', '--to', to])).toMatchObject({ code: 0 })
    const moved = { ...other, env: { ...other.env, DATABASE_URL: `file:${to}` } }
    await (await started(moved)).stop()
  })

  test(
    'is installed by npm into a folder of its own, and serves the first page',
    { tags: ['soak'] },
    async () => {
      const folder = await emptyFolder()
      await writeFile(join(folder, 'package.json'), '{}')
      // As in a shell of the operator's: npm passes what it was called with on to those below it.
      const env = { PATH: process.env.PATH, HOME: process.env.HOME }
      // Nothing is fetched: Node, which npm would bring for machines that have none, is there.
      const where = ['--offline', '--cache', join(folder, 'cache'), '--omit=optional']
      const words = ['install', ...where, '--no-audit', '--no-fund', archive]
      const { stdout } = await run('npm', words, { cwd: folder, env })
      expect(stdout).toContain('added 1 package')
      const root = join(folder, 'node_modules/sluice')
      const data = { ...BARE, DATA_DIR: join(folder, 'data') }
      const command = join(folder, 'node_modules/.bin/sluice')
      expect(realpathSync(command)).toBe(realpathSync(join(root, 'bin/sluice.mjs')))
      const { url, stop } = await started({ root, env: data })
      expect(await (await fetch(`${url}/`)).text()).toContain('<div id="root"')
      expect(await stop()).toEqual([0, null])
    },
  )

  test('starts whatever became of its compiled code, and does not gather that of others', async () => {
    const release = await unpacked()
    const folder = join(release.env.DATA_DIR, 'compiled')
    const compiled = () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile())
    // Other releases, and one that is half written.
    mkdirSync(join(folder, 'v0'), { recursive: true })
    for (let at = 0; at < 9; at++) await writeFile(join(folder, 'v0', `${at}`), 'x')
    await (await started(release, {}, [])).stop()
    expect(compiled()).toHaveLength(4)
    const [own = ''] = compiled().filter((path) => statSync(path).size > 1)
    for (const broken of ['', 'x', readFileSync(own).subarray(0, 99_999)]) {
      await writeFile(own, broken)
      await (await started(release, {}, [])).stop()
      // It was compiled again.
      expect(statSync(own).size).toBeGreaterThan(100_000)
    }
    expect(compiled()).toHaveLength(3)
    await rm(folder, { recursive: true })
    await writeFile(folder, 'not a folder')
    await (await started(release, {}, [])).stop()
  })

  test('says what it knows, and what it does not', async () => {
    const { sluice, root } = await unpacked()
    expect((await sluice(['--version'])).said).toMatch(
      /^\d+\.\d+\.\d+ \([\da-f]{8}, \d{4}-\d\d-\d\d\)\n$/,
    )
    expect((await sluice(['--help'])).said).toContain('sluice backup list|check|restore|rollback')
    expect(await sluice(['srve'])).toMatchObject({
      code: 2,
      said: expect.stringContaining('"srve" is not known'),
    })
    expect((await sluice(['backup'])).said).toContain('sluice backup restore [--at')
    expect((await sluice(['move-db'])).said).toContain('sluice move-db --undo')
    expect((await sluice(['export'])).said).toContain('sluice export --file')
    expect((await sluice(['import'])).said).toContain('sluice import --file')
    expect((await sluice(['verify'])).said).toContain('sluice verify <folder or file>')
    expect((await sluice(['verify', root])).said).toContain('has no key built in')
    expect((await sluice(['setup'])).said).toContain('this is for Debian')
    expect(await sluice([], { PORT: 'x' })).toMatchObject({ code: 1 })
    const old = '/usr/bin/node'
    if (!existsSync(old)) return
    for (const words of [[], ['--version']]) {
      const refused = await run(old, [join(root, 'bin/sluice.mjs'), ...words]).catch(
        ({ stderr }: { stderr: string }) => stderr,
      )
      expect(refused).toMatch(/Sluice needs Node 26 or newer; this is \d+/)
    }
  })
})
