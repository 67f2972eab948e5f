import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { removePutInPlace } from '../../../server/app/offers/asking.ts'
import { writeAnswer } from '../../../server/app/upgrade/state.ts'
import { hasMounts } from '../../support/bareMachine.ts'
import { emptyFolder } from '../../support/served.ts'
import {
  aConsole,
  FILE,
  ID,
  nameOf,
  putRelease,
  upload,
  withUpload,
} from '../../support/upgradePage.ts'

const HOUR = 3_600_000

/** Mounts a disk of its own there, in memory. */
function aDisk(folder: string, mib: number): void {
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m`, 'tmpfs', folder]).status).toBe(0)
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
}

/** Writes until there is no room left; what it answers gives it back. */
function fill(folder: string): () => void {
  const file = join(folder, 'filler')
  for (const size of [65_536, 4_096, 1])
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
    } catch (error) {
      expect((error as { code?: string }).code).toBe('ENOSPC')
    }
  return () => rmSync(file)
}

describe('uploadRelease', () => {
  const piece = { upload: '0123456789abcdef', from: 0, size: 4, data: 'AAAAAA==' }
  const put = (boss: Awaited<ReturnType<typeof aConsole>>['boss'], name: string, body = piece) =>
    boss.PUT('/api/admin/upgrade/file/{name}', { params: { path: { name } }, body })

  test('takes a release in pieces, and another in place of it', async () => {
    const { boss, look, uploads, signer } = await aConsole()
    const folder = await emptyFolder()
    putRelease(folder, signer)
    const { data } = await upload(boss, join(folder, FILE), FILE, 100)
    expect(data?.received).toBe(readFileSync(join(folder, FILE)).length)
    expect((await look()).offers[0]?.problem).toContain('There is no SHA256SUMS beside it')
    for (const name of ['SHA256SUMS', 'SHA256SUMS.minisig'])
      await upload(boss, join(folder, name), name)
    expect((await look()).offers).toMatchObject([{ version: '0.2.1', problem: null }])
    await put(boss, nameOf('0.2.2'))
    expect(readdirSync(uploads).toSorted()).toEqual(
      ['SHA256SUMS', 'SHA256SUMS.minisig', nameOf('0.2.2')].toSorted(),
    )
  })

  test.each(['../x.tar.gz', 'passwd', 'sluice-1.sh', '.sluice-1.tar.gz', 'SHA256SUMS.minisig.x'])(
    'takes no file named %s',
    async (name) => {
      const { boss, uploads } = await aConsole()
      expect((await put(boss, name)).error).toBe('wrong name')
      expect(() => readdirSync(uploads)).toThrow('ENOENT')
    },
  )

  test('takes no more than a release or a list has', async () => {
    const { boss } = await aConsole()
    expect((await put(boss, 'SHA256SUMS', { ...piece, size: 65_536 })).data).toEqual({
      received: 4,
    })
    expect((await put(boss, 'SHA256SUMS', { ...piece, size: 65_537 })).error).toBe('wrong piece')
    expect((await put(boss, FILE, { ...piece, size: 3 })).error).toBe('wrong piece')
    expect((await put(boss, FILE, { ...piece, size: 400_000_001 })).response.status).toBe(400)
  })

  test('keeps no more of what was begun than one release has files', async () => {
    const { boss, uploads } = await aConsole()
    const begun = { ...piece, size: 400_000_000 }
    for (const upload of ['1', '2', '3', '4', '5'])
      await put(boss, FILE, { ...begun, upload: upload.repeat(16) })
    expect(readdirSync(uploads).length).toBe(3)
  })

  test.skipIf(!hasMounts)('leaves the database its room, to the last piece', async () => {
    const { boss, dataDir, uploads } = await aConsole()
    aDisk(dataDir, 70)
    const begun = { ...piece, size: 2_000_000, data: Buffer.alloc(500_000).toString('base64') }
    expect((await put(boss, FILE, begun)).data).toEqual({ received: 500_000 })
    // Others take theirs meanwhile.
    writeFileSync(join(uploads, 'other'), Buffer.alloc(5_700_000))
    expect((await put(boss, FILE, { ...begun, from: 500_000 })).error).toBe('no space')
    rmSync(join(uploads, 'other'))
    expect((await put(boss, FILE, { ...begun, from: 500_000 })).data).toEqual({
      received: 1_000_000,
    })
  })

  test('is the main admin’s, and not while something is under way', async () => {
    const { boss, world, start } = await withUpload()
    const other = world.as(await world.person({ type: 'admin' }))
    expect((await put(other, FILE)).response.status).toBe(403)
    await start({ offer: ID, version: '0.2.1' })
    expect((await put(boss, FILE)).error).toBe('under way')
  })
})

describe.skipIf(!hasMounts)('on a disk that is full', () => {
  test('an upgrade is refused, and so is one at an hour', async () => {
    const { boss, dataDir, signer, uploads, start, look, request } = await aConsole()
    aDisk(dataDir, 1)
    mkdirSync(uploads)
    putRelease(uploads, signer)
    const empty = fill(dataDir)
    expect((await start({ offer: ID, version: '0.2.1' })).error).toBe('no space')
    expect((await start({ offer: ID, version: '0.2.1', hour: 3 })).error).toBe('no space')
    expect(await look()).toMatchObject({ asked: null, plan: null })
    empty()
    await start({ offer: ID, version: '0.2.1' })
    expect(request()).toBeDefined()
    await boss.POST('/api/admin/upgrade/cancel')
    // The answer to what was asked for has its place.
    fill(dataDir)
    writeAnswer(dataDir, { time: 1, said: 'There is no room left on the disk.' })
    expect((await look()).problem).toBe('There is no room left on the disk.')
  })
})

describe('removeUploadedRelease', () => {
  test('removes it, but not while it is needed', async () => {
    const { boss, look, start, world } = await withUpload()
    const remove = () => boss.DELETE('/api/admin/upgrade/file')
    await start({ offer: ID, version: '0.2.1', hour: 3 })
    expect((await remove()).error).toBe('under way')
    await boss.POST('/api/admin/upgrade/cancel')
    const other = world.as(await world.person({ type: 'admin' }))
    expect((await other.DELETE('/api/admin/upgrade/file')).response.status).toBe(403)
    expect((await remove()).response.status).toBe(200)
    expect((await look()).offers).toEqual([])
  })

  test('what was put in place goes by itself, some time later', async () => {
    const { uploads, world } = await withUpload()
    const call = { ...world.world, installed: { ...world.world.installed!, version: '0.2.1' } }
    const old = new Date(world.clock.at - 2 * HOUR)
    await removePutInPlace(call)
    expect(readdirSync(uploads)).toContain(FILE)
    utimesSync(join(uploads, FILE), old, old)
    await removePutInPlace(world.world)
    expect(readdirSync(uploads)).toContain(FILE)
    await removePutInPlace(call)
    expect(readdirSync(uploads)).not.toContain(FILE)
  })
})
