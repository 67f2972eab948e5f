import { type Kysely, sql } from 'kysely'
import { columns } from './columns.ts'

/** What is sold and what came of it: money, recharge codes, invitations, mail. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { table, required, count, text } = columns(db)

  for (const [name, type] of [
    // The provider's names of the order, and of the payment that was collected for it.
    ['providerId', 'text'],
    ['paymentId', 'text'],
    ['qrCode', 'text'],
    // The provider's last statement, JSON.
    ['data', 'text'],
    ['paidTime', 'bigint'],
    ['deliveredTime', 'bigint'],
    ['refunded', 'integer'],
    // Why a paid order could not be delivered; null where nothing is wrong.
    ['failure', 'text'],
    ['failures', 'integer'],
    ['nextTry', 'bigint'],
    ['askTime', 'bigint'],
    // What was sold, JSON, as it was when the order was placed.
    ['terms', 'text'],
  ] as const)
    await db.schema.alterTable('placedOrder').addColumn(name, type).execute()
  await db.schema
    .createIndex('placedOrderByProvider')
    .on('placedOrder')
    .columns(['kind', 'providerId'])
    .execute()
  await db.schema
    .createIndex('placedOrderByStatus')
    .on('placedOrder')
    .columns(['kind', 'status', 'createTime'])
    .execute()
  await db.schema
    .createIndex('placedOrderByTry')
    .on('placedOrder')
    .columns(['nextTry', 'id'])
    .execute()

  // Few orders are in trouble, so finding them must not read the others.
  await db.schema
    .createIndex('placedOrderByFailure')
    .on('placedOrder')
    .columns(['createTime', 'id'])
    .where(sql.ref('failure'), 'is not', null)
    .execute()

  // Each row moves money from one book to another, so the books always balance.
  await table('ledger')
    .addColumn('effect', 'text', (column) => column.notNull().unique())
    .addColumn('placedOrderId', 'integer', required)
    .addColumn('credit', 'text', required)
    .addColumn('debit', 'text', required)
    .addColumn('amount', 'integer', required)
    .addColumn('currency', 'text', required)
    .addColumn('time', 'bigint', required)
    .execute()
  await db.schema.createIndex('ledgerByOrder').on('ledger').column('placedOrderId').execute()

  // The history of an order, for people to read; also of notices about unknown orders.
  await table('orderEvent')
    .addColumn('placedOrderId', 'integer')
    .addColumn('event', 'text', required)
    .addColumn('detail', 'text', text)
    .addColumn('actorId', 'integer')
    .addColumn('time', 'bigint', required)
    .execute()
  await db.schema
    .createIndex('orderEventByOrder')
    .on('orderEvent')
    .columns(['placedOrderId', 'id'])
    .execute()

  await table('giftcard')
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('batchNumber', 'integer', required)
    .addColumn('position', 'integer', required)
    .addColumn('planId', 'integer', required)
    .addColumn('status', 'text', required)
    .addColumn('comment', 'text', text)
    .addColumn('createTime', 'bigint', required)
    .addColumn('usedTime', 'bigint')
    .addColumn('userId', 'integer')
    .addColumn('accountId', 'integer')
    // Two batches made at the same moment cannot get the same number.
    .addUniqueConstraint('giftcardPlace', ['batchNumber', 'position'])
    .execute()
  await db.schema
    .createIndex('giftcardByBatch')
    .on('giftcard')
    .columns(['batchNumber', 'status'])
    .execute()
  await db.schema
    .createIndex('giftcardByPlan')
    .on('giftcard')
    .columns(['planId', 'status'])
    .execute()

  await table('refCode')
    .addColumn('code', 'text', (column) => column.notNull().unique())
    .addColumn('sourceUserId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('visit', 'integer', count())
    .addColumn('maxUser', 'integer', required)
    .addColumn('createTime', 'bigint', required)
    .execute()
  await db.schema.createIndex('refCodeBySource').on('refCode').column('sourceUserId').execute()

  await table('referral')
    .addColumn('codeId', 'integer', (column) =>
      column.notNull().references('refCode.id').onDelete('cascade'),
    )
    .addColumn('userId', 'integer', (column) =>
      column.notNull().unique().references('user.id').onDelete('cascade'),
    )
    .addColumn('createTime', 'bigint', required)
    .execute()
  await db.schema.createIndex('referralByCode').on('referral').column('codeId').execute()

  // Mail to send; stored after sending, for the limits and the admin.
  await table('mail')
    .addColumn('kind', 'text', required)
    .addColumn('recipient', 'text', required)
    .addColumn('userId', 'integer')
    .addColumn('subject', 'text', required)
    // Emptied once sent where it holds a code or a link.
    .addColumn('content', 'text', required)
    // Identifies a repetition of the same mail; null where every mail is a new one.
    .addColumn('effect', 'text', (column) => column.unique())
    .addColumn('status', 'text', required)
    .addColumn('tries', 'integer', count())
    .addColumn('nextTry', 'bigint')
    .addColumn('error', 'text')
    .addColumn('createTime', 'bigint', required)
    .addColumn('sentTime', 'bigint')
    .execute()
  await db.schema.createIndex('mailByTry').on('mail').columns(['status', 'nextTry']).execute()
  await db.schema.createIndex('mailByTime').on('mail').columns(['createTime', 'id']).execute()

  await db.schema
    .createTable('mailCode')
    .addColumn('email', 'text', (column) => column.primaryKey())
    .addColumn('codeHash', 'text', required)
    .addColumn('tries', 'integer', required)
    .addColumn('createTime', 'bigint', required)
    .execute()

  await db.schema
    .createTable('resetLink')
    .addColumn('userId', 'integer', (column) =>
      column.primaryKey().references('user.id').onDelete('cascade'),
    )
    .addColumn('tokenHash', 'text', (column) => column.notNull().unique())
    .addColumn('createTime', 'bigint', required)
    .execute()

  await table('macAccount')
    .addColumn('mac', 'text', (column) => column.notNull().unique())
    .addColumn('userId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('accountId', 'integer', (column) =>
      column.references('account.id').onDelete('set null'),
    )
    .addColumn('serverId', 'integer', (column) =>
      column.references('server.id').onDelete('set null'),
    )
    .addColumn('createTime', 'bigint', required)
    .execute()
  await db.schema.createIndex('macAccountByUser').on('macAccount').column('userId').execute()

  // Codes that bind a person to a chat, and links that log in from one. Hashed, used once.
  await db.schema
    .createTable('telegramToken')
    .addColumn('tokenHash', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', required)
    .addColumn('userId', 'integer', (column) =>
      column.notNull().references('user.id').onDelete('cascade'),
    )
    .addColumn('createTime', 'bigint', required)
    .execute()
  // A chat is one person's.
  await db.schema.createIndex('userByTelegram').on('user').column('telegram').unique().execute()

  // Events people are notified of; each channel (push, messaging service) marks what it has sent.
  await table('event')
    .addColumn('kind', 'text', required)
    // Whom it concerns; null for the admins.
    .addColumn('userId', 'integer')
    // Who caused it.
    .addColumn('subjectId', 'integer')
    .addColumn('effect', 'text', (column) => column.notNull().unique())
    .addColumn('data', 'text', required)
    .addColumn('createTime', 'bigint', required)
    .addColumn('pushedTime', 'bigint')
    .addColumn('telegramTime', 'bigint')
    .execute()
  await db.schema.createIndex('eventByTime').on('event').columns(['createTime', 'id']).execute()
}
