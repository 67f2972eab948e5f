import { cached } from '../../database/cached.ts'
import type { Database } from '../../database/database.ts'

/** Tags that hide a server from users. */
export const HIDDEN: readonly string[] = ['#hide', '#_hide']
/** Tags that leave a server's ports as they are: nothing is opened there and nothing closed. */
export const PAUSED: readonly string[] = ['#pause', '#_pause']

/** The tags of one server, or with 0 all that are in use, each once. */
export async function selectTags(db: Database, serverId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('tag')
    .select('name')
    .distinct()
    .where('type', '=', 'server')
    .$if(serverId !== 0, (query) => query.where('key', '=', serverId))
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}

/** The tags of every server, by its id. */
export async function selectTagsByServer(db: Database): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('tag')
    .select(['key', 'name'])
    .where('type', '=', 'server')
    .orderBy('name')
    .execute()
  const tags = new Map<number, string[]>()
  for (const { key, name } of rows) tags.getOrInsertComputed(key, () => []).push(name)
  return tags
}

/** The servers that carry one of these tags. */
export function selectTaggedServers(
  db: Database,
  names: readonly string[],
): Promise<ReadonlySet<number>> {
  return cached(db, { name: `tagged ${names.join()}`, from: ['tag'] }, async () => {
    const rows = await db
      .selectFrom('tag')
      .select('key')
      .where('type', '=', 'server')
      .where('name', 'in', names)
      .execute()
    return new Set(rows.map(({ key }) => key))
  })
}

/** Makes the tags of a server exactly these. */
export async function changeTags(db: Database, serverId: number, names: string[]): Promise<void> {
  await db.deleteFrom('tag').where('type', '=', 'server').where('key', '=', serverId).execute()
  if (names.length === 0) return
  const rows = names.map((name) => ({ type: 'server', key: serverId, name }))
  await db.insertInto('tag').values(rows).execute()
}
