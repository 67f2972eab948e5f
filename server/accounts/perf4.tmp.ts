import { Kysely, SqliteDialect } from 'kysely'
import { DatabaseSync } from 'node:sqlite'
import { selectAccountPage } from './page.ts'
const d = new DatabaseSync('/tmp/perf/y.db')
const db = new Kysely<any>({
  dialect: new SqliteDialect({
    database: {
      close() {},
      prepare(q: string) {
        const s = d.prepare(q)
        return {
          reader: true,
          all: (p: any) => {
            console.log(q)
            for (const r of d.prepare('explain query plan ' + q).all(...p) as any[])
              console.log('   ', r.detail)
            const t = performance.now()
            const r = s.all(...p)
            console.log(performance.now() - t)
            return r
          },
          run() {},
          iterate() {},
        } as any
      },
    } as any,
  }),
})
const all = { expired: true, unexpired: true, unlimit: true, mac: true }
for (let i = 0; i < 3; i++)
  await selectAccountPage(db as any, { pageSize: 30, filter: all } as never, {
    group: undefined,
    now: 5,
  })
