/** @module-tag long */
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../../server/database/database.ts'
import { emptyFolder, serve, sessionOn } from '../../support/served.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const HOLDER = 'console.lock.holder'
const REPORT = 'console.report.json'
const NEVER = { telegram: null, createTime: 0, lastLogin: null }
const FILL_HEAP = new URL('../../support/fillHeap.ts', import.meta.url).pathname

/** A folder with a main admin, and what a console that is started there tells of the ends before. */
async function aConsole() {
  const dataDir = await emptyFolder()
  const env = { DATA_DIR: dataDir, NODE_OPTIONS: `--max-old-space-size=128 --import=${FILL_HEAP}` }
  let cookie: string | undefined
  const logIn = async () => {
    const db = openDatabase(`file:${join(dataDir, 'sluice.db')}`)
    const main = { username: 'main', email: 'main', passwordHash: '', type: 'admin' as const }
    await db
      .insertInto('user')
      .values({ id: 1, ...main, ...NEVER })
      .execute()
    const made = await sessionOn(db, 1)
    await db.destroy()
    return made
  }
  /** Starts it, asks it, and has it end by a signal. */
  const told = async (signal: NodeJS.Signals, flags?: string[]) => {
    const served = await serve(env, flags && { flags })
    await vi.waitFor(async () => expect(await served.status()).toBe(200))
    cookie ??= await logIn()
    const reply = await fetch(`${served.url}/api/admin/ends`, { headers: { cookie } })
    served.child.kill(signal)
    await served.ended
    return ((await reply.json()) as { cause: string }[]).map(({ cause }) => cause)
  }
  return { dataDir, env, told, in: (name: string) => join(dataDir, name) }
}

describe('an end nobody asked for', { timeout: 240_000 }, () => {
  test('is told by what starts next, with its cause, and a stop is none', async () => {
    const { told, in: pathOf } = await aConsole()
    expect(await told('SIGTERM')).toEqual([])
    expect(await told('SIGKILL')).toEqual([])
    expect(await told('SIGKILL')).toEqual(['killed'])
    const holder = JSON.parse(await readFile(pathOf(HOLDER), 'utf8')) as object
    await writeFile(pathOf(HOLDER), JSON.stringify({ ...holder, boot: 'another' }))
    expect(await told('SIGUSR2')).toEqual(['machine', 'killed'])
    const report = await readFile(pathOf(REPORT), 'utf8')
    expect(report).not.toContain('SECRET_KEY')
    // Started in a way that would write down the environment.
    expect(await told('SIGUSR2', [])).toEqual(['memory', 'machine', 'killed'])
    expect(existsSync(pathOf(REPORT))).toBe(false)
    expect(await told('SIGTERM')).toEqual(['killed', 'memory', 'machine', 'killed'])
    expect((await stat(pathOf('console.ends.json'))).mode & 0o777).toBe(0o600)
  })

  test('is neither a start that was refused nor a restore that was killed', async () => {
    const { env, told, in: pathOf } = await aConsole()
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as { port: number }
    const refused = await serve({ ...env, PORT: String(port) })
    expect(await refused.ended).toEqual([1, null])
    expect(existsSync(pathOf(HOLDER))).toBe(false)
    await writeFile(pathOf(HOLDER), JSON.stringify({ pid: 1, serves: false, boot: '' }))
    expect(await told('SIGTERM')).toEqual([])
  })
})

describe('listUnexpectedEnds', () => {
  test('tells the main admin those of a week, newest first', async () => {
    const at = Date.UTC(2026, 0, 15, 12)
    const DAY_MS = 86_400_000
    const ends = [
      { time: at - 7 * DAY_MS, cause: 'killed' as const },
      { time: at - 7 * DAY_MS + 1, cause: 'error' as const },
      { time: at, cause: 'memory' as const },
    ]
    const world = await makeWorld({ ends: () => ends })
    const { data } = await world.as(mainAdmin).GET('/api/admin/ends')
    expect(data?.map(({ cause }) => cause)).toEqual(['memory', 'error'])
    const other = world.as(await world.person({ type: 'admin' }))
    expect((await other.GET('/api/admin/ends')).response.status).toBe(403)
  })
})
