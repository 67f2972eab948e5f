import { type Kysely, sql } from 'kysely'

/**
 * Makes the embedded database find accounts by any part of their password, port or owner's address
 * without scanning each of them.
 *
 * The index holds every pair of neighbouring letters as a word of its own (their bytes in hex), so
 * that a text is found as the phrase of its pairs: exactly, from two letters on. SQLite's own
 * trigrams begin at three, and ports are searched by two digits as well. Triggers keep it current
 * on every write. PostgreSQL has trigrams (`038-trigrams.ts`).
 */
export async function indexPairs(db: Kysely<unknown>): Promise<void> {
  await indexTable(db, 'account', { password: '"password"', port: '"port"' })
  // Addresses are found in any letter case.
  await indexTable(db, 'user', { email: 'lower("email")' })
}

/** The same for people, by name and comment in addition to their addresses. */
export async function indexPeople(db: Kysely<unknown>): Promise<void> {
  for (const name of ['Added', 'Gone', 'Moved'])
    await sql`drop trigger ${sql.ref(`userPairs${name}`)}`.execute(db)
  await sql`drop table "userPairs"`.execute(db)
  await indexTable(db, 'user', {
    email: 'lower("email")',
    username: 'lower("username")',
    comment: 'lower("comment")',
  })
}

async function indexTable(db: Kysely<unknown>, table: string, texts: Record<string, string>) {
  const names = Object.keys(texts)
  const list = names.map((name) => `"${name}"`).join(', ')
  const index = `"${table}Pairs"`
  const pairs = (row: string) =>
    names.map((name) => pairsOf(texts[name]!.replace(`"${name}"`, `${row}."${name}"`))).join(', ')
  const add = (row: string) =>
    `insert into ${index} (rowid, ${list}) select ${row}."id", ${pairs(row)}`
  const drop = `delete from ${index} where rowid = old."id"`
  const steps = [
    `create virtual table ${index} using fts5(${list}, content='', contentless_delete=1, tokenize='ascii')`,
    `create trigger "${table}PairsAdded" after insert on "${table}" begin ${add('new')}; end`,
    `create trigger "${table}PairsGone" after delete on "${table}" begin ${drop}; end`,
    `create trigger "${table}PairsMoved" after update of "id", ${list} on "${table}"
      begin ${drop}; ${add('new')}; end`,
    `${add(`"${table}"`)} from "${table}"`,
  ]
  for (const step of steps) await sql.raw(step).execute(db)
}

const pairsOf = (text: string) => `(with recursive "at" ("n") as
  (select 1 union all select "n" + 1 from "at" where "n" < length(${text}) - 1)
  select group_concat(hex(substr(${text}, "n", 2)), ' ') from "at")`
