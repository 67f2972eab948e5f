import { mkdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { askForPlanned } from '../../../server/app/offers/asking.ts'
import { dropPlan, nextHour, readPlan, writePlan } from '../../../server/app/offers/plan.ts'
import { takeRequest, writeRequest } from '../../../server/app/upgrade/request.ts'
import type { aSigner } from '../../support/signing.ts'
import { FILE, ID, putRelease, withUpload } from '../../support/upgradePage.ts'

const HOUR = 3_600_000

describe('an upgrade at an hour', () => {
  test.each([
    ['2026-01-15T12:00Z', 3, 'Asia/Shanghai', '2026-01-15T19:00Z'],
    ['2026-01-15T18:59:59Z', 3, 'Asia/Shanghai', '2026-01-15T19:00Z'],
    ['2026-01-15T19:00Z', 3, 'Asia/Shanghai', '2026-01-16T19:00Z'],
    ['2026-03-28T22:00Z', 2, 'Europe/Berlin', '2026-03-29T01:00Z'],
    ['2026-10-24T23:30Z', 2, 'Europe/Berlin', '2026-10-25T00:00Z'],
    ['2026-01-15T12:00Z', 0, 'UTC', '2026-01-16T00:00Z'],
  ])('asked for at %s is the next %s of %s', (now, hour, zone, wanted) => {
    expect(new Date(nextHour(Date.parse(now), hour, zone))).toEqual(new Date(wanted))
  })

  test('is asked for then, also by a console that was started again meanwhile', async () => {
    const { start, look, request, world } = await withUpload()
    await start({ offer: ID, version: '0.2.1', hour: 3 })
    const { plan } = await look()
    expect(plan).toEqual({ version: '0.2.1', time: Date.UTC(2026, 0, 15, 19) })
    expect(request()).toBeUndefined()
    expect((await start({ offer: ID, version: '0.2.1' })).error).toBe('under way')
    world.clock.set(plan!.time - 1)
    await askForPlanned(world.world)
    expect(request()).toBeUndefined()
    world.clock.set(plan!.time)
    await askForPlanned(world.world)
    expect(JSON.parse(request()!)).toEqual({ wants: 'upgrade', file: FILE })
    expect(await look()).toMatchObject({ plan: null, problem: null })
  })

  test.each([
    ['missed by more than an hour', HOUR + 1, () => {}, 'did not run at the hour of 0.2.1'],
    [
      'of another file by then',
      0,
      (uploads: string, signer: ReturnType<typeof aSigner>) =>
        void putRelease(uploads, signer, { time: 2_500 }),
      'is another one than was planned',
    ],
    [
      'that was harmed by then',
      0,
      (uploads: string) => truncateSync(join(uploads, FILE), 9),
      'is cut off',
    ],
  ])('%s is not done, and the page says so', async (_, late, change, why) => {
    const { start, look, request, world, uploads, signer } = await withUpload()
    await start({ offer: ID, version: '0.2.1', hour: 3 })
    change(uploads, signer)
    world.clock.set(Date.UTC(2026, 0, 15, 19) + late)
    await askForPlanned(world.world)
    expect(request()).toBeUndefined()
    expect(await look()).toMatchObject({ plan: null, problem: expect.stringContaining(why) })
  })

  test('is not lost to a console that is stopped in its minute', async () => {
    const { start, look, request, world, dataDir } = await withUpload()
    await start({ offer: ID, version: '0.2.1', hour: 3 })
    const { plan } = await look()
    world.clock.set(plan!.time)
    const plan_ = readPlan(dataDir)!
    const answer = join(dataDir, 'upgrade-answer.json')
    rmSync(answer)
    mkdirSync(answer)
    await expect(askForPlanned(world.world)).rejects.toThrow('EISDIR')
    expect(request()).toBeUndefined()
    rmSync(answer, { recursive: true })
    expect((await look()).plan).toEqual(plan)
    await askForPlanned(world.world)
    expect(request()).toBeDefined()
    // Stopped after it had asked.
    writePlan(dataDir, plan_)
    await askForPlanned(world.world)
    expect(await look()).toMatchObject({ plan: null, problem: null, asked: { wants: 'upgrade' } })
    // Something else is asked for in its minute.
    takeRequest(dataDir, process.getuid?.() ?? 0)
    writeRequest(dataDir, { wants: 'rollback', to: '0.1.0' })
    writePlan(dataDir, plan_)
    await askForPlanned(world.world)
    const problem = 'Another upgrade was under way at its hour. Nothing was changed.'
    expect(await look()).toMatchObject({ plan: null, problem, asked: { wants: 'rollback' } })
  })

  test('is not left for a service of root’s that is switched on some day', async () => {
    const { start, look, request, world, system } = await withUpload()
    await start({ offer: ID, version: '0.2.1', hour: 3 })
    rmSync(join(system, 'etc'), { recursive: true })
    world.clock.set(Date.UTC(2026, 0, 15, 19))
    await askForPlanned(world.world)
    expect(request()).toBeUndefined()
    const problem = 'Root’s service was not switched on at its hour. Nothing was changed.'
    expect(await look()).toMatchObject({ plan: null, problem })
  })

  test('that is taken back while its file is read is not asked for', async () => {
    const { start, boss, request, world } = await withUpload()
    await start({ offer: ID, version: '0.2.1', hour: 3 })
    world.clock.set(Date.UTC(2026, 0, 15, 19))
    const asking = askForPlanned(world.world)
    dropPlan(world.world.config.dataDir)
    await asking
    expect(request()).toBeUndefined()
    expect((await boss.POST('/api/admin/upgrade/cancel')).error).toBe('nothing planned')
  })

  test('that is late by an hour is done', async () => {
    const { start, request, world } = await withUpload()
    await start({ offer: ID, version: '0.2.1', hour: 3 })
    world.clock.set(Date.UTC(2026, 0, 15, 20))
    await askForPlanned(world.world)
    expect(request()).toBeDefined()
  })
})
