import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { copiesIn, COPY_KEPT_MS, removeOldCopies } from '../../../server/database/copies.ts'
import { removeOldJobItems } from '../../../server/admin/jobs/store.ts'
import { openDatabase } from '../../../server/database/database.ts'
import { forgetPairs } from '../../../server/database/lists/pairs.ts'
import { emptyLog, rewriteOnce } from '../../../server/database/shrinking.ts'
import { forgetDeleted } from '../../../server/people/users/forgetting.ts'
import { onePerson, PASSWORD } from '../../support/factors.ts'
import { aMessage, anAccount } from '../../support/make.ts'
import { emptyFolder } from '../../support/served.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const DAY_MS = 86_400_000
const holds = (file: string, mark: string) => readFileSync(file).includes(mark)

/** A shop on a file with a customer who is in it everywhere. */
async function aCustomer() {
  const file = join(await emptyFolder(), 'sluice.db')
  const world = await makeWorld({ env: { DATABASE_URL: `file:${file}` } })
  const { id } = await world.person({ email: 'mei.gone@example.com' })
  await world.db
    .updateTable('user')
    .set({ comment: 'owes-me-noodles' })
    .where('id', '=', id)
    .execute()
  for (let n = 0; n < 40; n += 1)
    await aMessage(world, { id }, { content: `letter-to-you ${n}`.padEnd(600, '.') })
  const mac = { mac: 'aabbccddee01', userId: id, createTime: 0 }
  await world.db.insertInto('macAccount').values(mac).execute()
  await emptyLog(world.db)
  return { world, id, file }
}

describe('what was deleted', () => {
  test('is in no page of the file', async () => {
    const { world, id, file } = await aCustomer()
    const marks = ['mei.gone@example', 'owes-me-noodles', 'letter-to-you', 'aabbccddee01']
    expect(marks.filter((mark) => holds(file, mark))).toEqual(marks)
    const path = { userId: id }
    const { data } = await world
      .as(mainAdmin)
      .DELETE('/api/admin/user/{userId}', { params: { path } })
    expect(data).toBe('success')
    world.clock.add(31 * DAY_MS)
    // Until then it can be undone.
    await removeOldJobItems(world.db, world.now())
    await forgetDeleted(world.db, world.now())
    await forgetPairs(world.db)
    await emptyLog(world.db)
    expect(statSync(`${file}-wal`).size).toBe(0)
    expect(marks.filter((mark) => holds(file, mark))).toEqual([])
  })

  test('leaves the index of letters', async () => {
    const { world, id } = await aCustomer()
    const letters = Buffer.from('ξψ').toString('hex').toUpperCase()
    const isThere = async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from "userPairs_data"
        where instr("block", cast(lower(${letters}) as blob)) > 0`.execute(world.db)
      return rows[0]!.n > 0
    }
    await world.db.updateTable('user').set({ comment: 'ξψ' }).where('id', '=', id).execute()
    expect(await isThere()).toBe(true)
    await world.db.deleteFrom('user').where('id', '=', id).execute()
    expect(await isThere()).toBe(true)
    await forgetPairs(world.db)
    expect(await isThere()).toBe(false)
    // The others are still found.
    const other = await world.person({ email: 'stays@example.com' })
    const { rows } = await sql<{ rowid: number }>`select rowid from "userPairs"
      where "userPairs" match '"7374 7461"'`.execute(world.db)
    expect(rows).toEqual([{ rowid: other.id }])
  })

  test('goes from a file of an earlier release when that is first started', async () => {
    const file = join(await emptyFolder(), 'sluice.db')
    const older = new DatabaseSync(file)
    older.exec(`pragma secure_delete = off; create table "old" ("id" integer primary key, "text");
      with recursive n(i) as (select 1 union all select i + 1 from n where i < 500)
        insert into "old" select i, 'secret-of-mei' || i from n;
      delete from "old" where "id" <> 7`)
    older.close()
    expect(holds(file, 'secret-of-mei300')).toBe(true)
    const db = openDatabase(`file:${file}`)
    onTestFinished(() => db.destroy())
    expect(await rewriteOnce(db, file)).toBe(true)
    await emptyLog(db)
    expect(holds(file, 'secret-of-mei300')).toBe(false)
    expect(holds(file, 'secret-of-mei7')).toBe(true)
    // A file that is clean is not rewritten again.
    const { mtimeMs } = statSync(file)
    expect(await rewriteOnce(db, file)).toBe(true)
    await emptyLog(db)
    expect(statSync(file).mtimeMs).toBe(mtimeMs)
  })

  test('goes with the copies from before upgrades, after thirty days', async () => {
    const folder = await emptyFolder()
    const now = Date.now()
    for (const [name, age] of Object.entries({
      'before-1.db': COPY_KEPT_MS,
      'before-2.db': COPY_KEPT_MS - DAY_MS,
    })) {
      writeFileSync(join(folder, name), '')
      utimesSync(join(folder, name), (now - age) / 1_000, (now - age) / 1_000)
    }
    removeOldCopies(folder, now)
    expect(copiesIn(folder)).toEqual([join(folder, 'before-2.db')])
  })
})

describe('who has left', () => {
  test('is named nowhere but in the books', async () => {
    const { world, caller, email } = await onePerson('normal')
    const accountId = await anAccount(world, { userId: caller.id })
    const flow = { bucket: 0, serverId: 1, up: 5, down: 6 }
    await world.db
      .insertInto('flowDay')
      .values({ ...flow, accountId })
      .execute()
    const event = { kind: 'signUp', userId: null, subjectId: caller.id, effect: 'signUp:1' }
    await world.db
      .insertInto('event')
      .values({ ...event, data: JSON.stringify({ email }), createTime: 0 })
      .execute()
    const mail = {
      kind: 'code' as const,
      subject: 'Code',
      content: '',
      status: 'sent' as const,
      createTime: 0,
    }
    await world.db
      .insertInto('mail')
      .values({ ...mail, recipient: email })
      .execute()
    const path = { userId: caller.id }
    const note = { params: { path }, body: { comment: 'a note' } }
    await world.as(mainAdmin).PUT('/api/admin/user/{userId}/comment', note)
    const log = () => world.db.selectFrom('audit').selectAll().execute()
    expect(await log()).toMatchObject([{ label: email }])
    await world.as(caller).POST('/api/user/delete', { body: { password: PASSWORD } })
    expect(await log()).toMatchObject([
      { label: '', before: null, after: null, subjectId: caller.id },
    ])
    expect(await world.db.selectFrom('event').selectAll().execute()).toEqual([])
    expect(await world.db.selectFrom('mail').selectAll().execute()).toEqual([])
    expect(await world.db.selectFrom('flowDay').selectAll().execute()).toEqual([
      { ...flow, accountId: 0 },
    ])
  })

  test('by an admin is named in the log for as long as that can be undone', async () => {
    const world = await makeWorld()
    const { id } = await world.person({ email: 'mei@example.com' })
    await world
      .as(mainAdmin)
      .DELETE('/api/admin/user/{userId}', { params: { path: { userId: id } } })
    const labels = async () =>
      (await world.db.selectFrom('audit').select('label').execute()).map(({ label }) => label)
    world.clock.add(30 * DAY_MS - 1)
    await forgetDeleted(world.db, world.now())
    expect(await labels()).toEqual(['mei@example.com'])
    world.clock.add(1)
    await forgetDeleted(world.db, world.now())
    expect(await labels()).toEqual([''])
  })
})
