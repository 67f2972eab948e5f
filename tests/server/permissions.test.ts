import { describe, expect, test } from 'vitest'
import { roles } from '#contract'
import document from '../../openapi/made/openapi.json' with { type: 'json' }
import { type Document, operationsOf } from '../../openapi/document.ts'
import type { Caller } from '../../server/http/contract.ts'
import { everyRow, rowsOf, type Someone, someoneWith } from '../support/groups.ts'
import { aNotice, aPlan, aServer } from '../support/make.ts'
import { type Known, sampleOf } from '../support/sampler.ts'
import { mainAdmin, makeWorld } from '../support/world.ts'

const operations = operationsOf(document as unknown as Document)
/** They end or begin the session that the next calls need. */
const SESSION = ['logIn', 'logOut', 'setUp', 'signUp', 'logInByMac', 'logInByTelegram']
const MINE = 'mine-mark'
const THEIRS = 'theirs-mark'

async function makeTwoGroups() {
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

type Groups = Awaited<ReturnType<typeof makeTwoGroups>>

/** What to send so that a call is about this person and what is theirs. */
function aimedAt(someone: Someone, { shared }: Groups, groupId: number, path: string): Known {
  const { user, guest, accountId, orders, mac, codeId, mark, pictureId } = someone
  const isPlaced = /allOrders|alipay|paypal|status/i.test(path)
  return {
    ...shared,
    groupId,
    accountId,
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

async function callOf({ world }: Groups, id: string, caller: Caller | null, known: Known) {
  const { method, path, operation } = operations.find((one) => one.id === id)!
  const url = path.replaceAll(/{(\w+)}/g, (_all, name: string) =>
    encodeURIComponent(String(known[name] ?? 1)),
  )
  const query = new URLSearchParams()
  for (const name of ['q', 'search', 'userId', 'id', 'group'])
    if (known[name] !== undefined && method === 'get') query.set(name, String(known[name]))
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
  const { type: _type, time: _time, provider: _provider, search: _search, q: _q, ...rest } = known
  const plan = /admin\/order/.test(path) ? { type: 3, cycle: 1 } : {}
  const server = /admin\/server/.test(path) ? { type: 'Shadowsocks' } : {}
  return { ...rest, ...plan, ...server }
}

/** Calls everything as one person about another, and returns what was allowed, seen or changed. */
async function trespasses(
  groups: Groups,
  caller: Caller | null,
  victims: readonly (readonly [Someone, number])[],
  forbidden: RegExp,
) {
  const { world } = groups
  const wrong: string[] = []
  for (const { id, path } of operations) {
    if (SESSION.includes(id)) continue
    for (const [victim, groupId] of victims) {
      const before = await everyRow(world)
      const known = aimedAt(victim, groups, groupId, path)
      const { status, text } = await callOf(groups, id, caller, known)
      const after = await everyRow(world)
      const said = `${id} about ${victim.mark}: ${status}`
      if (welcome(id, caller) ? status === 401 : status !== closed(id, caller)) wrong.push(said)
      if (status >= 500) wrong.push(said)
      if (forbidden.test(text)) wrong.push(`${said} returned ${forbidden.exec(text)?.[0]}`)
      if (same(before, after)) continue
      if (status >= 400) wrong.push(`${said} changed something`)
      const [was, is] = [rowsOf(before, victim), rowsOf(after, victim)]
      if (JSON.stringify(was) !== JSON.stringify(is)) wrong.push(`${said} changed what is theirs`)
    }
  }
  return wrong
}

const allowed = (id: string): readonly string[] => roles[id as keyof typeof roles]
const welcome = (id: string, caller: Caller | null) =>
  allowed(id).length === 0 || allowed(id).some((role) => caller?.roles.includes(role as 'user'))
const closed = (id: string, caller: Caller | null) =>
  caller?.type === 'admin' && allowed(id).includes('mainAdmin') ? 403 : 401
const same = (one: Map<string, string[]>, other: Map<string, string[]>) =>
  JSON.stringify([...one]) === JSON.stringify([...other])

describe('every operation', () => {
  test('shows a visitor nothing about anyone, and lets nothing be changed', async () => {
    const groups = await makeTwoGroups()
    const { mine, theirs } = groups
    const victims = [[mine, 2] as const, [theirs, 3] as const]
    expect(await trespasses(groups, null, victims, /(mine|theirs|near|node)-mark/)).toEqual([])
  })

  test('keeps users of the same and of another group from each other', async () => {
    const groups = await makeTwoGroups()
    const { mine, theirs, neighbour } = groups
    const victims = [[neighbour, 2] as const, [theirs, 3] as const]
    expect(await trespasses(groups, mine.user, victims, /(theirs|near|node)-mark/)).toEqual([])
  })

  test('keeps an admin from another group, its people and the keys of the servers', async () => {
    const groups = await makeTwoGroups()
    const { admin, theirs } = groups
    expect(await trespasses(groups, admin, [[theirs, 3]], /(theirs|node)-mark/)).toEqual([])
  })

  test.each(['readOnly', 'finance'])('shows no way to connect to the set %s', async (rights) => {
    const groups = await makeTwoGroups()
    const { world, admin, mine } = groups
    const looker = await world.person({ type: 'admin', groupId: 2 })
    await world.db.updateTable('user').set({ rights }).where('id', '=', looker.id).execute()
    const secret = /mine-mark-(password|key|subscribe)/
    const shown: Record<'admin' | 'looker', string[]> = { admin: [], looker: [] }
    for (const { id, path, method } of operations) {
      const isRead = method === 'get' || ['listAccounts', 'exportAccounts'].includes(id)
      if (!isRead || !allowed(id).includes('admin')) continue
      const known = aimedAt(mine, groups, 2, path)
      // First the admin who sees all of it: what is cached of that is not for the other.
      for (const [name, caller] of [
        ['admin', admin],
        ['looker', looker],
      ] as const) {
        const { text } = await callOf(groups, id, caller, known)
        if (secret.test(text) || text.includes(mine.mac)) shown[name].push(id)
      }
    }
    expect(shown.looker).toEqual([])
    expect(shown.admin).toEqual(expect.arrayContaining(['listAccounts', 'getAccount', 'listUsers']))
  })

  test('lets an admin work within the own group', async () => {
    const groups = await makeTwoGroups()
    const refused: string[] = []
    for (const { id, path, method } of operations) {
      if (method !== 'get' || !allowed(id).includes('admin') || PARTICULAR.has(id)) continue
      const known = aimedAt(groups.mine, groups, 2, path)
      const { status, text } = await callOf(groups, id, groups.admin, known)
      if (status !== 200) refused.push(`${id}: ${status} ${text}`)
    }
    expect(refused).toEqual([])
  })

  test('is open to a user as far as it is about the user', async () => {
    const groups = await makeTwoGroups()
    const { mine } = groups
    const refused: string[] = []
    for (const { id, path, method } of operations) {
      if (method !== 'get' || !allowed(id).includes('user') || PARTICULAR.has(id)) continue
      const { status, text } = await callOf(groups, id, mine.user, aimedAt(mine, groups, 2, path))
      if (status !== 200) refused.push(`${id}: ${status} ${text}`)
    }
    expect(refused).toEqual([])
  })

  test(
    'takes what the other tests send, and never fails the main admin',
    { tags: ['long'] },
    async () => {
      const groups = await makeTwoGroups()
      const bad: string[] = []
      const shown = new Set<string>()
      for (const { id, path } of operations) {
        if (SESSION.includes(id) || !welcome(id, mainAdmin)) continue
        const known = aimedAt(groups.theirs, groups, 3, path)
        const { status, text } = await callOf(groups, id, mainAdmin, known)
        if (status === 400 && !COMPOSED.has(id)) bad.push(`${id}: ${text}`)
        if (/theirs-mark/.test(text)) shown.add(id)
        if (status === 401 || status >= 500) bad.push(`${id}: ${status}`)
      }
      expect(bad).toEqual([])
      // What is hidden from the others is there to be seen.
      expect(shown.size).toBeGreaterThan(20)
    },
  )
})

/** Needs more input than can be made from its schema; permissions are checked first. */
const COMPOSED: ReadonlySet<string> = new Set([
  'addPasskey',
  'editProvider',
  'editAccountSetting',
  'editTelegramSetting',
])

/** Wants something particular to be there: a browser, a bot, an admin of the group, an own job. */
const PARTICULAR: ReadonlySet<string> = new Set([
  'getPushClient',
  'getPushKey',
  'getAdmin',
  'getJob',
  'getMyTelegramCode',
  'getAdminTelegramCode',
  'getAccountByPort',
])
