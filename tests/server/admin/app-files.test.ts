import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { MAX_APP_FILES } from '#rules/appFiles.ts'
import { writePiece } from '../../../server/admin/appFiles/store.ts'
import { serveAppFiles } from '../../../server/app/shell/screens.ts'
import { hasMounts } from '../../support/bareMachine.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'
import fastify from 'fastify'

const LIST = '/api/admin/appFile'
const FILE = '/api/admin/appFile/{name}'
const UPLOAD = '0123456789abcdef'

async function site() {
  const world = await makeWorld()
  const folder = world.config.appFiles
  const admin = world.as(mainAdmin)
  const at = (name: string) => ({ params: { path: { name } } })
  return {
    world,
    folder,
    list: async () => (await admin.GET(LIST)).data!,
    send: (name: string, data: Buffer, { from = 0, size = data.length, upload = UPLOAD } = {}) =>
      admin.PUT(FILE, {
        ...at(name),
        body: { upload, from, size, data: data.toString('base64') },
      }),
    remove: (name: string) => admin.DELETE(FILE, at(name)),
  }
}

describe('uploadAppFile', () => {
  test('stores a file in pieces, which is there when it is whole', async () => {
    const { list, send, folder, world } = await site()
    expect((await list()).files).toEqual([])
    const bytes = randomBytes(1000)
    const size = bytes.length
    const first = await send('app-1.0.apk', bytes.subarray(0, 600), { size })
    expect(first.data).toEqual({ received: 600 })
    expect((await list()).files).toEqual([])
    const last = await send('app-1.0.apk', bytes.subarray(600), { from: 600, size })
    expect(last.data).toEqual({ received: 1000 })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(await list()).toEqual({
      files: [{ name: 'app-1.0.apk', size, sha256, time: expect.any(Number) }],
      address: `${world.config.site}/apps/`,
    })
    expect(readFileSync(join(folder, 'app-1.0.apk')).equals(bytes)).toBe(true)
    expect(readdirSync(folder)).toEqual(['.app-1.0.apk.sha256', 'app-1.0.apk'])
  })

  test('a piece that comes twice, late or too early changes nothing', async () => {
    const { list, send } = await site()
    const bytes = randomBytes(30)
    const size = 30
    const piece = (from: number) => send('a.zip', bytes.subarray(from, from + 10), { from, size })
    expect((await piece(10)).data).toEqual({ received: 0 })
    await piece(0)
    expect((await piece(20)).data).toEqual({ received: 10 })
    await piece(10)
    const again = await Promise.all([piece(0), piece(10), piece(0)])
    expect(again.map(({ data }) => data?.received)).toEqual([20, 20, 20])
    expect((await piece(20)).data).toEqual({ received: 30 })
    // The answer to the last one was lost.
    expect((await piece(20)).data).toEqual({ received: 30 })
    expect((await list()).files[0]?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'))
    const other = await send('a.zip', randomBytes(10), { from: 20, size })
    expect(other.data).toEqual({ received: 0 })
  })

  test('a last piece that comes many times at once is answered each time', async () => {
    const { send, list } = await site()
    const bytes = randomBytes(100_000)
    const size = bytes.length
    await send('app-1.0.apk', bytes.subarray(0, 10), { size })
    const last = () => send('app-1.0.apk', bytes.subarray(10), { from: 10, size })
    const answers = await Promise.all(Array.from({ length: 20 }, last))
    expect(answers.map(({ data }) => data)).toEqual(answers.map(() => ({ received: size })))
    expect((await list()).files[0]?.size).toBe(size)
  })

  test('replaces an older file of that name, and two uploads at once do not mix', async () => {
    const { list, send } = await site()
    await send('a.exe', Buffer.from('old'))
    await send('a.exe', Buffer.from('AA'), { size: 4 })
    await send('a.exe', Buffer.from('BB'), { size: 4, upload: 'f'.repeat(16) })
    await send('a.exe', Buffer.from('AA'), { from: 2, size: 4 })
    const sha256 = createHash('sha256').update('AAAA').digest('hex')
    expect((await list()).files).toMatchObject([{ name: 'a.exe', size: 4, sha256 }])
  })

  test.each([
    ['../x.apk', 403],
    ['.x.apk', 403],
    ['x.html', 403],
    ['x.svg', 403],
    ['x.apk.js', 403],
    ['apk', 403],
    [`${'x'.repeat(96)}.apk`, 200],
    [`${'x'.repeat(101)}.apk`, 403],
    ['V2rayNG_1.9.0_arm64-v8a.apk', 200],
    ['Clash.Verge+x64.AppImage', 200],
  ])('takes %s as the name of a file: %d', async (name, status) => {
    const { send } = await site()
    const { response, error } = await send(name, Buffer.from('x'))
    expect(response.status).toBe(status)
    if (status === 403) expect(error).toBe('wrong name')
  })

  test('refuses a piece that is none, and one file more than it hands out', async () => {
    const { send, folder } = await site()
    expect((await send('a.apk', Buffer.from('abcd'), { size: 3 })).error).toBe('wrong piece')
    mkdirSync(folder, { recursive: true })
    for (let at = 1; at < MAX_APP_FILES; at += 1) writeFileSync(join(folder, `f${at}.apk`), 'x')
    expect((await send('last.apk', Buffer.from('x'))).response.status).toBe(200)
    expect((await send('more.apk', Buffer.from('x'))).error).toBe('too many')
    // One that is there already may be replaced.
    expect((await send('last.apk', Buffer.from('y'))).response.status).toBe(200)
  })

  test('never grows beyond the size it named, wherever a piece begins', async () => {
    const { send, list } = await site()
    await send('a.apk', Buffer.from('ab'), { size: 4 })
    const over = await send('a.apk', Buffer.from('cde'), { from: 2, size: 4 })
    expect([over.response.status, over.error]).toEqual([403, 'wrong piece'])
    const beyond = await send('a.apk', Buffer.from('e'), { from: 4, size: 4 })
    expect(beyond.error).toBe('wrong piece')
    expect((await list()).files).toEqual([])
    expect((await send('a.apk', Buffer.from('cd'), { from: 2, size: 4 })).data).toEqual({
      received: 4,
    })
    const sha256 = createHash('sha256').update('abcd').digest('hex')
    expect((await list()).files).toMatchObject([{ name: 'a.apk', size: 4, sha256 }])
  })

  test('a piece without a byte is none', async () => {
    const { world, list } = await site()
    // A letter alone is no byte yet.
    for (const data of ['', 'A', '====']) {
      const { response } = await world.as(mainAdmin).PUT(FILE, {
        params: { path: { name: 'a.apk' } },
        body: { upload: UPLOAD, from: 0, size: 4, data },
      })
      expect(response.ok, data).toBe(false)
    }
    expect((await list()).files).toEqual([])
  })

  test('keeps a few that are on their way, the latest', async () => {
    const { send, folder } = await site()
    const parts = () => readdirSync(folder).filter((name) => name.endsWith('.part'))
    for (let at = 1; at <= 8; at += 1) {
      await send(`f${at}.apk`, Buffer.from('ab'), { size: 4 })
      const [part = ''] = parts().filter((name) => name.startsWith(`.f${at}.`))
      utimesSync(join(folder, part), at, Date.now() / 1_000 - 100 + at)
    }
    expect(parts()).toHaveLength(8)
    await send('f9.apk', Buffer.from('ab'), { size: 4 })
    expect(parts()).toHaveLength(8)
    expect(parts().filter((name) => name.startsWith('.f1.'))).toEqual([])
  })

  test('drops what was not continued for a day', async () => {
    const { send, folder, world } = await site()
    await send('a.apk', Buffer.from('ab'), { size: 4 })
    const [part = ''] = readdirSync(folder)
    const day = 86_400_000
    const begun = (ago: number) => {
      const seconds = (world.now() - ago) / 1000
      utimesSync(join(folder, part), seconds, seconds)
    }
    begun(day)
    await send('b.apk', Buffer.from('b'))
    expect(readdirSync(folder)).toContain(part)
    begun(day + 1000)
    await send('b.apk', Buffer.from('b'))
    expect(readdirSync(folder)).not.toContain(part)
  })
})

test.skipIf(!hasMounts)(
  'a full disk is named, and what was begun goes on once there is room',
  async () => {
    const { list, send, folder } = await site()
    mkdirSync(folder, { recursive: true })
    const mount = (...args: string[]) => expect(spawnSync('mount', args).status).toBe(0)
    mount('-t', 'tmpfs', '-o', 'size=64k', 'none', folder)
    onTestFinished(() => void spawnSync('umount', [folder]))
    const bytes = randomBytes(200_000)
    const piece = (from: number, to: number) =>
      send('a.apk', bytes.subarray(from, to), { from, size: bytes.length })
    expect((await piece(0, 40_000)).data).toEqual({ received: 40_000 })
    expect((await piece(40_000, 140_000)).error).toBe('no space')
    expect((await list()).files).toEqual([])
    mount('-o', 'remount,size=1m', folder)
    // What fitted may be there; the answer says from where it goes on.
    const { received = 0 } = (await piece(40_000, 140_000)).data ?? {}
    expect(received).toBe(140_000)
    expect((await piece(140_000, 200_000)).data).toEqual({ received: 200_000 })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect((await list()).files).toMatchObject([{ name: 'a.apk', sha256 }])
  },
)

describe('listAppFiles', () => {
  test('lists by name, and notices a file that was replaced by hand', async () => {
    const { list, send, folder } = await site()
    await send('b.apk', Buffer.from('1'))
    await send('a.apk', Buffer.from('2'))
    mkdirSync(join(folder, 'folder.apk'))
    const [a, b] = (await list()).files
    expect([a?.name, b?.name]).toEqual(['a.apk', 'b.apk'])
    writeFileSync(join(folder, 'a.apk'), 'more')
    const sha256 = createHash('sha256').update('more').digest('hex')
    expect((await list()).files).toMatchObject([{ name: 'a.apk', size: 4, sha256 }, b])
  })
})

describe('removeAppFile', () => {
  test('removes a file, and nothing else', async () => {
    const { list, send, remove, folder } = await site()
    await send('a.apk', Buffer.from('x'))
    writeFileSync(join(folder, 'secret.key'), 'x')
    expect((await remove('secret.key')).response.status).toBe(404)
    expect((await remove('a.apk')).data).toBe('success')
    expect((await remove('a.apk')).response.status).toBe(404)
    expect((await list()).files).toEqual([])
    expect(readdirSync(folder)).toEqual(['secret.key'])
  })
})

test('a folder that cannot be made keeps no console from starting', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'sluice-apps-')), 'file')
  writeFileSync(file, 'x')
  const app = fastify()
  await serveAppFiles(app, join(file, 'apps'))
  expect((await app.inject('/apps/a.apk')).statusCode).toBe(404)
  await app.close()
})

test('files are saved by everybody, in parts too, and what is no app is hidden', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-apps-'))
  const bytes = randomBytes(100)
  await writePiece(folder, { name: 'a.apk', upload: UPLOAD, from: 0, size: 100 }, bytes)
  writeFileSync(join(folder, 'page.html'), '<script>')
  writeFileSync(join(folder, '.a.apk.0.part'), 'x')
  const app = fastify()
  await serveAppFiles(app, folder)
  const whole = await app.inject('/apps/a.apk')
  expect(whole.rawPayload.equals(bytes)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-disposition': 'attachment',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-type': 'application/vnd.android.package-archive',
    'accept-ranges': 'bytes',
  })
  const part = await app.inject({ url: '/apps/a.apk', headers: { range: 'bytes=90-' } })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload.equals(bytes.subarray(90))).toBe(true)
  const { etag } = whole.headers
  const same = await app.inject({ url: '/apps/a.apk', headers: { 'if-none-match': String(etag) } })
  expect(same.statusCode).toBe(304)
  for (const path of ['page.html', '.a.apk.0.part', '', '../package.json', 'b.apk', '%2e%2e/x.apk'])
    expect((await app.inject(`/apps/${path}`)).statusCode, path).toBe(404)
  await app.close()
})
