import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { askForPlanned } from '../../../server/app/offers/asking.ts'
import { takeRequest } from '../../../server/app/upgrade/request.ts'
import {
  addNotes,
  beginAnswer,
  beginNotes,
  writeAnswer,
  writeState,
} from '../../../server/app/upgrade/state.ts'
import { lockFile } from '../../../server/base/fileLock.ts'
import { aSigner, signFolder } from '../../support/signing.ts'
import { emptyFolder } from '../../support/served.ts'
import {
  aConsole,
  FILE,
  ID,
  nameOf,
  PASSWORD,
  putRelease,
  uploadAll,
  withUpload,
} from '../../support/upgradePage.ts'

const HOUR = 3_600_000
const from = { folder: 'sluice-0.1.0-linux-x64', version: '0.1.0', commit: 'b', time: 1 }

describe('getUpgrade', () => {
  test('tells the main admin, and nobody else, that there is nothing', async () => {
    const { look, world, signer } = await aConsole()
    expect(await look()).toMatchObject({
      way: 'page',
      offers: [],
      asked: null,
      plan: null,
      progress: null,
      problem: null,
      before: null,
      timeZone: 'Asia/Shanghai',
      key: signer.id.readBigUInt64LE().toString(16).toUpperCase(),
    })
    const other = world.as(await world.person({ type: 'admin' }))
    expect((await other.GET('/api/admin/upgrade')).response.status).toBe(403)
    expect((await world.app.inject('/api/admin/upgrade')).statusCode).toBe(401)
  })

  test('finds what is newer in the folder of the settings, and below it, for this machine', async () => {
    const { look, mirror, signer } = await aConsole()
    putRelease(mirror, signer, { version: '0.2.2' })
    for (const [name, made] of Object.entries({
      '0.2.0': { version: '0.2.0', time: 1_000 },
      '0.1.0': { version: '0.1.0', time: 500 },
      '0.2.1': {},
      '0.3.0': { version: '0.3.0', time: 3_000 },
      other: { version: '0.4.0', time: 4_000, arch: 's390x' },
    })) {
      mkdirSync(join(mirror, name))
      putRelease(join(mirror, name), signer, made)
    }
    const { offers } = await look()
    expect(offers.map(({ version, problem }) => [version, problem])).toEqual([
      ['0.3.0', null],
      ['0.2.2', null],
      ['0.2.1', null],
    ])
    expect(offers[0]).toMatchObject({
      id: `folder/0.3.0/${nameOf('0.3.0')}`,
      from: 'folder',
      command: `npm run upgrade -- ${join(mirror, '0.3.0', nameOf('0.3.0'))}`,
    })
  })

  test.each([
    ['cut off', (path: string) => truncateSync(path, 100), 'is cut off or was changed', 'changed'],
    [
      'changed by a bit',
      (path: string) => {
        const bytes = readFileSync(path)
        bytes[60]! ^= 1
        writeFileSync(path, bytes)
      },
      'is cut off or was changed',
      'changed',
    ],
    [
      'signed with another key',
      (path: string) =>
        signFolder(join(path, '..'), aSigner(), `sluice 0.2.1 ${'a'.repeat(40)} 2000`),
      'signed with another key',
      'other key',
    ],
    [
      'not signed',
      (path: string) => rmSync(join(path, '../SHA256SUMS.minisig')),
      'There is no SHA256SUMS.minisig',
      'unsigned',
    ],
  ])('says of a release that is %s why it is not taken', async (_, harm, why, word) => {
    const { look, mirror, signer, start } = await aConsole()
    const path = join(mirror, putRelease(mirror, signer))
    expect((await look()).offers).toMatchObject([{ version: '0.2.1', problem: null }])
    harm(path)
    const [offer] = (await look()).offers
    expect(offer?.problem).toContain(why)
    expect(offer?.why).toBe(word)
    const { data } = await start({ offer: offer!.id, version: '0.2.1' })
    expect(data?.problem).toContain(why)
  })

  test.each([
    [{ version: '0.1.0', time: 500 }, '0.1.0 is older than 0.2.0', 'older'],
    [{ version: '0.2.0', time: 1_000 }, '0.2.0 is what runs already', 'same'],
    [{ arch: 's390x' }, 'is not for this machine', 'other machine'],
  ])('says of what was uploaded why it is not taken: %j', async (made, why, word) => {
    const { look, boss, signer, start, request } = await aConsole()
    const folder = await emptyFolder()
    putRelease(folder, signer, made)
    await uploadAll(boss, folder)
    const [offer] = (await look()).offers
    expect(offer).toMatchObject({
      from: 'upload',
      problem: expect.stringContaining(why),
      why: word,
    })
    expect((await start({ offer: offer!.id, version: '0.2.1' })).data?.problem).toContain(why)
    expect(request()).toBeUndefined()
  })

  test('says how a release is put in place where root has no service', async () => {
    const none = await aConsole({ helper: false })
    expect((await none.look()).way).toBe('command')
    rmSync(join(none.system, 'run'), { recursive: true })
    expect((await none.look()).way).toBe('container')
    rmSync(join(none.opt, 'sluice'))
    expect((await none.look()).way).toBe('npm')
    const elsewhere = await aConsole({ helper: false })
    const wants = join(elsewhere.system, 'etc/systemd/system/paths.target.wants')
    writeFileSync(
      join(wants, 'sluice-upgrade.path'),
      readFileSync('docs/deploy/sluice-upgrade.path'),
    )
    expect((await elsewhere.look()).way).toBe('command')
  })

  test('says how far it has come, also where it was cut off', async () => {
    const { look, dataDir, world } = await aConsole()
    const to = { ...from, version: '0.2.1' }
    const time = world.clock.at
    writeState(dataDir, { phase: 'rehearsing', from, to, time })
    expect((await look()).progress).toMatchObject({ phase: 'rehearsing', isRunning: false })
    const letGo = lockFile(join(dataDir, 'upgrade-run.lock'))
    expect((await look()).progress).toMatchObject({ from: '0.1.0', to: '0.2.1', isRunning: true })
    letGo?.()
    // Debian's own tools have it then.
    writeState(dataDir, { phase: 'unpacking', from, time })
    expect((await look()).progress).toMatchObject({ to: null, isRunning: true })
    world.clock.add(600_000)
    expect((await look()).progress).toMatchObject({ isRunning: false })
    // A clock that was set back is not waited for.
    world.clock.add(-1_200_000)
    expect((await look()).progress).toMatchObject({ isRunning: false })
    writeState(dataDir, { phase: 'back', from, to, time, said: 'It was taken back.' })
    expect((await look()).progress).toMatchObject({ phase: 'back', said: 'It was taken back.' })
    writeAnswer(dataDir, { time: time + 1, said: 'Why not.' })
    expect((await look()).problem).toBe('Why not.')
    writeState(dataDir, { phase: 'done', from, to, time: time + 2 })
    expect((await look()).problem).toBe('Why not.')
    beginAnswer(dataDir)
    expect((await look()).problem).toBeNull()
  })
})

