import { PostgresAdapter, sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../server/database/database.ts'
import { up } from '../../../server/database/migrations/038-trigrams.ts'
import { named } from '../../../server/people/users/named.ts'
import { containsIndexed } from '../../../server/database/lists/trigrams.ts'
import { anAccount } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const hasIndexes = async (db: Database) => {
  const { rows } = await sql<{ name: string }>`
    select indexname as "name" from pg_indexes where indexname like '%ByTrigrams' order by 1`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

test('searches find the same with a port that is part of a password, and each once', async () => {
  const world = await makeWorld()
  const ann = await world.person({ email: 'ann-40123@example.com' })
  await anAccount(world, { port: 40_123, password: 'x40123', userId: ann.id })
  await anAccount(world, { port: 50_000, password: 'A%b_c' })
  const found = async (search: string) => {
    const { data } = await world
      .as(mainAdmin)
      .POST('/api/admin/accountWithPage', { body: { search } })
    return [data?.total, data?.account.map(({ port }) => port)]
  }
  expect(await found('40123')).toEqual([1, [40_123]])
  expect(await found('A%b')).toEqual([1, [50_000]])
  expect(await found('a%b')).toEqual([0, []])
  expect(await found('%b_')).toEqual([1, [50_000]])
  expect(await found('Ann-4')).toEqual([1, [40_123]])
})

describe.runIf(process.env.TEST_DATABASE_URL)('on PostgreSQL', () => {
  test('the index serves what people and accounts are searched by', async () => {
    const { db } = await makeWorld()
    expect(await hasIndexes(db)).toEqual(['accountByTrigrams', 'userByTrigrams'])
    const plan = (query: { compile(): { sql: string; parameters: readonly unknown[] } }) =>
      db.transaction().execute(async (tx) => {
        // Of a few rows each is read, as that is faster.
        await sql`set local enable_seqscan = off`.execute(tx)
        const { sql: text, parameters } = query.compile()
        const bare = text.replaceAll(/\$(\d+)/g, (_all, at) => `'${parameters[Number(at) - 1]}'`)
        const { rows } = await sql.raw<Record<string, string>>(`explain ${bare}`).execute(tx)
        return rows.map((row) => Object.values(row)[0]).join('\n')
      })
    const people = db.selectFrom('user').select('user.id').where(named('ann'))
    expect(await plan(people)).toContain('userByTrigrams')
    const byPassword = db
      .selectFrom('account')
      .select('id')
      .where(({ ref }) => containsIndexed(ref('password'), 'abc'))
    expect(await plan(byPassword)).toContain('accountByTrigrams')
  })

  test('a role that may not add it goes without, and the step is done', async () => {
    const { db } = await makeWorld()
    expect(db.getExecutor().adapter).toBeInstanceOf(PostgresAdapter)
    await db.transaction().execute(async (tx) => {
      await sql`drop index "userByTrigrams"`.execute(tx)
      await sql`drop index "accountByTrigrams"`.execute(tx)
      await sql`create role "guest"`.execute(tx)
      await sql`set local role "guest"`.execute(tx)
      await up(tx as never)
      await sql`reset role`.execute(tx)
      expect(await hasIndexes(tx)).toEqual([])
      await up(tx as never)
      expect(await hasIndexes(tx)).toEqual(['accountByTrigrams', 'userByTrigrams'])
      await sql`drop role "guest"`.execute(tx)
    })
  })
})
