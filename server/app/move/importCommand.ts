/** `npm run import -- --file …`: a shop from one file, into an empty database. */
import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command } from '../../base/installation.ts'
import { makeFolder } from '../../base/makeFolder.ts'
import { configOrEnd } from '../../base/configOrEnd.ts'
import { openVault } from '../../backup/store/vault.ts'
import { isEmbedded } from '../../database/database.ts'
import { keyFrom } from '../../base/settings/keyText.ts'
import { importShop } from '../../backup/move/import.ts'
import { fileOf, placeOf } from '../../backup/move/place.ts'
import { sayProgress } from '../../backup/move/progress.ts'
import { MoveRefused } from '../../backup/move/refused.ts'
import { printResult } from './ending.ts'

const { values } = parseArgs({ options: { file: { type: 'string' } } })

async function run(): Promise<string> {
  if (values.file === undefined)
    throw new MoveRefused(`EXPORT_KEY=… ${command('import --file shop.sluice')}`)
  const file = resolve(values.file)
  if (!existsSync(file)) throw new MoveRefused(`There is no file ${file}.`)
  const config = configOrEnd()
  const to = config.databaseUrl
  process.umask(0o077)
  if (isEmbedded(to)) makeFolder(dirname(fileOf(to)))
  const ending = await importShop({
    file,
    to,
    secretKey: config.secretKey,
    vault: openVault(keyFrom(process.env.EXPORT_KEY ?? '', 'EXPORT_KEY', 'the key of the export')),
    now: () => Date.now(),
    progress: sayProgress(console.log),
  })
  const rows = ending.reduce((sum, table) => sum + table.rows, 0)
  return [
    `${placeOf(to)} holds the shop: ${ending.length} tables, ${rows} rows, as the file says.`,
    `Start it: ${command('start')}. Whatever it was exported from must not run any more.`,
  ].join('\n')
}

await printResult(run())
