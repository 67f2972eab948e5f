import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'
import { rmSync } from 'node:fs'
const file = '/tmp/perf/z.db'
rmSync(file, { force: true })
const db = openDatabase('file:' + file)
await migrate(db)
const n = 100000
for (let i = 0; i < n; i += 500) {
  await db
    .insertInto('user')
    .values(
      Array.from({ length: 500 }, (_, k) => ({
        id: i + k + 2,
        username: `user${i + k}@example.com`,
        email: `user${i + k}@example.com`,
        passwordHash: 'x'.repeat(90),
        type: 'normal' as const,
        groupId: (i + k) % 5,
        telegram: null,
        createTime: 1 - i,
        lastLogin: 5 - i,
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
        cycleStart: 6 - (i % 50) * 86400000,
        cycles: 1,
        expireTime: 5 - (i % 50) * 86400000 + 2592000000,
        flow: 1e9,
        subscribe: `t${i + k}`,
        createTime: 5,
      })),
    )
    .execute()
}
await db.destroy()
const d = new DatabaseSync(file)
d.exec('pragma cache_size = -65536')
const t = (q: string, ...p: any[]) => {
  const s = d.prepare(q)
  s.all(...p)
  const a = performance.now()
  for (let i = 0; i < 5; i++) s.all(...p)
  console.log(((performance.now() - a) / 5).toFixed(1), q)
  for (const r of d.prepare('explain query plan ' + q).all(...p) as any[])
    console.log('   ', r.detail)
}
const cond = `(replace(account.password, cast(? as text), '') <> account.password or account.userId in (select id from user where lower(email) like lower(cast(? as text))))`
t(`select count(*) from account where ${cond}`, 'zzz', '%zzz%')
t(
  `select id from account where ${cond} order by port, portSpace limit ? offset ?`,
  'zzz',
  '%zzz%',
  30,
  0,
)
t(
  `select id from account where ${cond} order by +port, +portSpace limit ? offset ?`,
  'zzz',
  '%zzz%',
  30,
  0,
)
t(
  `select id, count(*) over () from account where ${cond} order by +port, +portSpace limit ? offset ?`,
  'zzz',
  '%zzz%',
  30,
  0,
)
t(
  `select id, count(*) over () from account where ${cond} order by +port, +portSpace limit ? offset ?`,
  'p',
  '%p%',
  30,
  0,
)
t(`select id from user where lower(email) like lower(cast(? as text))`, '%zzz%')
t(`select id from user where lower(username) like lower(cast(? as text))`, '%zzz%')
t(
  `select count(*) from user where lower(username) like lower(cast(? as text)) or lower(comment) like lower(cast(? as text))`,
  '%zzz%',
  '%zzz%',
)
t(
  `select count(*) from user indexed by sqlite_autoindex_user_1 where lower(username) like lower(cast(? as text))`,
  '%zzz%',
)
t(
  `select count(*) from account where replace(account.password, cast(? as text), '') <> account.password`,
  'zzz',
)
t(`select count(*) from account where account.password like ?`, 'zzz')
