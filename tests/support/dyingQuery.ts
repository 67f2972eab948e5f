/** Loaded before a command: it is killed when it is about to send PostgreSQL its `DIE_AT`th query. */
import pg from 'pg'

const { query } = pg.Client.prototype
let left = Number(process.env.DIE_AT)
pg.Client.prototype.query = function (this: pg.Client, ...given: Parameters<typeof query>) {
  left -= 1
  if (left === 0) process.kill(process.pid, 'SIGKILL')
  return query.apply(this, given)
} as typeof query
