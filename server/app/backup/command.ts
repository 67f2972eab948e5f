/** `npm run backup -- list | restore | check | rollback`: what an operator does with backups by hand. */
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command } from '../../base/installation.ts'
import { readConfig } from '../../base/config.ts'
import { findKey } from '../../database/backup/key.ts'
import { writeState } from '../../database/backup/localState.ts'
import { openStore } from '../../database/backup/opening.ts'
import { findOwner } from '../../database/backup/owner.ts'
import { restore } from '../../database/backup/restore.ts'
import { openVault } from '../../database/backup/vault.ts'
import { adoptSecret } from '../../database/secret/inBackup.ts'
import { isEmbedded } from '../../database/database.ts'
import { rollBack } from '../../database/upgrade.ts'
import { checkBackup } from './check.ts'
import { listBackups } from './list.ts'

const USAGE = ['list', 'check', 'restore [--at 2026-11-23T14:05] [--to folder]', 'rollback']
  .map((words) => command(`backup ${words}`))
  .join('\n')

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string' },
    to: { type: 'string' },
    // What the server's hourly check reads.
    json: { type: 'boolean' },
  },
})
const config = readConfig(process.env)

function opened() {
  if (!config.backup.place)
    throw new Error('BACKUP names no store: a folder, or s3://bucket/folder.')
  const key = findKey(config.backup)
  if (!key)
    throw new Error(
      `There is no backup key: give it as BACKUP_KEY or in the file ${config.backup.keyFile}.`,
    )
  return { store: openStore(config.backup), vault: openVault(key) }
}

const timeOf = (text: string) => {
  const time = new Date(text).getTime()
  if (Number.isNaN(time)) throw new Error(`"${text}" is no time; write it like 2026-11-23T14:05.`)
  return time
}

async function run(): Promise<string> {
  switch (positionals[0]) {
    case 'list': {
      const { store, vault } = opened()
      return listBackups(store, vault)
    }
    case 'check': {
      const { store, vault } = opened()
      const checked = await checkBackup(store, vault, config.dataDir)
      if (values.json) return JSON.stringify(checked)
      if (checked.problems.length > 0) throw new Error(checked.problems.join('\n'))
      return `Restored in ${checked.took} ms: all that was committed by ${new Date(checked.time).toISOString()}, ${checked.users} users, ${checked.orders} orders. File, references and books are sound.`
    }
    case 'restore': {
      const { store, vault } = opened()
      const owner = await findOwner(store, vault)
      const folder = resolve(values.to ?? config.dataDir)
      const at = values.at === undefined ? {} : { at: timeOf(values.at) }
      const { file, time, generation, seq, uncertain } = await restore({
        store,
        vault,
        folder,
        ...at,
      })
      const instance = randomBytes(9).toString('base64url')
      await adoptSecret(file, vault, folder, config)
      writeState(folder, { instance, ...(owner && { takesOver: owner.instance }) })
      const isCut = !values.at && owner?.generation === generation && owner.shipped > seq
      return [
        `${file} is as it was at ${new Date(time).toISOString()}, when the last commit in it was shipped.`,
        ...uncertain,
        ...(isCut
          ? [
              `The server had shipped more (to segment ${owner.shipped}, this is ${seq}): the end of the backup is missing.`,
            ]
          : []),
        'A server that starts on it takes the store over.',
      ].join('\n')
    }
    case 'rollback':
      if (!isEmbedded(config.databaseUrl))
        throw new Error(
          'PostgreSQL goes back with the dump you made before the upgrade: copies are kept of the embedded database only.',
        )
      return rollBack(config.databaseUrl.replace(/^file:/, ''), config.dataDir, Date.now())
    default:
      throw new Error(USAGE)
  }
}

await run().then(
  (text) => console.log(text),
  (error: unknown) => {
    console.error((error as Error).message)
    process.exitCode = 1
  },
)
