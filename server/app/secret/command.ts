/** `npm run secret -- rotate`: another key for the sealed values in the database. */
import { parseArgs } from 'node:util'
import { configOrEnd } from '../../base/configOrEnd.ts'
import { rotateSecret } from '../../database/secret/rotate.ts'
import { command } from '../../base/installation.ts'
import type { Kysely } from 'kysely'
import type { Config } from '../../base/config.ts'
import { openAlone, refuseIfUsed } from '../../backup/move/alone.ts'
import { openForService } from '../../database/opening.ts'
import type { Tables } from '../../database/tables.ts'

const USAGE = `${command('secret rotate')}          a new key; sessions and links stay valid
${command('secret rotate --all')}    and a new secret: ends every session, voids recovery codes; no console may run`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean', default: false } },
})

async function run(): Promise<string> {
  if (positionals[0] !== 'rotate') throw new Error(USAGE)
  const config = configOrEnd()
  const db = await openForRotation(config, values.all)
  try {
    const options = { nextKey: process.env.SECRET_KEY_NEXT, all: values.all }
    return await rotateSecret(db, config.secretKey, options)
  } finally {
    await db.destroy()
  }
}

await run().then(
  (text) => console.log(text),
  (error: unknown) => {
    console.error((error as Error).message)
    process.exitCode = 1
  },
)

/**
 * Opens the database to change its key. For another secret, `all`, it is opened exclusively: a
 * running console would go on with the old secret. Throws a sentence where one runs.
 */
export async function openForRotation(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  all: boolean,
): Promise<Kysely<Tables>> {
  const db = await openForService(config)
  if (!all) return db
  await db.destroy()
  const alone = await openAlone(config.databaseUrl)
  try {
    await refuseIfUsed(alone, config.databaseUrl)
    return alone
  } catch (error) {
    await alone.destroy()
    throw error
  }
}