describe('getOfferNotes', () => {
  test('are those of all versions since, out of the release itself', async () => {
    const { boss } = await withUpload()
    const news = (offer: string) =>
      boss.GET('/api/admin/upgrade/news', { params: { query: { offer } } })
    expect((await news(ID)).data).toEqual({
      version: '0.2.1',
      text: '## 0.2.1 (2026-12-01)\n\n- Newer.',
    })
    expect((await news('upload/other')).response.status).toBe(404)
  })

  test('are not read of what nobody has signed', async () => {
    const { boss, uploads } = await withUpload()
    rmSync(join(uploads, 'SHA256SUMS.minisig'))
    const query = { offer: ID }
    const { response } = await boss.GET('/api/admin/upgrade/news', { params: { query } })
    expect(response.status).toBe(404)
  })
})

describe('startUpgrade', () => {
  test('asks root’s service for it, after a proof, once', async () => {
    const { start, look, request, world, dataDir } = await withUpload()
    const other = world.as(await world.person({ type: 'admin' }))
    const body = { proof: { password: PASSWORD }, offer: ID, version: '0.2.1' }
    expect((await other.POST('/api/admin/upgrade', { body })).response.status).toBe(403)
    expect((await start({ offer: ID, version: '0.2.1' }, 'not it')).error).toBe('invalid password')
    expect(request()).toBeUndefined()
    expect((await start({ offer: ID, version: '0.2.1' })).data).toEqual({ problem: null })
    expect(JSON.parse(request()!)).toEqual({ wants: 'upgrade', file: FILE })
    expect((await look()).asked).toMatchObject({ wants: 'upgrade' })
    expect((await start({ offer: ID, version: '0.2.1' })).error).toBe('under way')
    const audit = await world.db.selectFrom('audit').select(['operation', 'label']).execute()
    expect(audit.map(({ operation }) => operation)).toEqual(['startUpgrade'])
    // Root's service has taken it up.
    expect(takeRequest(dataDir, process.getuid?.() ?? 0)).toEqual({ wants: 'upgrade', file: FILE })
    expect((await look()).asked).toBeNull()
  })

  test('two at the same moment are one', async () => {
    const { start } = await withUpload()
    const both = await Promise.all([1, 2].map(() => start({ offer: ID, version: '0.2.1' })))
    expect(both.map(({ error }) => error).toSorted()).toEqual(['under way', undefined])
  })

  test('copies a release of the folder to where it is taken from', async () => {
    const { start, mirror, signer, uploads, request } = await aConsole()
    putRelease(mirror, signer)
    expect((await start({ offer: `folder/${FILE}`, version: '0.2.1' })).data).toEqual({
      problem: null,
    })
    expect(readdirSync(uploads).toSorted()).toEqual(['SHA256SUMS', 'SHA256SUMS.minisig', FILE])
    expect(readFileSync(join(uploads, FILE))).toEqual(readFileSync(join(mirror, FILE)))
    expect(JSON.parse(request()!)).toEqual({ wants: 'upgrade', file: FILE })
  })

  test('takes nothing but what was shown', async () => {
    const { start, boss, signer, request } = await withUpload()
    expect((await start({ offer: ID, version: '0.2.2' })).data?.problem).toContain(
      'This is 0.2.1 by now',
    )
    expect((await start({ offer: `folder/../${FILE}`, version: '0.2.1' })).error).toBe(
      'no such release',
    )
    const folder = await emptyFolder()
    putRelease(folder, signer, { version: '0.2.2' })
    await uploadAll(boss, folder)
    expect((await start({ offer: ID, version: '0.2.1' })).error).toBe('no such release')
    expect(request()).toBeUndefined()
  })

  test('is refused where root has no service, and while the command upgrades', async () => {
    const none = await aConsole({ helper: false })
    putRelease(none.mirror, none.signer)
    expect((await none.start({ offer: `folder/${FILE}`, version: '0.2.1' })).error).toBe(
      'no helper',
    )
    const { start, dataDir } = await withUpload()
    writeState(dataDir, { phase: 'rehearsing', from, time: 1 })
    const letGo = lockFile(join(dataDir, 'upgrade-run.lock'))
    expect((await start({ offer: ID, version: '0.2.1' })).error).toBe('under way')
    letGo?.()
    // Cut off, the next start of the console does it.
    writeState(dataDir, { phase: 'going back', from, time: 1 })
    expect((await start({ offer: ID, version: '0.2.1' })).error).toBe('under way')
    writeState(dataDir, { phase: 'rehearsing', from, time: 1 })
    expect((await start({ offer: ID, version: '0.2.1' })).data).toEqual({ problem: null })
  })
})

