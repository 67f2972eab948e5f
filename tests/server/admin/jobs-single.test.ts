import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anAccount } from '../../support/make.ts'
import { makeShop, type Shop } from '../../support/shop.ts'
import { everything, sendWrite, WRITES } from '../../support/writes.ts'
import { mainAdmin } from '../../support/world.ts'

/** Our console, which can undo; the one of older servers, which knows a word. */
const OURS = { accept: 'application/json' }
const OLDER = { accept: 'application/json, text/plain, */*' }

const undo = (shop: Shop, jobId: number) =>
  shop.as(mainAdmin).POST('/api/admin/job/{jobId}/undo', { params: { path: { jobId } } })
const jobs = async (shop: Shop) => (await shop.as(mainAdmin).GET('/api/admin/job')).data ?? []

describe.each([
  'adjustAccountTime',
  'deleteAccount',
  'deleteUser',
  'deleteOrder',
  'deleteNotice',
  'deleteArticle',
] as const)('%s', (id) => {
  test('answers the job that undoes it, once for a key', async () => {
    const shop = await makeShop()
    const sent = await WRITES[id](shop)
    const before = await everything(shop)
    const key = randomUUID()
    const first = await sendWrite(shop, id, sent, key, OURS)
    const [job] = await jobs(shop)
    expect([first.statusCode, first.json()]).toEqual([200, { job: job?.id }])
    expect(first.headers['content-type']).toMatch(/^application\/json/)
    expect(job).toMatchObject({ status: 'done', total: 1, done: 1, failed: 0, mayUndo: true })
    const again = await sendWrite(shop, id, sent, key, OURS)
    expect(again.json()).toEqual(first.json())
    expect(await jobs(shop)).toHaveLength(1)
    // The call is noted, and not what its job did as well.
    const noted = await shop.db.selectFrom('audit').select('operation').orderBy('id').execute()
    expect(noted).toEqual([{ operation: id }])

    expect((await undo(shop, first.json().job)).response.status).toBe(200)
    const after = await everything(shop)
    for (const table of ['account', 'user', 'plan', 'notice'])
      expect(after[table]).toEqual(before[table])
  })

  test.each([OLDER, {}])('answers the word to who accepts %j, and can be undone', async (more) => {
    const shop = await makeShop()
    const reply = await sendWrite(shop, id, await WRITES[id](shop), randomUUID(), more)
    expect([reply.statusCode, reply.body]).toEqual([200, 'success'])
    expect(reply.headers['content-type']).toMatch(/^text\/plain/)
    const [job] = await jobs(shop)
    expect((await undo(shop, job?.id ?? 0)).response.status).toBe(200)
  })
})

test.each([
  ['application/json', true],
  [' Application/JSON ', true],
  ['application/json; charset=utf-8', true],
  ['application/json;q=0.9', true],
  ['application/json, application/json;q=0.5', true],
  ['application/json, text/plain, */*', false],
  ['application/json,*/*;q=0.1', false],
  ['application/*', false],
  ['application/jsonl', false],
  ['text/plain', false],
  ['*/*', false],
  [',', false],
  ['', false],
])('who accepts %j is told the job: %j', async (accept, isToldJob) => {
  const shop = await makeShop()
  const sent = await WRITES.adjustAccountTime(shop)
  const reply = await sendWrite(shop, 'adjustAccountTime', sent, randomUUID(), { accept })
  const [job] = await jobs(shop)
  expect(reply.body).toBe(isToldJob ? JSON.stringify({ job: job?.id }) : 'success')
})

test('a key that comes again after the undo does nothing again', async () => {
  const shop = await makeShop()
  const sent = await WRITES.deleteAccount(shop)
  const key = randomUUID()
  const before = await everything(shop)
  const first = await sendWrite(shop, 'deleteAccount', sent, key, OURS)
  await undo(shop, first.json().job)
  const again = await sendWrite(shop, 'deleteAccount', sent, key, OURS)
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  expect((await everything(shop))['account']).toEqual(before['account'])
  expect((await undo(shop, first.json().job)).response.status).toBe(403)
})

test('two at once delete once, and leave one job and one entry', async () => {
  const shop = await makeShop()
  const sent = await WRITES.deleteAccount(shop)
  const both = await Promise.all(
    [1, 2].map(() => sendWrite(shop, 'deleteAccount', sent, randomUUID(), OURS)),
  )
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 403])
  expect(await jobs(shop)).toHaveLength(1)
  expect(await shop.db.selectFrom('audit').select('operation').execute()).toHaveLength(1)
})

test('what moves nothing leaves no job', async () => {
  const shop = await makeShop()
  const accountId = await anAccount(shop)
  const sent = { as: mainAdmin, path: { accountId }, body: { time: 1000 } }
  const reply = await sendWrite(shop, 'adjustAccountTime', sent, randomUUID(), OURS)
  expect([reply.statusCode, reply.body]).toEqual([200, 'success'])
  expect(await jobs(shop)).toEqual([])
})

test('what another admin deletes is gone for good, and leaves no job', async () => {
  const shop = await makeShop()
  const userId = (await shop.person()).id
  const as = await shop.person({ type: 'admin' })
  const reply = await sendWrite(shop, 'deleteUser', { as, path: { userId } }, randomUUID(), OURS)
  expect([reply.statusCode, reply.body]).toEqual([200, 'success'])
  expect(await jobs(shop)).toEqual([])
})

test('what is refused leaves no job', async () => {
  const shop = await makeShop()
  const userId = shop.customer.id
  await anAccount(shop, { userId })
  const send = (id: number) =>
    sendWrite(shop, 'deleteUser', { as: mainAdmin, path: { userId: id } }, randomUUID(), OURS)
  const replies = [await send(userId), await send(mainAdmin.id), await send(9999)]
  expect(replies.map(({ statusCode, body }) => [statusCode, body])).toEqual([
    [403, 'account with this user exists'],
    [403, ''],
    [403, ''],
  ])
  expect(await jobs(shop)).toEqual([])
})
