/** @module-tag long */
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { beginConsole } from '../../../server/database/ends.ts'
import { packedRuntime } from '../../../server/fleet/nodes/runtime.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { checkLedger } from '../../../server/shop/ledger/ledger.ts'
import { hasMounts } from '../../support/bareMachine.ts'
import { startBuying, stockedShop } from '../../support/buyers.ts'
import { freePort } from '../../support/freePort.ts'
import { emptyFolder, serve } from '../../support/served.ts'

const SECONDS = { timeout: 45_000, interval: 50 }
const MIB = 2 ** 20

const mount = (...words: string[]) => expect(spawnSync('mount', words).status).toBe(0)

/** A disk of its own, in memory. */
function aDisk(mib: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-disk-'))
  mount('-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder)
  onTestFinished(() => {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** Writes until there is no room left; the function gives it back. */
function fill(folder: string): () => void {
  const file = join(folder, 'filler')
  for (const size of [MIB, 4_096, 1])
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      expect((error as { code?: string }).code).toBe('ENOSPC')
    }
  return () => rmSync(file)
}

describe.skipIf(!hasMounts)('a disk that is really full', () => {
  test('refuses what it cannot store, loses nothing, and goes on by itself', async () => {
    const folder = aDisk(40)
    const stock = await stockedShop(`file:${join(folder, 'sluice.db')}`, await freePort(), 6)
    onTestFinished(async () => {
      await stock.db.destroy()
      await stock.alipay.stop()
    })
    const server = await serve({
      DATA_DIR: folder,
      DATABASE_URL: `file:${join(folder, 'sluice.db')}`,
    })
    await vi.waitFor(async () => expect(await server.status()).toBe(200), SECONDS)
    const buying = startBuying(server.url, stock)
    const count = (word: string) => buying.seen.get(word) ?? 0
    const more = async (word: string, least: number) => {
      const before = count(word)
      await vi.waitFor(() => expect(count(word)).toBeGreaterThan(before + least), SECONDS)
    }
    for (let times = 0; times < (process.env.SOAK ? 5 : 1); times += 1) {
      await more('200', 20)
      const free = fill(folder)
      await more('503 retry', 20)
      await vi.waitFor(async () => {
        const health = await fetch(`${server.url}/api/health`)
        expect([health.status, await health.json()]).toMatchObject([503, { status: 'full' }])
      }, SECONDS)
      // Reading goes on.
      expect(await server.status('/api/home/login')).toBe(200)
      free()
      await more('200', 20)
      await vi.waitFor(async () => expect(await server.status()).toBe(200), SECONDS)
    }
    await buying.stop()

    expect([...buying.seen.keys()].filter((word) => word !== '403').sort()).toEqual([
      '200',
      '503 retry',
    ])
    expect(server.child.exitCode).toBeNull()
    const { db } = stock
    expect(await checkLedger(db)).toEqual([])
    const delivered = await db
      .selectFrom('placedOrder')
      .select('orderId')
      .where('deliveredTime', 'is not', null)
      .execute()
    const known = delivered.map(({ orderId }) => orderId)
    expect(known).toEqual(expect.arrayContaining(buying.done.codes))
    const messages = await db.selectFrom('message').select('content').execute()
    const contents = messages.map(({ content }) => content)
    expect(contents).toEqual(expect.arrayContaining(buying.done.messages))
    expect(new Set(contents).size).toBe(contents.length)
    // What was paid while it could not be stored is sent again, as Alipay does, and delivered once.
    const paid = [...stock.alipay.trades].filter(([, { status }]) => status === 'TRADE_SUCCESS')
    for (const [orderId] of paid) expect(await stock.alipay.notify(orderId)).toBe('success')
    expect(await checkLedger(db)).toEqual([])
  }, 200_000)
})

describe.skipIf(!hasMounts)('a full disk with the log on it', () => {
  test('ends no console, and takes lines again once there is room', async () => {
    const folder = aDisk(2)
    const log = join(folder, 'log')
    const through = ['sh', '-c', `exec "$@" >> ${log} 2>&1`, 'sh']
    const server = await serve({ LOG_LEVEL: 'info' }, { through })
    await vi.waitFor(async () => expect(await server.status()).toBe(200), SECONDS)
    const lines = () => readFileSync(log, 'utf8').split('\n').length
    await vi.waitFor(() => expect(lines()).toBeGreaterThan(1), SECONDS)
    const free = fill(folder)
    const before = lines()
    for (let calls = 0; calls < 50; calls += 1) expect(await server.status()).toBe(200)
    expect(lines() - before).toBeLessThan(50)
    expect(server.child.exitCode).toBeNull()
    free()
    const after = lines()
    for (let calls = 0; calls < 5; calls += 1) expect(await server.status()).toBe(200)
    await vi.waitFor(() => expect(lines()).toBeGreaterThan(after + 4), SECONDS)
  }, 120_000)

  test('leaves what was noted of ends as it was', () => {
    const folder = aDisk(2)
    const noted = join(folder, 'console.ends.json')
    const ends = [{ time: 1, cause: 'killed' }]
    writeFileSync(noted, JSON.stringify(ends))
    const where = { dataDir: folder, databaseUrl: `file:${folder}/sluice.db`, site: 'http://test' }
    const begun = beginConsole(where, () => 2)
    onTestFinished(begun.letGo)
    const free = fill(folder)
    begun.noteError()
    expect(begun.ends()).toHaveLength(2)
    expect(JSON.parse(readFileSync(noted, 'utf8'))).toEqual(ends)
    free()
    expect(readdirSync(folder).filter((name) => name.startsWith('console.ends'))).toHaveLength(1)
  })

  test('gets no half of a packed Node where there is too little room for it', async () => {
    const folder = aDisk(24)
    await expect(packedRuntime(folder)).rejects.toThrow('too little room')
    expect(readdirSync(join(folder, 'runtime'))).toEqual([])
  })
})

test('a Node that could not be packed to its end leaves nothing, and nor do processes that died', async () => {
  const folder = await emptyFolder()
  const runtime = join(folder, 'runtime')
  mkdirSync(runtime)
  const [old, young] = ['1', '2'].map((pid) => join(runtime, `0123456789abcdef.gz.${pid}`))
  for (const half of [old!, young!]) writeFileSync(half, 'half')
  utimesSync(old!, 1, Date.now() / 1000 - 3_700)
  utimesSync(young!, 1, Date.now() / 1000 - 3_500)
  const module_ = new URL('../../../server/fleet/nodes/runtime.ts', import.meta.url).href
  const packs = `await (await import('${module_}')).packedRuntime('${folder}')`
  // The system ends files at 500 KiB, as a disk might anywhere.
  const line = `trap '' XFSZ; ulimit -f 1000; exec "$@"`
  const words = [process.execPath, '--input-type=module', '-e', packs]
  const { status, stderr } = spawnSync('sh', ['-c', line, 'sh', ...words], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('EFBIG')])
  expect(readdirSync(runtime)).toEqual(['0123456789abcdef.gz.2'])
}, 60_000)

/** Whether files can be mounted as disks here. */
const hasLoops = hasMounts && spawnSync('losetup', ['--find']).status === 0

describe.skipIf(!hasLoops)('a disk that can be read only', () => {
  test(
    'is named, and what was acknowledged is there once it can be written again',
    { tags: ['soak'], timeout: 200_000 },
    async () => {
      const [image, folder] = [
        join(mkdtempSync(join(tmpdir(), 'sluice-image-')), 'disk'),
        mkdtempSync(join(tmpdir(), 'sluice-disk-')),
      ]
      spawnSync('truncate', ['-s', '64M', image])
      spawnSync('mkfs.ext4', ['-q', image])
      const attach = (disk: string) => mount('-o', 'loop,errors=remount-ro', disk, folder)
      attach(image)
      onTestFinished(() => {
        spawnSync('umount', ['-l', folder])
        for (const path of [folder, join(image, '..')])
          rmSync(path, { recursive: true, force: true })
      })
      const url = `file:${join(folder, 'sluice.db')}`
      const stock = await stockedShop(url, await freePort(), 6)
      onTestFinished(() => stock.alipay.stop())
      await stock.db.destroy()
      const env = { DATA_DIR: folder, DATABASE_URL: url }
      const server = await serve(env)
      await vi.waitFor(async () => expect(await server.status()).toBe(200), SECONDS)
      const buying = startBuying(server.url, stock)
      const count = (word: string) => buying.seen.get(word) ?? 0
      await vi.waitFor(() => expect(count('200')).toBeGreaterThan(30), SECONDS)
      // As after an error of the device: the file system of its own accord takes no more writes.
      mount('-o', 'remount,abort', folder)
      await vi.waitFor(() => expect(count('503 retry')).toBeGreaterThan(20), SECONDS)
      await vi.waitFor(async () => {
        const health = await fetch(`${server.url}/api/health`)
        expect([health.status, await health.json()]).toMatchObject([
          503,
          { status: 'not writable' },
        ])
      }, SECONDS)
      expect(await server.status('/api/home/login')).toBe(200)
      await buying.stop()
      server.child.kill('SIGTERM')
      await server.ended
      const refused = await serve(env)
      expect(await refused.ended).toEqual([1, null])
      expect(refused.said()).toContain('cannot be written')

      expect(spawnSync('umount', [folder]).status).toBe(0)
      // A copy of the disk: a machine of another test may still have this one mounted.
      const repaired = `${image}.repaired`
      copyFileSync(image, repaired)
      // 1 says that something was repaired.
      expect(spawnSync('e2fsck', ['-p', repaired]).status).toBeLessThan(2)
      attach(repaired)
      const again = await serve(env)
      await vi.waitFor(async () => expect(await again.status(), again.said()).toBe(200), SECONDS)
      again.child.kill('SIGTERM')
      await again.ended
      const db = openDatabase(url)
      onTestFinished(() => db.destroy())
      expect(await checkLedger(db)).toEqual([])
      const stored = await db.selectFrom('message').select('content').execute()
      const contents = stored.map(({ content }) => content)
      expect(contents).toEqual(expect.arrayContaining(buying.done.messages))
    },
  )
})
