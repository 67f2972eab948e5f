import { expect, test } from 'vitest'
import { databaseOf, noteDatabaseSize } from '../../../server/admin/installation/room.ts'
import { makeWorld } from '../../support/world.ts'

test.skipIf(!process.env.TEST_DATABASE_URL)(
  'PostgreSQL says how large it is, and was a day ago',
  async () => {
    const { world: ours, clock } = await makeWorld()
    await noteDatabaseSize(ours)
    clock.add(86_400_000)
    const said = await databaseOf(ours)
    expect(said).toMatchObject({ kind: 'postgres', logBytes: null })
    expect(said.bytes).toBeGreaterThan(1_000_000)
    expect(said.earlier?.bytes).toBeGreaterThan(1_000_000)
  },
)
