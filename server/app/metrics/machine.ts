import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { World } from '../../http/world.ts'
import { isEmbedded } from '../../database/database.ts'
import type { Reading } from './gauges.ts'

/** The database and the disk it is on, as series. */
export function readingsOfDatabase(world: World): Reading[] {
  const { config } = world
  const embedded = isEmbedded(config.databaseUrl)
  const file = config.databaseUrl.replace(/^file:/, '')
  const bytesOf = async (path: string) => (embedded ? (await stat(path)).size : undefined)
  return [
    {
      name: 'sluice_database_up',
      help: '1 while the database answers',
      read: () =>
        sql`select 1`.execute(world.db).then(
          () => 1,
          () => 0,
        ),
    },
    {
      name: 'sluice_database_answer_seconds',
      help: 'How long the database took to answer the smallest question just now',
      async read() {
        const start = performance.now()
        await sql`select 1`.execute(world.db)
        return (performance.now() - start) / 1000
      },
    },
    {
      name: 'sluice_database_bytes',
      help: 'Size of the database',
      async read() {
        if (embedded) return bytesOf(file)
        const { rows } = await sql<{ size: string }>`
          select pg_database_size(current_database()) as "size"
        `.execute(world.db)
        return Number(rows[0]?.size)
      },
    },
    {
      name: 'sluice_database_log_bytes',
      help: 'Size of the write-ahead log of the embedded database',
      read: () => bytesOf(`${file}-wal`),
    },
    {
      name: 'sluice_disk_free_bytes',
      help: 'Room left where the embedded database is, or the data folder',
      async read() {
        const { bavail, bsize } = await statfs(embedded ? dirname(file) : config.dataDir)
        return bavail * bsize
      },
    },
  ]
}

/** When the certificate ends, where this console serves HTTPS itself, and its state. */
export function readingsOfCertificate(world: World): Reading[] {
  return [
    {
      name: 'sluice_certificate_expiry_timestamp_seconds',
      help: 'When the certificate ends that this console serves',
      read() {
        const { expires } = world.certificate()
        return expires === null ? undefined : expires / 1000
      },
    },
    {
      name: 'sluice_certificate_state',
      help: '1 for the state the certificate is in',
      label: 'state',
      read() {
        const is = world.certificate().state
        const states = ['off', 'ok', 'missing', 'failing', 'expiring'] as const
        return Object.fromEntries(states.map((state) => [state, Number(state === is)]))
      },
    },
  ]
}

/** Age and state of the backup, as series; the ages only where there is one. */
export function readingsOfBackup(world: World): Reading[] {
  const time = (field: 'lastShipped' | 'lastChecked') => () => {
    const at = world.backup()[field]
    return at === null ? undefined : at / 1000
  }
  return [
    {
      name: 'sluice_backup_shipped_timestamp_seconds',
      help: 'Everything committed by then was shipped',
      read: time('lastShipped'),
    },
    {
      name: 'sluice_backup_checked_timestamp_seconds',
      help: 'When a copy was last restored and checked',
      read: time('lastChecked'),
    },
    {
      name: 'sluice_backup_state',
      help: '1 for the state the backup is in',
      label: 'state',
      read() {
        const is = world.backup().state
        const states = ['off', 'ok', 'behind', 'failing'] as const
        return Object.fromEntries(states.map((state) => [state, Number(state === is)]))
      },
    },
  ]
}
