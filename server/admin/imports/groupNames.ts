import type { Database } from '../../database/database.ts'

/** A group as a table names it. */
export type GroupName = { id: number; name: string }

/** The groups there are. */
export function selectGroupNames(db: Database): Promise<GroupName[]> {
  return db.selectFrom('userGroup').select(['id', 'name']).execute()
}

/** A group by its name, else by its id; nothing is the usual one. */
export function findGroup(
  groups: readonly GroupName[],
  text: string,
  usual = 0,
): GroupName | undefined {
  if (text === '') return groups.find(({ id }) => id === usual)
  return groups.find(({ name }) => name === text) ?? groups.find(({ id }) => String(id) === text)
}
