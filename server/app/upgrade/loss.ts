import { existsSync } from 'node:fs'
import type { Config } from '../../base/config.ts'
import { hasCopyBeside, sinceCopyBeside } from '../../database/beside.ts'
import { isEmbedded, openDatabase } from '../../database/database.ts'
import { sinceCopy } from '../../database/rollBack.ts'
import { UpgradeRefused } from './refused.ts'
import { readNotes } from './state.ts'

/** What came after the upgrade; counted only where the database becomes what it was before. */
export type Loss = {
  isUpgraded: boolean
  since?: { orders: number; users: number } | undefined
}

/**
 * What going back to the release before would lose. Throws `UpgradeRefused` where it would lose what
 * nobody can bring back.
 */
export async function lossFound({ dataDir, databaseUrl }: Config): Promise<Loss> {
  const { copy, isUpgraded } = readNotes(dataDir)
  if (!isUpgraded) return { isUpgraded: false }
  const since = isEmbedded(databaseUrl)
    ? sinceFile(databaseUrl.replace(/^file:/, ''), copy)
    : await sincePostgres(databaseUrl)
  return { isUpgraded: true, since }
}

/** As `lossFound`, in a sentence. */
export async function lossOf(config: Config): Promise<string> {
  const { isUpgraded, since } = await lossFound(config)
  if (!isUpgraded) return 'The database is as it was: nothing is lost.'
  const what = since
    ? `${since.orders} orders and ${since.users} people came after the upgrade`
    : 'What came after the upgrade'
  return `The database becomes what it was before the upgrade: ${what}, and with them what was paid, changed and used since, will not be in it. Payments stay with the provider.`
}

function sinceFile(file: string, copy: string | undefined) {
  if (copy === undefined || !existsSync(copy))
    throw new UpgradeRefused(
      'The copy from before the upgrade is gone: restore a backup instead. Nothing was changed.',
    )
  return sinceCopy(file, copy)
}

async function sincePostgres(url: string) {
  const db = openDatabase(url)
  try {
    if (!(await hasCopyBeside(db)))
      throw new UpgradeRefused(
        'The copy from before the upgrade is gone: restore a dump instead. Nothing was changed.',
      )
    return await sinceCopyBeside(db)
  } finally {
    await db.destroy()
  }
}
