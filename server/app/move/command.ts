/** `npm run move-db -- --to …`: the whole shop to another database, and back. */
import { parseArgs } from 'node:util'
import { command } from '../../base/installation.ts'
import { configOrEnd } from '../../base/configOrEnd.ts'
import { isEmbedded } from '../../database/database.ts'
import { moveDatabase } from '../../backup/move/move.ts'
import { placeOf, urlOf } from '../../backup/move/place.ts'
import { sayProgress } from '../../backup/move/progress.ts'
import { MoveRefused } from '../../backup/move/refused.ts'
import { undoMove } from '../../backup/move/undo.ts'
import { printResult } from './ending.ts'

const USAGE = `Moves the shop from the database of DATABASE_URL or DATA_DIR to another one.

${command('move-db --to postgres://user@host/database')}
${command('move-db --to data/sluice.db')}
${command('move-db --undo')}              gives an unfinished move up
${command('move-db --undo --to …')}       takes a finished one back, before the other is used`

const { values } = parseArgs({
  options: {
    to: { type: 'string' },
    undo: { type: 'boolean', default: false },
    force: { type: 'boolean', default: false },
  },
})

async function run(): Promise<string> {
  const { databaseUrl: from } = configOrEnd()
  const to = values.to === undefined ? undefined : urlOf(values.to)
  const now = () => Date.now()
  if (values.undo) return undoMove({ from, to, force: values.force, now })
  if (to === undefined) throw new MoveRefused(USAGE)
  // Other users of this machine must not read what is written.
  process.umask(0o077)
  const began = performance.now()
  const progress = sayProgress(console.log)
  const { tables, aside } = await moveDatabase({ from, to, now, progress })
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return [
    '',
    ...tables.map(({ name, rows: count, sum }) => `${sum.slice(0, 16)}  ${name}: ${count} rows`),
    '',
    `${tables.length} tables, ${rows} rows. Counts and checksums of both are equal. ${seconds} s.`,
    ...(aside ? [`What was at ${placeOf(to)} before is at ${aside}.`] : []),
    isEmbedded(to)
      ? `Start the console with DATABASE_URL=${to}, or without one where that is sluice.db in DATA_DIR.`
      : `Start the console with the DATABASE_URL you named (${placeOf(to)}).`,
    'DATA_DIR and the secret key stay as they are.',
  ].join('\n')
}

await printResult(run())
