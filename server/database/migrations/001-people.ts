import { type Kysely, sql } from 'kysely'
import { columns } from './columns.ts'

/** People, their sessions and groups, and the settings of the site. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { embedded, table, required, count, text } = columns(db)

  await table('userGroup')
    .addColumn('name', 'text', required)
    .addColumn('comment', 'text', text)
    .addColumn('orders', 'text')
    .addColumn('multiAccount', 'integer', count())
    .execute()
  // Group 0 is for people without another.
  await sql`insert into "userGroup" ("id", "name") values (0, 'Default')`.execute(db)

  await table('user')
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', required)
    .addColumn('passwordHash', 'text', required)
    .addColumn('type', 'text', required)
    .addColumn('groupId', 'integer', count())
    .addColumn('comment', 'text', text)
    .addColumn('telegram', 'text')
    .addColumn('createTime', 'bigint', required)
    .addColumn('lastLogin', 'bigint')
    .execute()
  // Id 1 is reserved for the main admin.
  await (
    embedded
      ? sql`insert into sqlite_sequence (name, seq) values ('user', 1)`
      : sql`alter table "user" alter column "id" restart with 2`
  ).execute(db)
  await db.schema.createIndex('userByCreateTime').on('user').columns(['createTime', 'id']).execute()
  await db.schema.createIndex('userByLastLogin').on('user').columns(['lastLogin', 'id']).execute()
  await db.schema.createIndex('userByGroup').on('user').columns(['groupId', 'id']).execute()

  await db.schema
    .createTable('session')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('createTime', 'bigint', required)
    .addColumn('expireTime', 'bigint', required)
    .execute()
  await db.schema.createIndex('sessionByUser').on('session').column('userId').execute()

  await db.schema
    .createTable('attempt')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', required)
    .addColumn('until', 'bigint', required)
    .execute()

  await db.schema
    .createTable('setting')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', required)
    .execute()

  await table('message')
    .addColumn('userId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('sender', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('createTime', 'bigint', required)
    .execute()
  await db.schema.createIndex('messageByUser').on('message').columns(['userId', 'id']).execute()

  await table('notice')
    .addColumn('kind', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('content', 'text', required)
    .addColumn('time', 'bigint', required)
    .addColumn('forGroups', 'integer', count())
    .addColumn('autopop', 'integer', count())
    .addColumn('position', 'text')
    .addColumn('category', 'text')
    .addColumn('categoryOrder', 'integer', count())
    .addColumn('url', 'text')
    .execute()
  await db.schema
    .createTable('noticeGroup')
    .addColumn('noticeId', 'integer', (column) =>
      column.notNull().references('notice.id').onDelete('cascade'),
    )
    .addColumn('groupId', 'integer', required)
    .addPrimaryKeyConstraint('noticeGroupKey', ['noticeId', 'groupId'])
    .execute()

  await table('pushClient')
    .addColumn('userId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('endpoint', 'text', (column) => column.notNull().unique())
    .addColumn('auth', 'text', required)
    .addColumn('p256dh', 'text', required)
    .addColumn('createTime', 'bigint', required)
    .execute()
}
