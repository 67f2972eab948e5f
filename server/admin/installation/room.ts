import { stat, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Schema } from '#contract'
import { isPostgres } from '../../database/database.ts'
import { changeSetting, findStored } from '../../database/settings/store.ts'
import type { World } from '../../http/world.ts'

type Deps = Pick<World, 'config' | 'db' | 'now'>

/** How long sizes are kept, ms, and how far apart they are. */
const KEEP_MS = 31 * 86_400_000
const APART_MS = 20 * 3_600_000
/** How old the size is that growth is told from, ms. */
const GROWTH_MS = 30 * 86_400_000

/** The disk of the data folder; null where it cannot be looked at. */
export async function diskOf({
  dataDir,
}: World['config']): Promise<Schema<'InstallationDisk'> | null> {
  const disk = await statfs(dataDir).catch(() => undefined)
  if (!disk) return null
  return { folder: dataDir, free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize }
}

/** Which database it is, how large it is, and was. */
export async function databaseOf({
  config,
  db,
  now,
}: Deps): Promise<Schema<'InstallationDatabase'>> {
  const embedded = !isPostgres(db)
  const sizes = (await findStored(db, 'databaseSizes')) ?? []
  const log = `${config.databaseUrl.replace(/^file:/, '')}-wal`
  return {
    kind: embedded ? 'embedded' : 'postgres',
    bytes: await bytesOf(db),
    logBytes: embedded
      ? await stat(log).then(
          ({ size }) => size,
          () => 0,
        )
      : null,
    // A clock that was set back must not make a size one of later.
    earlier:
      sizes.find(({ time }) => time >= now() - GROWTH_MS && time <= now() - APART_MS) ?? null,
  }
}

/** Notes once a day how large the database is. */
export async function noteDatabaseSize({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const sizes = ((await findStored(db, 'databaseSizes')) ?? []).filter(
    ({ time }) => time > now() - KEEP_MS && time <= now(),
  )
  const last = sizes.at(-1)
  if (last && now() - last.time < APART_MS) return
  const size = { time: now(), bytes: await bytesOf(db) }
  await changeSetting(db, 'databaseSizes', [...sizes, size])
}

async function bytesOf(db: World['db']): Promise<number> {
  const { rows } = isPostgres(db)
    ? await sql<{ size: string }>`
        select pg_database_size(current_database()) as "size"
      `.execute(db)
    : await sql<{ size: number }>`
        select page_count * page_size as "size" from pragma_page_count(), pragma_page_size()
      `.execute(db)
  return Number(rows[0]?.size ?? 0)
}
