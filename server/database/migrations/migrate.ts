import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Tables } from '../tables.ts'
import * as people from './001-people.ts'
import * as accounts from './002-accounts.ts'
import * as flow from './003-flow.ts'
import * as shop from './004-shop.ts'
import * as desk from './005-desk.ts'
import * as app from './006-app.ts'
import * as quick from './007-quick.ts'
import * as moments from './008-moments.ts'
import * as networks from './009-networks.ts'
import * as leases from './010-leases.ts'
import * as keys from './011-keys.ts'
import * as ending from './012-ending.ts'

const migrations: Record<string, Migration> = {
  '001-people': people,
  '002-accounts': accounts,
  '003-flow': flow,
  '004-shop': shop,
  '005-desk': desk,
  '006-app': app,
  '007-quick': quick,
  '008-moments': moments,
  '009-networks': networks,
  '010-leases': leases,
  '011-keys': keys,
  '012-ending': ending,
}

/** Brings the database to the shape this release needs. Throws when a step fails; a failed step changes nothing. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
