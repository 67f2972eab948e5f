import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Gives a site a way of paying, without which the demo sells nothing. */
export function addPaypal(dataDir: string): void {
  const database = new DatabaseSync(join(dataDir, 'sluice.db'))
  const paypal = { on: true, mode: 'sandbox', address: '', clientId: 'a', clientSecret: '' }
  database
    .prepare(`insert into "setting" ("key", "value") values ('paypal', ?)`)
    .run(JSON.stringify({ ...paypal, tested: null }))
  database.close()
}