describe('cancelUpgrade', () => {
  test('takes back what is planned or asked for, while nobody has taken it up', async () => {
    const { boss, start, look, request, world } = await withUpload()
    const cancel = () => boss.POST('/api/admin/upgrade/cancel')
    expect((await cancel()).error).toBe('nothing planned')
    await start({ offer: ID, version: '0.2.1', hour: 3 })
    const other = world.as(await world.person({ type: 'admin' }))
    expect((await other.POST('/api/admin/upgrade/cancel')).response.status).toBe(403)
    expect((await cancel()).response.status).toBe(200)
    world.clock.add(24 * HOUR)
    await askForPlanned(world.world)
    expect(request()).toBeUndefined()
    await start({ offer: ID, version: '0.2.1' })
    expect((await cancel()).response.status).toBe(200)
    expect(await look()).toMatchObject({ asked: null, plan: null })
  })
})

/** A console that was upgraded from 0.1.0. */
async function upgraded() {
  const one = await aConsole()
  const folder = `sluice-0.1.0-linux-${process.arch}`
  mkdirSync(join(one.opt, folder))
  const manifest = { version: '0.1.0', release: { commit: 'b', time: 1 } }
  writeFileSync(join(one.opt, folder, 'package.json'), JSON.stringify(manifest))
  const to = {
    folder: nameOf('0.2.0').replace('.tar.gz', ''),
    version: '0.2.0',
    commit: 'a',
    time: 2,
  }
  writeFileSync(join(one.root, 'upgraded-from'), folder)
  writeState(one.dataDir, { phase: 'done', from: { ...from, folder }, to, time: 1 })
  beginNotes(one.dataDir)
  return one
}

