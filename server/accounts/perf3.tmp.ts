import { openDatabase } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'
import { selectAccountPage } from './page.ts'
import { selectUsers } from '../users/store.ts'
import { toRows } from './view.ts'
import { sql } from 'kysely'
for (const n of [10_000, 100_000]) {
  const db = openDatabase(process.env.URL ?? ':memory:', process.env.URL ? undefined : undefined)
  await migrate(db)
  const now = Date.UTC(2026, 0, 15)
  for (let i = 0; i < n; i += 500) {
    await db
      .insertInto('user')
      .values(
        Array.from({ length: 500 }, (_, k) => ({
          id: i + k + 2,
          username: `user${i + k}@example.com`,
          email: `user${i + k}@example.com`,
          passwordHash: '',
          type: 'normal' as const,
          groupId: (i + k) % 5,
          telegram: null,
          createTime: now - i,
          lastLogin: now - i,
        })),
      )
      .execute()
    await db
      .insertInto('account')
      .values(
        Array.from({ length: 500 }, (_, k) => ({
          id: i + k + 1,
          type: 3,
          userId: i + k + 2,
          port: ((i + k) % 65000) + 1,
          portSpace: Math.floor((i + k) / 65000),
          password: `pw${i + k}`,
          cycleStart: now - (i % 50) * 86400000,
          cycles: 1,
          expireTime: now - (i % 50) * 86400000 + 2592000000,
          flow: 1e9,
          subscribe: `t${i + k}`,
          createTime: now,
        })),
      )
      .execute()
  }
  for (let s = 1; s <= 20; s++)
    await db
      .insertInto('server')
      .values({
        id: s,
        type: 'Shadowsocks',
        plane: 'embedded',
        name: `s${s}`,
        host: 'h',
        port: 0,
        method: 'm',
      })
      .execute()
  for (let i = 0; i < n; i += 500)
    await db
      .insertInto('usage')
      .values(
        Array.from({ length: 1000 }, (_, k) => ({
          accountId: i + (k >> 1) + 1,
          serverId: (k & 1) + 1,
          cycleFrom: now,
          bytes: 5,
          lastSeen: now,
        })),
      )
      .execute()
  if (process.env.URL === undefined) await sql`analyze`.execute(db).catch(() => {})
  const all = { expired: true, unexpired: true, unlimit: true, mac: true }
  const time = async (name: string, fn: () => Promise<unknown>, times = 200) => {
    for (let i = 0; i < 20 && i < times; i++) await fn()
    const t = performance.now()
    for (let i = 0; i < times; i++) await fn()
    console.log(n, name, ((performance.now() - t) / times).toFixed(3), 'ms')
  }

  const { selectTraffic } = await import('./traffic.ts')
  const { standingOf } = await import('./standing.ts')
  const { accounts } = await import('./store.ts')
  const ids = Array.from({ length: 30 }, (_, k) => k + 1)
  const { rows } = await selectAccountPage(db, { pageSize: 30 } as never, { group: undefined, now })
  await time('count', () =>
    db
      .selectFrom('account')
      .select(({ fn }) => fn.countAll().as('t'))
      .execute(),
  )
  await time('page+count', () =>
    selectAccountPage(db, { pageSize: 30, filter: all } as never, { group: undefined, now }),
  )
  await time('ids', () =>
    db.selectFrom('account').select('id').orderBy('port').orderBy('portSpace').limit(30).execute(),
  )
  await time('rows', () => accounts(db).where('account.id', 'in', ids).execute())
  await time('traffic', () => selectTraffic(db, ids, now))
  const t = await selectTraffic(
    db,
    rows.map((r) => r.id),
    now,
  )
  await time('standing', async () => rows.map((r) => standingOf(r, t(r.id), now)))
  await time('toRows', async () => toRows(db, rows, now))
  await db.destroy()
}
