/** @module-tag long */
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { emptyFolder } from '../../support/served.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const DAY = 86_400_000

/** A site on a file that can be made full: it then grows no further. */
async function limited() {
  const file = join(await emptyFolder(), 'small.db')
  const world = await makeWorld({ env: { DATABASE_URL: `file:${file}` } })
  const { db } = world
  return {
    world,
    async fill() {
      // Room inside of it is given up first.
      await sql`vacuum`.execute(db)
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
      await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
    },
    empty: () => sql.raw('pragma max_page_count = 1000000').execute(db),
    health: async () => {
      const { statusCode, headers, payload } = await world.app.inject('/api/health')
      const { status } = JSON.parse(payload)
      return { statusCode, status, retryAfter: headers['retry-after'] }
    },
  }
}

describe('getStorage', () => {
  test('reports to admins that there is room, and to nobody else', async () => {
    const world = await makeWorld()
    const { data } = await world.as(mainAdmin).GET('/api/admin/storage')
    expect(data?.state).toMatch(/^(ok|low)$/)
    const user = await world.person()
    expect((await world.as(user).GET('/api/admin/storage')).response.status).toBe(401)
  })

  test('a full disk does not prevent reading, and changes fail with the reason', async () => {
    const { world, fill, empty, health } = await limited()
    const user = await world.person()
    const [admin, customer] = [world.as(mainAdmin), world.as(user)]
    await world.cookieOf(user)
    await world.cookieOf(mainAdmin)
    await fill()
    // The end of every session would be moved on, too.
    await world.db
      .updateTable('session')
      .set({ expireTime: world.clock.at + 3 * DAY })
      .execute()
    const write = () => customer.POST('/api/user/messages', { body: { msg: 'x'.repeat(4_000) } })
    const count = async () => (await world.db.selectFrom('message').selectAll().execute()).length
    let refused
    for (let times = 0; times < 20 && refused?.response.status !== 503; times += 1)
      refused = await write()
    expect(refused?.response.status).toBe(503)
    expect(refused?.response.headers.get('retry-after')).toBe('60')
    expect(refused?.error).toBe('database full')
    const before = await count()
    expect((await write()).response.status).toBe(503)
    expect(await count()).toBe(before)

    expect((await customer.GET('/api/home/login')).response.status).toBe(200)
    expect((await admin.GET('/api/home/login')).response.status).toBe(200)
    expect((await customer.GET('/api/user/account')).response.status).toBe(200)
    expect((await admin.GET('/api/admin/storage')).data?.state).toBe('full')
    expect(await health()).toEqual({ statusCode: 503, status: 'full', retryAfter: '60' })

    await empty()
    expect((await write()).response.status).toBe(200)
    expect((await admin.GET('/api/admin/storage')).data?.state).toMatch(/^(ok|low)$/)
  })

  test('health is well, in a moment, once there is room again', async () => {
    const { fill, empty, health } = await limited()
    await fill()
    expect(await health()).toMatchObject({ statusCode: 503 })
    await empty()
    await expect.poll(health).toMatchObject({ statusCode: 200, status: 'ok' })
  })

  test('a database that may only be read says so', async () => {
    const { world, health } = await limited()
    await world.cookieOf(mainAdmin)
    await sql`pragma query_only = on`.execute(world.db)
    expect((await world.as(mainAdmin).GET('/api/home/login')).response.status).toBe(200)
    expect((await world.as(mainAdmin).GET('/api/admin/storage')).data?.state).toBe('not writable')
    expect(await health()).toMatchObject({ statusCode: 503, status: 'not writable' })
  })
})