describe('previewRollback', () => {
  test('says that nothing is lost where the database was not changed', async () => {
    const { boss, look } = await upgraded()
    expect((await look()).before).toBe('0.1.0')
    expect((await boss.GET('/api/admin/upgrade/back')).data).toEqual({
      version: '0.1.0',
      isUpgraded: false,
      orders: null,
      users: null,
      problem: null,
    })
  })

  test('is offered of nothing that root does not know to be the one before', async () => {
    const { look, root } = await upgraded()
    rmSync(join(root, 'upgraded-from'))
    expect((await look()).before).toBeNull()
  })

  test('says why nobody can go back whose copy is gone', async () => {
    const { boss, dataDir, world } = await upgraded()
    addNotes(dataDir, { isUpgraded: true, copy: join(dataDir, 'before.db') })
    const { data } = await boss.GET('/api/admin/upgrade/back')
    expect(data).toMatchObject({ isUpgraded: true, problem: expect.stringContaining('is gone') })
    const other = world.as(await world.person({ type: 'admin' }))
    expect((await other.GET('/api/admin/upgrade/back')).response.status).toBe(403)
  })

  test('is not there without an upgrade', async () => {
    const { boss } = await aConsole()
    expect((await boss.GET('/api/admin/upgrade/back')).response.status).toBe(404)
  })
})

describe('rollBackRelease', () => {
  test('asks root’s service for it, after a proof, for what was shown', async () => {
    const { boss, request, world } = await upgraded()
    const back = (version: string, password = PASSWORD) =>
      boss.POST('/api/admin/upgrade/back', { body: { proof: { password }, version } })
    const other = world.as(await world.person({ type: 'admin' }))
    const body = { proof: { password: PASSWORD }, version: '0.1.0' }
    expect((await other.POST('/api/admin/upgrade/back', { body })).response.status).toBe(403)
    expect((await back('0.1.0', 'not it')).error).toBe('invalid password')
    expect((await back('0.0.9')).error).toBe('nothing before')
    expect(request()).toBeUndefined()
    expect((await back('0.1.0')).response.status).toBe(200)
    expect(JSON.parse(request()!)).toEqual({ wants: 'rollback', to: '0.1.0' })
    expect((await back('0.1.0')).error).toBe('under way')
    const audit = await world.db.selectFrom('audit').select('operation').execute()
    expect(audit).toEqual([{ operation: 'rollBackRelease' }])
  })
})
