import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../../base/config.ts'
import type { Log } from '../../base/log.ts'
import type { Fetched, RestoreStatus, Restoring } from '../../backup/restore/fetched.ts'
import { isEmbedded } from '../../database/database.ts'
import { fetchInProcess } from './fetchProcess.ts'
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { readState, writeState } from '../../backup/shipping/localState.ts'

type Terms = {
  /** Where the copy is. */
  folder: string
  /** The closed database of a console that holds nothing yet. */
  file: string
  dataDir: string
  /** The instance whose store it was fetched from. */
  takesOver: string | null
}

type Deps = {
  config: Config
  log: Log
  /** Stops the console, does this while its database is closed, and starts it again. */
  restart: (work: () => void) => void
}

/** How long a fetched copy waits to be taken, ms: it holds a whole shop. */
const KEEP_MS = 3_600_000

/** Where the copy is fetched to: beside the database, so that it takes its place in one step. */
const folderBeside = (file: string) => join(dirname(file), 'fetched-backup')

/**
 * Restores from the set-up page: a copy is fetched beside the database and looked at, then takes
 * its place. Undefined on PostgreSQL, of which there are no such backups.
 */
export function makeRestoring({ config, log, restart }: Deps): Restoring | undefined {
  if (!isEmbedded(config.databaseUrl)) return undefined
  const file = config.databaseUrl.replace(/^file:/, '')
  const folder = folderBeside(file)
  let status: RestoreStatus = { state: 'none' }
  let takesOver: string | null = null
  let ending = new AbortController()
  let running: Promise<void> = Promise.resolve()
  let waiting: NodeJS.Timeout | undefined
  let isClaimed = false

  /** Ends the one before; the next waits for that. */
  async function drop() {
    ending.abort()
    clearTimeout(waiting)
    status = { state: 'none' }
    await running
    await rm(folder, { recursive: true, force: true })
  }

  return {
    status: () => status,
    fetch(wanted) {
      if (isClaimed) return false
      const dropped = drop()
      const mine = (ending = new AbortController())
      const say = (next: RestoreStatus) => {
        if (!mine.signal.aborted) status = next
      }
      say({ state: 'fetching', share: 0 })
      const onShare = (share: number) => say({ state: 'fetching', share })
      running = dropped
        .then(() => fetchInProcess(wanted, { folder, signal: mine.signal, onShare }))
        .then((result) => {
          if ('problem' in result) return say({ state: 'failed', problem: result.problem })
          takesOver = result.takesOver
          waiting = setTimeout(() => void drop(), KEEP_MS).unref()
          return say({ state: 'fetched', found: result.found })
        })
        .catch((error: unknown) => {
          if (mine.signal.aborted) return
          log.error({ err: error }, 'a backup was not fetched')
          say({ state: 'failed', problem: { word: 'failed', detail: (error as Error).message } })
        })
      return true
    },
    claim(time) {
      if (isClaimed || status.state !== 'fetched') return undefined
      const { found } = status
      if (time !== undefined && time !== found.time) return undefined
      isClaimed = true
      clearTimeout(waiting)
      return {
        take() {
          saySo(log, found)
          status = { state: 'none' }
          restart(() => swapIn({ folder, file, dataDir: config.dataDir, takesOver }))
        },
        release() {
          isClaimed = false
          waiting = setTimeout(() => void drop(), KEEP_MS).unref()
        },
      }
    },
    drop,
  }
}

const saySo = (log: Log, { time }: Fetched) =>
  log.warn(
    { restored: new Date(time).toISOString() },
    'a backup takes the place of the empty database',
  )

/**
 * Puts a fetched copy in the place of an empty database, in one step: killed at any moment, a
 * start finds the one or the other. Throws where the copy is gone.
 */
export function swapIn({ folder, file, dataDir, takesOver }: Terms): void {
  const copy = join(folder, 'sluice.db')
  if (!existsSync(copy)) throw new Error(`The copy ${copy} is gone.`)
  // A new chain of segments begins, in the store of the copy or in one this console ships to.
  const { instance } = readState(dataDir)
  writeState(dataDir, { instance, ...(takesOver !== null && { takesOver }) })
  // The log of the empty one must not be applied to it.
  for (const end of ['-wal', '-shm', '-journal']) rmSync(file + end, { force: true })
  renameSync(copy, file)
  const place = openSync(dirname(file), 'r')
  fsyncSync(place)
  closeSync(place)
  rmSync(folder, { recursive: true, force: true })
}
