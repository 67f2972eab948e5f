/** `npm run backup -- list | restore | check | rollback`: manual operations on backups. */
import { parseArgs } from 'node:util'
import { command } from '../../base/installation.ts'
import { configOrEnd } from '../../base/configOrEnd.ts'
import { withGivenPlace } from '../../backup/store/givenPlace.ts'
import { findKey } from '../../backup/store/key.ts'
import { openStore } from '../../backup/shipping/opening.ts'
import { openVault, type Vault } from '../../backup/store/vault.ts'
import type { FetchLine } from './fetchProcess.ts'
import { isEmbedded } from '../../database/database.ts'
import { checkBackup } from './check.ts'
import type { CheckResult } from './schedule.ts'
import { fetchCopy } from './fetch.ts'
import { problemOf } from './problem.ts'
import { restoreHere } from './restoreHere.ts'
import { rollBackOnRequest } from './rollBack.ts'
import { chainFrom, sortNames } from '../../backup/store/names.ts'
import { objectIn, wholeOf } from '../../backup/restore/read.ts'
import { splitSegments } from '../../backup/log/segment.ts'
import type { Store } from '../../backup/store/store.ts'

const shown = (time: number) => new Date(time).toISOString()

/** Exit code of an incomplete restore: the backup does not hold everything that was shipped. */
const INCOMPLETE = 2

const USAGE = ['list', 'check', 'restore [--at 2026-11-23T14:05] [--to folder]', 'rollback [--yes]']
  .map((words) => command(`backup ${words}`))
  .join('\n')

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string' },
    to: { type: 'string' },
    yes: { type: 'boolean' },
    // Read by the server: its hourly check, and a restore from the set-up page.
    json: { type: 'boolean' },
  },
})
const config = await withGivenPlace(configOrEnd(), console.warn)

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

/** The last line for the server: what was fetched, or why not. */
async function fetched(folder: string, at: string | undefined): Promise<FetchLine> {
  const onProgress = (done: number, of: number) =>
    console.log(JSON.stringify({ share: done / of } satisfies FetchLine))
  try {
    const when = at === undefined ? undefined : timeOf(at)
    const { owner, ...found } = await fetchCopy(
      { ...opened(), folder, at: when, onProgress },
      config,
    )
    return { found, takesOver: owner?.instance ?? null }
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

const asProblem = (error: unknown): CheckResult => ({ problem: problemOf(error) })

async function run(): Promise<string> {
  switch (positionals[0]) {
    case 'list': {
      const { store, vault } = opened()
      return listBackups(store, vault)
    }
    case 'check': {
      const { store, vault } = opened()
      const checking = checkBackup(store, vault, config.dataDir)
      if (values.json) return JSON.stringify(await checking.catch(asProblem))
      const checked = await checking
      if (checked.problems.length > 0) throw new Error(checked.problems.join('\n'))
      return `Restored in ${checked.took} ms: all that was committed by ${new Date(checked.time).toISOString()}, ${checked.users} users, ${checked.orders} orders. File, references and books are sound.`
    }
    case 'restore': {
      const at = values.at === undefined ? undefined : timeOf(values.at)
      const done = await restoreHere(config, opened(), { to: values.to, at })
      // A script has to notice this, too.
      if (done.missing) process.exitCode = INCOMPLETE
      return [
        `${done.file} is as it was at ${new Date(done.time).toISOString()}, when the last commit in it was shipped.`,
        ...done.uncertain,
        ...(done.missing ? [done.missing] : []),
        'A server that starts on it takes the store over.',
      ].join('\n')
    }
    // Only the server calls it: a copy for the set-up page, with its progress line by line.
    case 'fetch':
      return JSON.stringify(await fetched(values.to ?? '', values.at))
    case 'rollback':
      if (!isEmbedded(config.databaseUrl))
        throw new Error(
          'PostgreSQL goes back with the dump you made before the upgrade: copies are kept of the embedded database only.',
        )
      return rollBackOnRequest(config, { yes: values.yes ?? false })
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

/** The points that can be restored, generation by generation, newest last. */
async function listBackups(store: Store, vault: Vault): Promise<string> {
  const lines: string[] = []
  for (const generation of sortNames(await store.list())) {
    lines.push(`${generation.name}`)
    const whole = generation.snapshots.filter(({ isWhole }) => isWhole)
    let [end, held] = [0, 0]
    for (const { seq } of whole) {
      const { time, size, through } = await wholeOf(store, vault, generation.name, seq)
      lines.push(`  snapshot of ${shown(time)}, ${(size / 2 ** 20).toFixed(1)} MB`)
      ;[end, held] = [time, through]
    }
    const first = whole[0]?.seq
    if (first === undefined) {
      lines.push('  no whole snapshot: nothing can be restored from it')
      continue
    }
    try {
      const last = chainFrom(generation, first).at(-1)
      const segments = last && splitSegments(await objectIn(store, vault, last.name))
      const newest = segments?.at(-1)
      lines.push(`  any moment to ${shown(newest && newest.seq > held ? newest.time : end)}`)
    } catch (error) {
      lines.push(`  ${(error as Error).message}`)
    }
  }
  return lines.length > 0 ? lines.join('\n') : `There is no backup at ${store.place}.`
}
