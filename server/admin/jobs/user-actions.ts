import { insertMail } from '../../messaging/mails/store.ts'
import type { Database } from '../../database/database.ts'
import type { Kind } from './kind.ts'

/** Milliseconds between two mails of one job, so that no mail server classifies us as a spammer. */
const MAIL_INTERVAL_MS = 1000

/** Moves a user to a group. */
export const setGroup: Kind<'setGroup'> = {
  check: async ({ tx, id }) => ((await findPerson(tx, id)) ? undefined : 'gone'),
  async run({ tx, id, action }) {
    const person = await findPerson(tx, id)
    if (!person) return { problem: 'gone' }
    await changeGroup(tx, id, action.groupId)
    return { before: { was: person.groupId, became: action.groupId } }
  },
  async undo({ tx, id }, { was, became }: { was: number; became: number }) {
    const person = await findPerson(tx, id)
    if (!person) return 'gone'
    if (person.groupId !== became) return 'changed since'
    const group = await tx
      .selectFrom('userGroup')
      .select('id')
      .where('id', '=', was)
      .executeTakeFirst()
    if (!group) return 'changed since'
    await changeGroup(tx, id, was)
    return undefined
  },
}

/** Writes a mail to a user, one a second. */
export const mail: Kind<'mail'> = {
  async check({ tx, id }) {
    const person = await findPerson(tx, id)
    if (!person) return 'gone'
    return person.email.includes('@') ? undefined : 'has no mail address'
  },
  async run(context) {
    const problem = await mail.check(context)
    if (problem) return { problem }
    const { tx, id, action, now, effect, position } = context
    const { email } = (await findPerson(tx, id))!
    const { title: subject, content } = action
    const letter = { kind: 'user', recipient: email, userId: id, subject, content, effect } as const
    await insertMail(tx, letter, now, now + position * MAIL_INTERVAL_MS)
    return { before: { effect } }
  },
  async undo({ tx }, { effect }: { effect: string }) {
    const { numUpdatedRows } = await tx
      .updateTable('mail')
      .set({ status: 'cancelled', nextTry: null })
      .where('effect', '=', effect)
      .where('status', '=', 'waiting')
      .executeTakeFirst()
    return numUpdatedRows > 0n ? undefined : 'sent already'
  },
}

const findPerson = (tx: Database, id: number) =>
  tx.selectFrom('user').select(['email', 'groupId']).where('id', '=', id).executeTakeFirst()

async function changeGroup(tx: Database, id: number, groupId: number): Promise<void> {
  await tx.updateTable('user').set({ groupId }).where('id', '=', id).execute()
}
