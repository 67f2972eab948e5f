import { describe, expect, test } from 'vitest'
import { BACKUP_OFF, makeProgress } from '../../../server/backup/shipping/status.ts'
import { makeBackupWatch } from '../../../server/notify/backupWatch.ts'
import { isEmbedded } from '../../../server/database/database.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

describe('getBackupStatus', () => {
  test('reports to the main admin that backups are off, and nobody else', async () => {
    const world = await makeWorld()
    const { data } = await world.as(mainAdmin).GET('/api/admin/backup')
    const { keyName: _, ...off } = BACKUP_OFF
    // What the tests run on: only the embedded database is backed up by the server.
    const canBackUp = isEmbedded(world.world.config.databaseUrl)
    expect(data).toEqual({
      ...off,
      canBackUp,
      isKeyKept: true,
      place: '',
      from: 'nobody',
    })
    const admin = await world.person({ type: 'admin' })
    const statusFor = async (caller: typeof mainAdmin | null) =>
      (await world.as(caller).GET('/api/admin/backup')).response.status
    expect(await statusFor(admin)).toBe(403)
    expect(await statusFor(await world.person())).toBe(401)
    expect(await statusFor(null)).toBe(401)
  })
})

describe('confirmBackupKey', () => {
  test('is stored for the present key, and requested again for another', async () => {
    const [progress, other] = ['one', 'another'].map((name) => makeProgress(Date.now, name))
    let backup = progress!.status
    const world = await makeWorld({ backup: () => backup() })
    const look = async () => (await world.as(mainAdmin).GET('/api/admin/backup')).data
    expect(await look()).toMatchObject({ isKeyKept: false })
    expect(await look()).not.toHaveProperty('keyName')
    expect((await world.as(mainAdmin).POST('/api/admin/backup/key')).data).toBe('success')
    expect(await look()).toMatchObject({ isKeyKept: true })
    backup = other!.status
    expect(await look()).toMatchObject({ isKeyKept: false })
    const admin = await world.person({ type: 'admin' })
    expect((await world.as(admin).POST('/api/admin/backup/key')).response.status).toBe(403)
  })
})

test('what was shipped, what failed and what was checked make the state', () => {
  const clock = { at: 1_000_000 }
  const progress = makeProgress(() => clock.at)
  // Of what an earlier start shipped nothing is known yet.
  expect(progress.status()).toMatchObject({ state: 'behind', lastShipped: null })
  progress.shippedAt(clock.at)
  expect(progress.status()).toMatchObject({ state: 'ok', lastShipped: clock.at })
  progress.failed(new Error('away'))
  clock.at += 10_000
  expect(progress.status()).toMatchObject({ state: 'ok', problem: 'away' })
  clock.at += 1
  expect(progress.status()).toMatchObject({ state: 'behind', problem: 'away' })
  progress.shippedAt(clock.at)
  progress.checked(clock.at, 'The books do not balance.')
  expect(progress.status()).toMatchObject({ state: 'failing', lastChecked: clock.at })
  progress.checked(clock.at, null)
  progress.snapshotFailed(new Error('full'))
  expect(progress.status()).toMatchObject({ state: 'failing', problem: 'full' })
  progress.snapshotTaken()
  expect(progress.status()).toMatchObject({ state: 'ok', problem: null })
})

test('the main admin is notified once after five minutes, and once when it is well again', async () => {
  const { db, now, clock } = await makeWorld()
  const status = { ...BACKUP_OFF, state: 'ok' as 'ok' | 'behind' }
  const look = makeBackupWatch({ db, now, backup: () => status })
  const kinds = async () => {
    await look()
    const rows = await db.selectFrom('event').select(['kind', 'userId']).orderBy('id').execute()
    expect(rows.every(({ userId }) => userId === null)).toBe(true)
    return rows.map(({ kind }) => kind)
  }
  status.state = 'behind'
  expect(await kinds()).toEqual([])
  clock.add(299_999)
  expect(await kinds()).toEqual([])
  clock.add(1)
  expect(await kinds()).toEqual(['backupBehind'])
  clock.add(600_000)
  expect(await kinds()).toEqual(['backupBehind'])
  status.state = 'ok'
  expect(await kinds()).toEqual(['backupBehind', 'backupWell'])
  expect(await kinds()).toEqual(['backupBehind', 'backupWell'])
})
