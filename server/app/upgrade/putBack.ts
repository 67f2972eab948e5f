import { existsSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '../../base/config.ts'
import { putBackFromBeside } from '../../database/beside.ts'
import { isEmbedded, openDatabase } from '../../database/database.ts'
import { kindOf } from '../../database/copies.ts'
import { rollBack } from '../../database/rollBack.ts'
import { sync } from '../../database/fileSync.ts'
import { readNotes, readState, writeState } from './state.ts'

/**
 * Gives the old release its data as it was when the new one was first started, before it starts itself
 * again. Killed at any moment it is done again by the next start. Does nothing in any other phase.
 */
export async function putBack({ dataDir, databaseUrl }: Config): Promise<void> {
  const state = readState(dataDir)
  if (state?.phase !== 'going back') return
  const { copy, isUpgraded } = readNotes(dataDir)
  if (isUpgraded && !isEmbedded(databaseUrl)) await putBackPostgres(databaseUrl)
  if (isUpgraded && isEmbedded(databaseUrl) && copy !== undefined)
    await putBackFile(databaseUrl.replace(/^file:/, ''), copy, state.isAsked ?? false)
  writeState(dataDir, { ...state, phase: 'back' })
}

/**
 * The copy takes the place of the file: no second one is made, as the disk may be full, and what a
 * release made of the data that has served nobody is nothing new. Where it has served, that stays
 * beside it.
 */
async function putBackFile(file: string, copy: string, keepsOther: boolean): Promise<void> {
  // It has taken its place already, or the steps were never done.
  if (!existsSync(copy)) return
  if (['of this release', 'earlier'].includes(await kindOf(file, { whole: true })))
    // The copy is the same, and stays as one.
    return
  if (keepsOther) return void (await rollBack(file, copy, Date.now()))
  for (const end of ['-wal', '-shm', '-journal']) rmSync(file + end, { force: true })
  renameSync(copy, file)
  sync(dirname(file))
  for (const end of ['-wal', '-shm', '-journal']) rmSync(copy + end, { force: true })
  if (dirname(copy) !== dirname(file)) sync(join(copy, '..'))
}

async function putBackPostgres(databaseUrl: string): Promise<void> {
  const db = openDatabase(databaseUrl, { statement: 0, name: 'sluice upgrade' })
  try {
    await putBackFromBeside(db)
  } finally {
    await db.destroy()
  }
}
