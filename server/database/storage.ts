import { randomBytes } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Answer } from '#contract'
import type { Kysely } from 'kysely'
import type { Config } from '../base/config.ts'
import { isEmbedded } from './database.ts'
import { unavailableBy } from './unavailable.ts'
import type { Tables } from './tables.ts'

const MIB = 2 ** 20
/** Below this the operator should free disk space, bytes. */
const LOW_BYTES = 256 * MIB
/** With less than this left a change may fail, bytes. */
const FULL_BYTES = 4 * MIB
/** How much is written to try whether there is space, bytes: more than free pages may hold. */
const PROBE_BYTES = 64 * 1024

type Deps = { db: Kysely<Tables>; config: Config }

/**
 * Whether the database can be written: some is, and rolled back. What is rolled back never reaches
 * the disk of the embedded database, so a file is made beside it, and its free space is checked.
 *
 * Throws when the database cannot even be queried.
 */
export async function stateOfStorage({ db, config }: Deps): Promise<Answer<'getStorage'>> {
  const embedded = isEmbedded(config.databaseUrl)
  const file = config.databaseUrl.replace(/^file:/, '')
  const free = embedded ? await freeBeside(file) : null
  const trouble =
    (free === null ? undefined : await troubleBeside(file)) ??
    (await troubleWriting(db, embedded ? PROBE_BYTES : 1))
  if (trouble) return { state: trouble, free }
  if (free === null || free >= LOW_BYTES) return { state: 'ok', free }
  return { state: free < FULL_BYTES ? 'full' : 'low', free }
}

async function freeBeside(file: string): Promise<number | null> {
  const disk = await statfs(dirname(file)).catch(() => undefined)
  return disk ? disk.bavail * disk.bsize : null
}

/** A file system that takes no more writes after an error of its disk shows that only here. */
async function troubleBeside(file: string): Promise<'full' | 'not writable' | undefined> {
  const probe = `${file}.probe`
  try {
    await writeFile(probe, '', { mode: 0o600 })
    await rm(probe, { force: true })
    return undefined
  } catch (error) {
    const { code = '' } = error as { code?: string }
    return ['ENOSPC', 'EDQUOT'].includes(code) ? 'full' : 'not writable'
  }
}

class Undone extends Error {}

async function troubleWriting(db: Kysely<Tables>, size: number) {
  try {
    await db.transaction().execute(async (tx) => {
      const value = JSON.stringify(randomBytes(size).toString('hex'))
      await tx.insertInto('setting').values({ key: 'probe', value }).execute()
      throw new Undone()
    })
  } catch (error) {
    const unavailable = unavailableBy(error)
    if (unavailable === 'full' || unavailable === 'not writable') return unavailable
    // Another write is under way, so writing works.
    if (!(error instanceof Undone) && unavailable !== 'busy') throw error
  }
  return undefined
}
