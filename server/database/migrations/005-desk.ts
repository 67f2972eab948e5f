import type { Kysely } from 'kysely'
import { columns } from './columns.ts'

/** Records of the admins' work: audit log, jobs, second factors, conversations. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, required, count, text } = columns(db)

  await table('audit')
    .addColumn('time', 'bigint', required)
    .addColumn('actorId', 'integer')
    // The name stays when the admin is deleted.
    .addColumn('actor', 'text', required)
    .addColumn('operation', 'text', required)
    .addColumn('subject', 'text', required)
    .addColumn('subjectId', 'integer')
    .addColumn('label', 'text', text)
    // JSON of what changed, without secrets.
    .addColumn('before', 'text')
    .addColumn('after', 'text')
    .execute()
  await db.schema.createIndex('auditByTime').on('audit').columns(['time', 'id']).execute()
  await db.schema
    .createIndex('auditBySubject')
    .on('audit')
    .columns(['subject', 'subjectId', 'id'])
    .execute()

  await table('job')
    .addColumn('kind', 'text', required)
    .addColumn('actorId', 'integer', required)
    .addColumn('action', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('total', 'integer', required)
    .addColumn('done', 'integer', count())
    .addColumn('failed', 'integer', count())
    .addColumn('createTime', 'bigint', required)
    .addColumn('endTime', 'bigint')
    // The worker extends this time while it lives; a dead process releases the job by silence.
    .addColumn('claimedUntil', 'bigint')
    .execute()
  await db.schema.createIndex('jobByStatus').on('job').columns(['status', 'id']).execute()
  await db.schema
    .createTable('jobItem')
    .addColumn('jobId', 'integer', (column) =>
      column.notNull().references('job.id').onDelete('cascade'),
    )
    .addColumn('subjectId', 'integer', required)
    .addColumn('label', 'text', text)
    .addColumn('status', 'text', required)
    .addColumn('error', 'text')
    // The state before, to undo it. JSON.
    .addColumn('before', 'text')
    .addPrimaryKeyConstraint('jobItemKey', ['jobId', 'subjectId'])
    .execute()
  await db.schema
    .createIndex('jobItemByStatus')
    .on('jobItem')
    .columns(['jobId', 'status', 'subjectId'])
    .execute()

  await db.schema
    .createTable('secondFactor')
    .addColumn('userId', 'integer', (column) =>
      column.primaryKey().references('user.id').onDelete('cascade'),
    )
    // Sealed; confirmed once a code was typed.
    .addColumn('totp', 'text', required)
    .addColumn('confirmed', 'integer', count())
    // The time step of the last code, so that it is not accepted twice.
    .addColumn('lastStep', 'bigint')
    .addColumn('createTime', 'bigint', required)
    .execute()
  await db.schema
    .createTable('recoveryCode')
    .addColumn('userId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('codeHash', 'text', required)
    .addColumn('usedTime', 'bigint')
    .addPrimaryKeyConstraint('recoveryCodeKey', ['userId', 'codeHash'])
    .execute()
  await table('passkey')
    .addColumn('userId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('credentialId', 'text', (column) => column.notNull().unique())
    .addColumn('publicKey', 'text', required)
    .addColumn('counter', 'bigint', required)
    .addColumn('transports', 'text', text)
    .addColumn('name', 'text', text)
    .addColumn('createTime', 'bigint', required)
    .addColumn('lastUsed', 'bigint')
    .execute()
  await db.schema.createIndex('passkeyByUser').on('passkey').column('userId').execute()
  // The challenge of a passkey, until it answers. At a login the person is not known yet.
  await db.schema
    .createTable('challenge')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('userId', 'integer', (column) => column.references('user.id').onDelete('cascade'))
    .addColumn('kind', 'text', required)
    .addColumn('createTime', 'bigint', required)
    .execute()

  await db.schema.alterTable('message').addColumn('adminId', 'integer').execute()
  // The sender's own key, which identifies a message that is sent again.
  await db.schema.alterTable('message').addColumn('clientKey', 'text').execute()
  await db.schema
    .createIndex('messageByClientKey')
    .on('message')
    .columns(['userId', 'sender', 'clientKey'])
    .unique()
    .execute()
  // Up to which message each side has read.
  await db.schema
    .createTable('messageRead')
    .addColumn('userId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('side', 'text', required)
    .addColumn('messageId', 'integer', required)
    .addPrimaryKeyConstraint('messageReadKey', ['userId', 'side'])
    .execute()
}
