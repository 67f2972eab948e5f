import { once } from 'node:events'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { noteDatabaseSize } from '../../../server/admin/installation/room.ts'
import { notesOfRelease } from '../../../server/admin/installation/notes.ts'
import { emptyFolder } from '../../support/served.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const DAY = 86_400_000

describe('getInstallation', () => {
  test('tells the main admin what runs, and nobody else', async () => {
    const world = await makeWorld()
    const { data } = await world.as(mainAdmin).GET('/api/admin/installation')
    expect(data).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: null,
      processes: [{ kind: 'console', memory: expect.any(Number), seen: null }],
      certificate: { by: 'nobody', name: 'test', issuer: null, expires: null },
      secrets: [],
    })
    expect(data?.database.bytes).toBeGreaterThan(100_000)
    const other = world.as(await world.person({ type: 'admin' }))
    expect((await other.GET('/api/admin/installation')).response.status).toBe(403)
    expect((await world.app.inject('/api/admin/installation')).statusCode).toBe(401)
  })

  test('says since when the keys are what they are, and nothing of what is in them', async () => {
    const dataDir = await emptyFolder()
    const made = new Date('2025-12-01T00:00:00Z')
    const file = join(dataDir, 'secret.key')
    writeFileSync(file, 'never-shown')
    utimesSync(file, made, made)
    const key = 'K'.repeat(43)
    const env = { DATA_DIR: dataDir, BACKUP: '/elsewhere', BACKUP_KEY: key }
    const world = await makeWorld({ env })
    const { data } = await world.as(mainAdmin).GET('/api/admin/installation')
    expect(data?.secrets).toEqual([
      { kind: 'secret', from: 'file', since: made.getTime() },
      { kind: 'backup', from: 'environment', since: null },
    ])
    expect(data?.disk).toMatchObject({ folder: dataDir })
    expect(data!.disk!.size).toBeGreaterThan(data!.disk!.free)
    expect(JSON.stringify(data)).not.toMatch(/never-shown|KKKK/)
  })

  test.each([
    ['https://panel.example.com', {}, { by: 'proxy', issuer: null }],
    ['https://panel.example.com', { TLS: 'acme' }, { by: 'console', issuer: 'An authority' }],
    ['http://panel.example.com', {}, { by: 'nobody', issuer: null }],
  ])('%s with %j: %j', async (SITE, env, wanted) => {
    const world = await makeWorld({
      env: { SITE, ...env },
      certificate: () => ({
        state: 'ok',
        issuer: 'An authority',
        expires: 5,
        problem: null,
        nextTry: null,
      }),
    })
    const { data } = await world.as(mainAdmin).GET('/api/admin/installation')
    expect(data?.certificate).toMatchObject({ name: 'panel.example.com', ...wanted })
  })

  test('an engine that hangs is not waited for', async () => {
    const dataDir = await emptyFolder()
    mkdirSync(join(dataDir, 'engine'))
    const silent = createServer(() => {})
    silent.listen(join(dataDir, 'engine', 'engine-0123abcd-0123456789abcdef.sock'))
    await once(silent, 'listening')
    onTestFinished(() => void silent.close())
    const world = await makeWorld({ env: { DATA_DIR: dataDir } })
    const start = performance.now()
    const { data } = await world.as(mainAdmin).GET('/api/admin/installation')
    expect(data?.processes).toHaveLength(1)
    expect(performance.now() - start).toBeLessThan(4_000)
  })

  test('growth is told from the oldest size of a month, noted once a day', async () => {
    const world = await makeWorld()
    const { clock, db } = world
    const note = () => noteDatabaseSize({ db, now: () => clock.at })
    const earlier = async () =>
      (await world.as(mainAdmin).GET('/api/admin/installation')).data?.database.earlier
    const first = clock.at
    await note()
    await note()
    expect(await earlier()).toBeNull()
    for (let day = 1; day <= 40; day++) {
      clock.add(DAY)
      await note()
      if (day === 1) expect(await earlier()).toMatchObject({ time: first })
    }
    expect(await earlier()).toMatchObject({ time: clock.at - 30 * DAY })
    const { value } = await db
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'databaseSizes')
      .executeTakeFirstOrThrow()
    expect(JSON.parse(value)).toHaveLength(31)
    // A clock that jumped ahead for a day leaves no size of later behind.
    clock.add(-10 * DAY)
    await note()
    expect((await earlier())!.time).toBeLessThan(clock.at)
  })
})

describe('getReleaseNotes', () => {
  test('tells what no release has yet, where this is none', async () => {
    const world = await makeWorld()
    const { data } = await world.as(mainAdmin).GET('/api/admin/installation/news')
    expect(data?.version).toBe('')
    const other = world.as(await world.person({ type: 'admin' }))
    expect((await other.GET('/api/admin/installation/news')).response.status).toBe(403)
  })

  test('is empty where there is no list of changes', async () => {
    expect(await notesOfRelease('/nowhere/CHANGELOG.md')).toEqual({ version: '', text: '' })
  })

  test('ends before the next release', async () => {
    const file = join(await emptyFolder(), 'CHANGELOG.md')
    writeFileSync(
      file,
      '# Changes\n\n## Unreleased\n\n### Added\n- One.\n\n## 0.1.0 (2026-01-01)\n\nOld.\n',
    )
    expect((await notesOfRelease(file)).text).toBe('### Added\n- One.')
  })
})
