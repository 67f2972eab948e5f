/** `npm run export -- --file …`: the whole shop as one file. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { command } from '../../base/installation.ts'
import { configOrEnd } from '../../base/configOrEnd.ts'
import { openVault } from '../../backup/store/vault.ts'
import { keyFrom, newKey } from '../../base/settings/keyText.ts'
import { exportShop } from '../../backup/move/export.ts'
import { sayProgress } from '../../backup/move/progress.ts'
import { MoveRefused } from '../../backup/move/refused.ts'
import { printResult } from './ending.ts'

const { values } = parseArgs({ options: { file: { type: 'string' } } })

async function run(): Promise<string> {
  if (values.file === undefined) throw new MoveRefused(command('export --file shop.sluice'))
  const config = configOrEnd()
  const file = resolve(values.file)
  const given = process.env.EXPORT_KEY
  const made = given ? undefined : newKey()
  const key = made?.key ?? keyFrom(given ?? '', 'EXPORT_KEY', 'the key of an export')
  process.umask(0o077)
  const ending = await exportShop({
    from: config.databaseUrl,
    secretKey: config.secretKey,
    file,
    vault: openVault(key),
    now: () => Date.now(),
    progress: sayProgress(console.log),
  })
  const rows = ending.reduce((sum, table) => sum + table.rows, 0)
  return [
    `${file} holds the shop: ${ending.length} tables, ${rows} rows.`,
    ...(made
      ? [
          `This key opens it. It is shown once; without it nothing can be imported.\n\n  EXPORT_KEY=${made.text}\n`,
        ]
      : []),
    'Of this shop and what is imported from the file only one may run.',
  ].join('\n')
}

await printResult(run())
