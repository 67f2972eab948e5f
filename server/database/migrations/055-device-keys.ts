import { type Kysely, sql } from 'kysely'
import { columns } from './columns.ts'

/**
 * Devices of accounts have a key and a link of their own for the ports that accounts share, whether
 * they connect by WireGuard or not; plans and accounts say how many apps are told apart, 0 for none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { embedded, text } = columns(db)
  await (embedded ? rebuilt(db) : loosened(db))
  const added = [
    ['subscribe', 'text', text],
    ['subscribeHash', 'text', undefined],
    ['hwid', 'text', undefined],
    ['app', 'text', text],
    ['fetchTime', 'bigint', undefined],
    ['isWaiting', 'integer', columns(db).count()],
  ] as const
  for (const [name, type, terms] of added)
    await db.schema
      .alterTable('device')
      .addColumn(name, type, (column) => (terms ? terms(column) : column))
      .execute()
  await db.schema.createIndex('deviceLink').on('device').column('subscribeHash').unique().execute()
  await db.schema
    .createIndex('deviceHwid')
    .on('device')
    .columns(['accountId', 'hwid'])
    .unique()
    .execute()
  await db.schema
    .alterTable('plan')
    .addColumn('deviceLimit', 'integer', columns(db).count())
    .execute()
  await db.schema.alterTable('account').addColumn('deviceLimit', 'integer').execute()
  await db.schema
    .alterTable('account')
    .addColumn('asksForDevices', 'integer', columns(db).count())
    .execute()
}

async function loosened(db: Kysely<unknown>): Promise<void> {
  for (const name of ['number', 'publicKey'])
    await db.schema
      .alterTable('device')
      .alterColumn(name, (column) => column.dropNotNull())
      .execute()
}

/** SQLite cannot drop what a column says; ids that were given stay given. */
async function rebuilt(db: Kysely<unknown>): Promise<void> {
  const { table, required, text } = columns(db)
  await table('deviceNext')
    .addColumn('accountId', 'integer', (column) =>
      column.notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', required)
    .addColumn('number', 'integer', (column) => column.unique())
    .addColumn('publicKey', 'text', (column) => column.unique())
    .addColumn('presharedKey', 'text', text)
    .addColumn('privateKey', 'text', text)
    .addColumn('createTime', 'bigint', required)
    .addUniqueConstraint('deviceName', ['accountId', 'name'])
    .execute()
  const names = sql.raw(
    ['id', 'accountId', 'name', 'number', 'publicKey', 'presharedKey', 'privateKey', 'createTime']
      .map((name) => `"${name}"`)
      .join(', '),
  )
  await sql`insert into "deviceNext" (${names}) select ${names} from "device"`.execute(db)
  await sql`delete from sqlite_sequence where name = 'deviceNext'`.execute(db)
  await sql`insert into sqlite_sequence (name, seq)
    select 'deviceNext', seq from sqlite_sequence where name = 'device'`.execute(db)
  await db.schema.dropTable('device').execute()
  await db.schema.alterTable('deviceNext').renameTo('device').execute()
}
