/** @module-tag long */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '../../server/database/database.ts'
import { checkLedger } from '../../server/shop/ledger/ledger.ts'
import { hasMounts } from '../support/bareMachine.ts'
import { startBuying, stockedShop } from '../support/buyers.ts'
import { freePort } from '../support/freePort.ts'
import { serve } from '../support/served.ts'

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
