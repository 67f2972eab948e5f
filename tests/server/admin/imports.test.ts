import { describe, expect, test } from 'vitest'
import type { Body } from '#contract'
import { cycleOf } from '#rules/account.ts'
import { resumeJobs, runJob } from '../../../server/admin/jobs/runner.ts'
import { isPassword } from '../../../server/people/session/passwords.ts'
import { at, ended, undone } from '../../support/jobs.ts'
import { anAccount, aPlan, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

type World = Awaited<ReturnType<typeof makeWorld>>
type Of = Body<'previewImport'>['of']

const DAY = 86_400_000

const preview = (world: World, of: Of, table: string) =>
  world.as(mainAdmin).POST('/api/admin/import/preview', { body: { of, table } })

const begin = (world: World, of: Of, table: string, expected: number) =>
  world.as(mainAdmin).POST('/api/admin/import', { body: { of, table, expected } })

async function imported(world: World, of: Of, table: string, expected: number) {
  const { data } = await begin(world, of, table, expected)
  return ended(world, data!.id)
}

const people = (world: World) =>
  world.db.selectFrom('user').selectAll().where('id', '>', 1).orderBy('id').execute()
const accounts = (world: World) =>
  world.db.selectFrom('account').selectAll().orderBy('port').execute()

describe('previewImport', () => {
  test('names row and column of what cannot be added, and changes nothing', async () => {
    const world = await makeWorld()
    await world.person({ email: 'here@example.com' })
    const { data } = await preview(
      world,
      'user',
      [
        'email,password,group,type,createTime,comment,plan',
        'new@example.com,a good password,,,2025-03-01 08:00,=SUM(A1),x',
        'HERE@example.com,,,,,,',
        'New@example.com ,,,,,,',
        'no address,,,,,,',
        ',,,,,nobody,',
        'a@example.com,short,,,,,',
        'b@example.com,,Nowhere,,,,',
        'c@example.com,,,admin,,,',
        'd@example.com,,,,2025-02-31,,',
        'e@example.com,,,,2999-01-01,,',
        `f@example.com,,,,,${'x'.repeat(256)},`,
        'g@example.com,,Default,normal,,,',
        'h@example.com,$2y$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy,,,,,',
        'i@example.com,5f4dcc3b5aa765d61d8327deb882cf99,,,,,',
        'j@example.com,5f4dcc3b5aa765d61d8327deb882cf9,,,,,',
      ].join('\r\n'),
    )
    expect(data).toEqual({
      rows: 15,
      fresh: 3,
      columns: ['email', 'password', 'group', 'type', 'createTime', 'comment'],
      ignored: ['plan'],
      refused: [
        { row: 3, column: 'email', problem: 'user exists' },
        { row: 4, column: 'email', problem: 'twice' },
        { row: 5, column: 'email', problem: 'no email' },
        { row: 6, column: 'email', problem: 'missing' },
        { row: 7, column: 'password', problem: 'password too short' },
        { row: 8, column: 'group', problem: 'unknown group' },
        { row: 9, column: 'type', problem: 'admin' },
        { row: 10, column: 'createTime', problem: 'bad date' },
        { row: 11, column: 'createTime', problem: 'bad date' },
        { row: 12, column: 'comment', problem: 'too long' },
        { row: 14, column: 'password', problem: 'stored hash' },
        { row: 15, column: 'password', problem: 'stored hash' },
      ],
      sample: [
        { row: 2, label: 'new@example.com', group: 'Default', comment: '=SUM(A1)' },
        { row: 13, label: 'g@example.com', group: 'Default' },
        { row: 16, label: 'j@example.com', group: 'Default' },
      ],
    })
    expect(await people(world)).toHaveLength(1)
  })

  test('reads accounts with the terms of their plans', async () => {
    const world = await makeWorld()
    const server = await aServer(world)
    await aPlan(world, { name: 'Month', type: 3, cycle: 2, flow: 5000 })
    await aPlan(world, { name: 'Two' })
    await aPlan(world, { name: 'Two' })
    await world.person({ email: 'owner@example.com' })
    await anAccount(world, { port: 6001 })
    const { data } = await preview(
      world,
      'account',
      [
        'port;user;plan;type;expire;flow;server;password',
        '7001;owner@example.com;Month;;2026-03-01T00:00:00Z;;;',
        `7002;;;day;1790000000;1.5 GB;${server};abc`,
        '6001;;;;;;;',
        '7001;;;;;;;',
        '70010;;;;;;;',
        ';x;;;;;;',
        '7003;nobody@example.com;;;;;;',
        '7004;;Gone;;;;;',
        '7005;;Two;;;;;',
        '7006;;;1;2026-03-01;;;',
        '7007;;;9;;;;',
        '7008;;;;soon;;;',
        '7009;;;;;much;;',
        `7010;;;;;;${server} 99;`,
        '7011;;;;;;;"with ""quotes"""',
      ].join('\n'),
    )
    expect(data?.refused).toEqual([
      { row: 4, column: 'port', problem: 'port exists' },
      { row: 5, column: 'port', problem: 'twice' },
      { row: 6, column: 'port', problem: 'bad port' },
      { row: 7, column: 'port', problem: 'missing' },
      { row: 8, column: 'user', problem: 'unknown user' },
      { row: 9, column: 'orderName', problem: 'unknown plan' },
      { row: 10, column: 'orderName', problem: 'several plans' },
      { row: 11, column: 'expire', problem: 'bad date' },
      { row: 12, column: 'type', problem: 'bad type' },
      { row: 13, column: 'expire', problem: 'bad date' },
      { row: 14, column: 'flow', problem: 'bad amount' },
      { row: 15, column: 'server', problem: 'unknown server' },
      { row: 16, column: 'password', problem: 'bad password' },
    ])
    expect(data?.sample).toEqual([
      {
        row: 2,
        label: '7001',
        user: 'owner@example.com',
        plan: 'Month',
        expire: Date.UTC(2026, 2, 1),
        flow: 5000,
      },
      { row: 3, label: '7002', user: null, plan: null, expire: 1.79e12, flow: 1_500_000_000 },
    ])
  })

  test('refuses what is no table', async () => {
    const world = await makeWorld()
    const wordFor = async (table: string) => {
      const { response, error } = await preview(world, 'user', table)
      return [response.status, error]
    }
    expect(await wordFor('email\n"a')).toEqual([403, 'not a table'])
    expect(await wordFor('name\na@example.com')).toEqual([403, 'no heading'])
    expect(await wordFor('\r\n')).toEqual([403, 'no heading'])
    expect(await wordFor('email\n\n')).toEqual([403, 'no rows'])
    expect(await wordFor(`email\n${'a@example.com\n'.repeat(20_001)}`)).toEqual([
      403,
      'too many rows',
    ])
  })

  test('takes a table of several megabytes, and no larger body elsewhere', async () => {
    const world = await makeWorld()
    const comment = 'x'.repeat(200)
    const rows = Array.from({ length: 9000 }, (_, at) => `p${at}@example.com,${comment}`)
    const { data } = await preview(world, 'user', `email,comment\n${rows.join('\n')}`)
    expect(data?.fresh).toBe(9000)
    const body = { selection: { of: 'user', query: { search: 'x'.repeat(200_000) } } }
    const tooLarge = await world
      .as(mainAdmin)
      .POST('/api/admin/job/preview', { body: body as never })
    expect(tooLarge.response.status).toBe(413)
  })
})

describe('createImport', () => {
  test('adds users who log in with their passwords, once, and forgets what it was given', async () => {
    const world = await makeWorld()
    const table =
      "email,password,createTime,comment\na@example.com,a good password,2025-03-01,'=x\nb@example.com,,,"
    const job = await imported(world, 'user', table, 2)
    expect(job).toMatchObject({
      of: 'user',
      action: { kind: 'importUsers' },
      status: 'done',
      total: 2,
      done: 2,
      failed: 0,
      mayUndo: true,
    })
    const [first, second] = await people(world)
    expect(first).toMatchObject({ email: 'a@example.com', type: 'normal', comment: '=x' })
    expect(new Date(first!.createTime).getFullYear()).toBe(2025)
    expect(await isPassword('a good password', first!.username, first!.passwordHash)).toBe(true)
    expect(second).toMatchObject({ username: 'b@example.com', createTime: world.clock.at })
    expect(await isPassword('', second!.username, second!.passwordHash)).toBe(false)
    const kept = await world.db.selectFrom('jobItem').selectAll().execute()
    expect(kept.map(({ input }) => input)).toEqual([null, null])
    expect(JSON.stringify(kept)).not.toContain('a good password')

    const again = await begin(world, 'user', table, 2)
    expect([again.response.status, again.error]).toEqual([403, 'table changed'])
    expect(await people(world)).toHaveLength(2)
  })

  test('keeps passwords sealed until they are added', async () => {
    const world = await makeWorld()
    const { db } = world
    await db
      .insertInto('job')
      .values({ actorId: 1, kind: 'x', action: '{}', status: 'done', total: 0, createTime: 0 })
      .execute()
    const { data } = await begin(world, 'user', 'email,password\na@example.com,a good password', 1)
    const rows = await db.selectFrom('jobItem').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('a good password')
    await ended(world, data!.id)
  })

  test('adds accounts that end when their rows say', async () => {
    const world = await makeWorld()
    const now = world.clock.at
    await aPlan(world, { name: 'Month', type: 3, cycle: 2, flow: 5000 })
    const owner = await world.person({ email: 'owner@example.com' })
    const ends = (days: number) => new Date(now + days * DAY).toISOString()
    const table = [
      'port,user,orderName,type,expire,flow,password',
      `7001,owner@example.com,Month,,${ends(400)},,secret`,
      `7002,,,day,${ends(-3)},100G,`,
      '7003,,Month,,,,',
      '7004,,,,,,',
    ].join('\n')
    expect(await imported(world, 'account', table, 4)).toMatchObject({ done: 4, failed: 0 })
    const [long, over, planned, endless] = await accounts(world)
    expect(long).toMatchObject({
      port: 7001,
      userId: owner.id,
      password: 'secret',
      type: 3,
      flow: 5000,
      expireTime: now + 400 * DAY,
    })
    // Its cycle runs: an account that begins later is closed until then.
    expect(long!.cycleStart).toBeLessThanOrEqual(now)
    const data = { create: long!.cycleStart, limit: long!.cycles }
    expect(cycleOf({ type: 3, data }, now)!.from).toBeLessThanOrEqual(now)
    expect(over).toMatchObject({ type: 4, flow: 1e11, expireTime: now - 3 * DAY })
    expect(planned).toMatchObject({ cycles: 2, cycleStart: now, expireTime: now + 60 * DAY })
    expect(endless).toMatchObject({ type: 1, expireTime: null, flow: 0, orderId: 0 })
    expect(new Set([over, planned, endless].map((row) => row!.password)).size).toBe(3)
  })

  test('reports what was taken between the preview and the job, and goes on', async () => {
    const world = await makeWorld()
    const { data } = await begin(world, 'account', 'port\n7001\n7002', 2)
    await ended(world, data!.id)
    await world.db.deleteFrom('account').where('port', '=', 7001).execute()
    await anAccount(world, { port: 7003 })
    const next = await begin(world, 'account', 'port\n7001\n7004', 2)
    await ended(world, next.data!.id)
    await world.db
      .updateTable('job')
      .set({ status: 'running', done: 0, endTime: null })
      .where('id', '=', next.data!.id)
      .execute()
    // As after a server that died before the second transaction: what is done stays done.
    await resumeJobs(world.world)
    expect((await accounts(world)).map(({ port }) => port)).toEqual([7001, 7002, 7003, 7004])
  })

  test('adds each row once with two workers and after a stop', async () => {
    const world = await makeWorld()
    const rows = Array.from({ length: 250 }, (_, index) => 7000 + index)
    const { data } = await begin(world, 'account', `port\n${rows.join('\n')}`, 250)
    await Promise.all([runJob(world.world, data!.id), resumeJobs(world.world)])
    expect(await ended(world, data!.id)).toMatchObject({ done: 250, failed: 0 })
    expect(await accounts(world)).toHaveLength(250)
  })

  test('is undone where nothing was changed since', async () => {
    const world = await makeWorld()
    const people1 = await imported(world, 'user', 'email\na@example.com\nb@example.com', 2)
    const table = 'port,user\n7001,a@example.com\n7002,\n7003,'
    const accounts1 = await imported(world, 'account', table, 3)
    await world.db.updateTable('account').set({ flow: 5 }).where('port', '=', 7002).execute()
    const back = await undone(world, accounts1.id)
    expect(back).toMatchObject({ done: 1, failed: 1 })
    expect(back.failures).toEqual([{ id: 3, label: '7002', problem: 'changed since' }])
    expect((await accounts(world)).map(({ port }) => port)).toEqual([7002])

    const [, second] = await people(world)
    await world.db
      .updateTable('user')
      .set({ lastLogin: world.clock.at })
      .where('id', '=', second!.id)
      .execute()
    expect((await undone(world, people1.id)).failures).toMatchObject([
      { label: 'b@example.com', problem: 'changed since' },
    ])
    expect((await people(world)).map(({ email }) => email)).toEqual(['b@example.com'])
  })

  test('wakes the accounts it added, and not the numbers of their rows', async () => {
    const world = await makeWorld()
    for (let port = 6001; port <= 6010; port += 1) await anAccount(world, { port })
    const { id } = await imported(world, 'account', 'port\n7001\n7002', 2)
    const added = (await accounts(world)).filter(({ port }) => port > 7000).map((row) => row.id)
    const woken: number[] = []
    await world.db.updateTable('job').set({ status: 'undoing' }).where('id', '=', id).execute()
    const wake = (ids?: readonly number[]) => void woken.push(...(ids ?? []))
    await resumeJobs({ ...world.world, wake })
    expect(woken.sort()).toEqual(added.sort())
  })

  test('forgets the rows of a job that was cancelled', async () => {
    const world = await makeWorld()
    const { data } = await begin(world, 'account', 'port\n7001\n7002', 2)
    await ended(world, data!.id)
    await world.db
      .updateTable('jobItem')
      .set({ status: 'waiting', input: 'sealed' })
      .where('label', '=', '7002')
      .execute()
    await world.db.updateTable('job').set({ status: 'running' }).execute()
    await world.as(mainAdmin).POST('/api/admin/job/{jobId}/cancel', at(data!.id))
    const left = await world.db.selectFrom('jobItem').select('input').execute()
    expect(left.map(({ input }) => input)).toEqual([null, null])
  })
})

describe('tables of other panels and languages', () => {
  test('whose traffic has no unit are refused by a word of their own', async () => {
    const world = await makeWorld()
    const { data } = await preview(
      world,
      'account',
      '端口,流量\n50101,100\n50102,100GiB\n50103,0\n',
    )
    expect(data).toMatchObject({
      fresh: 2,
      refused: [{ row: 2, column: 'flow', problem: 'no unit' }],
      sample: [{ flow: 107_374_182_400 }, { flow: 0 }],
    })
    const plan = 'name,type,flow,alipayCents\nMonth,month,100,100\n'
    expect((await preview(world, 'plan', plan)).data?.refused).toMatchObject([
      { column: 'flow', problem: 'no unit' },
    ])
  })

  test.each([
    'Почта;Пароль;Комментарий',
    'メールアドレス,パスワード,備考',
    'E-Mail Address,Passwort,Kommentar',
    '電子郵件,密碼,備註',
    '이메일,비밀번호,메모',
  ])('are known by their headings: %s', async (heading) => {
    const world = await makeWorld()
    const separator = heading.includes(';') ? ';' : ','
    const row = ['a@example.com', 'long enough 1', 'Ёлка'].join(separator)
    const { data } = await preview(world, 'user', `${heading}\n${row}\n`)
    expect(data).toMatchObject({
      columns: ['email', 'password', 'comment'],
      ignored: [],
      sample: [{ label: 'a@example.com', comment: 'Ёлка' }],
    })
  })
})
