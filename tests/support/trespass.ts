import document from '../../openapi/made/openapi.json' with { type: 'json' }
import { type Document, operationsOf } from '../../openapi/document.ts'
import type { Caller } from '../../server/http/contract.ts'
import { type Someone, someoneWith } from './groups.ts'
import { aNotice, aPlan, aServer } from './make.ts'
import { type Known, sampleOf } from './sampler.ts'
import { makeWorld } from './world.ts'

/** Every operation of the contract. */
export const operations = operationsOf(document as unknown as Document)
const MINE = 'mine-mark'
const THEIRS = 'theirs-mark'

/** Two groups with an admin each, and people who have everything a person can have. */
export async function makeTwoGroups() {
  const world = await makeWorld()
  const serverId = await aServer(world, { password: 'node-mark' })
  await aServer(world, { name: 'Spare', port: 4001 })
  const planId = await aPlan(world)
  const noticeId = await aNotice(world)
  const articleId = await aNotice(world, { kind: 'article', position: 'help' })
  for (const [id, name] of [
    [2, MINE],
    [3, THEIRS],
  ] as const)
    await world.db.insertInto('userGroup').values({ id, name, orders: null }).execute()
  const mine = await someoneWith(world, { groupId: 2, mark: MINE })
  const theirs = await someoneWith(world, { groupId: 3, mark: THEIRS })
  const neighbour = await someoneWith(world, { groupId: 2, mark: 'near-mark' })
  const admin = await world.person({ type: 'admin', groupId: 2, email: 'admin@example.com' })
  const rival = await world.person({ type: 'admin', groupId: 3, email: `${THEIRS}-admin@a.com` })
  // Begun by the main admin, about people of another group.
  const action = JSON.stringify({ kind: 'importUsers' })
  const job = { actorId: 1, kind: 'importUsers', action, status: 'done' as const, total: 1 }
  await world.db
    .insertInto('job')
    .values({ ...job, done: 1, createTime: 0 })
    .execute()
  await world.db
    .insertInto('jobItem')
    .values({ jobId: 1, subjectId: 2, label: `${THEIRS}-job`, status: 'failed', error: 'gone' })
    .execute()
  const shared = { serverId, planId, noticeId, articleId }
  return { world, mine, theirs, neighbour, admin, rival, shared }
}

export type Groups = Awaited<ReturnType<typeof makeTwoGroups>>

/** What to send so that a call is about this person and what is theirs. */
export function aimedAt(
  someone: Someone,
  { shared }: Groups,
  groupId: number,
  path: string,
): Known {
  const { user, guest, accountId, deviceId, orders, mac, codeId, mark, pictureId } = someone
  const isPlaced = /allOrders|alipay|paypal|payment.*refund|status/i.test(path)
  return {
    ...shared,
    groupId,
    accountId,
    deviceId,
    userId: user.id,
    refUserId: guest.id,
    sourceId: user.id,
    refId: guest.id,
    codeId,
    code: `${mark}-refcode`,
    macAddress: mac,
    orderId: isPlaced ? (orders[/paypal/.test(path) ? 'paypal' : 'alipay'] ?? '') : shared.planId,
    // The address of a device or a link is a credential for its account, so it is not tried.
    mac: /user\/(account|notice)\/mac/.test(path) ? '0f0f0f0f0f0f' : mac,
    id: 1,
    pictureId,
    ids: [accountId],
    port: 10_001,
    device: 'x'.repeat(43),
    ip: '192.0.2.7',
    provider: 'alipay',
    kind: 'alipay',
    passkeyId: 1,
    sessionId: 'x'.repeat(16),
    jobId: 1,
    mailId: 1,
    batchNumber: 1,
    password: 'Secret-123',
    newPassword: 'Secret-456',
    email: `new${Math.random().toString(36).slice(2)}@example.com`,
    msg: 'Hello',
    title: 'Title',
    content: 'Content',
    q: mark,
    search: mark,
    host: '192.0.2.9',
    place: '/nowhere',
    net: '10.100.0.0/16',
    client: '192.0.2.9',
    fromAddress: 'site@example.com',
    recipient: 'somebody@example.com',
    endpoint: 'https://push.example.com/somebody',
    tz: 'UTC',
    type: 'day',
    time: 1,
    token: 'x'.repeat(32),
    part: 'logo',
    app: 'singbox',
    upload: '0123456789abcdef',
    hash: 'x'.repeat(22),
  }
}

type Parameter = {
  in: string
  name: string
  required?: boolean
  schema?: Parameters<typeof sampleOf>[0]
}

/** Calls an operation as somebody, and says what came back. */
export async function callOf({ world }: Groups, id: string, caller: Caller | null, known: Known) {
  const { method, path, operation } = operations.find((one) => one.id === id)!
  const url = path.replaceAll(/{(\w+)}/g, (_all, name: string) =>
    encodeURIComponent(String(known[name] ?? 1)),
  )
  const query = new URLSearchParams()
  for (const name of ['q', 'search', 'userId', 'id', 'group'])
    if (known[name] !== undefined && method === 'get') query.set(name, String(known[name]))
  for (const { in: where, name, required, schema } of (operation.parameters ?? []) as Parameter[])
    if (where === 'query' && required && schema && !query.has(name))
      query.set(name, String(sampleOf(schema, {})))
  const schema = operation.requestBody?.content['application/json']?.schema
  const body = schema && sampleOf(schema, bodyFor(path, known))
  const reply = await world.app.inject({
    method: method as 'get',
    url: method === 'get' ? `${url}?${query}` : url,
    headers: caller ? { cookie: await world.cookieOf(caller) } : {},
    ...(body === undefined ? {} : { payload: body as object }),
  })
  return { status: reply.statusCode, text: reply.payload }
}

/** Names that mean one thing in an address mean another in what is sent. */
function bodyFor(path: string, known: Known): Known {
  const { type: _type, time: _time, provider: _provider, kind: _kind, ...named } = known
  const { search: _search, q: _q, ...rest } = named
  const plan = /admin\/order/.test(path) ? { type: 3, cycle: 1 } : {}
  const server = /admin\/server/.test(path) ? { type: 'Shadowsocks' } : {}
  return { ...rest, ...plan, ...server }
}
