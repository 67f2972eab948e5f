import { describe, expect, test } from 'vitest'
import { onePerson, PASSWORD } from '../../support/factors.ts'
import { mainAdmin } from '../../support/world.ts'

const ONE = '/api/sessions/{sessionId}/end'
const OF_USER = '/api/admin/user/{userId}/sessions/end'
const OF_ADMIN = '/api/admin/admin/{userId}/sessions/end'
const PHONE = 'Mozilla/5.0 (iPhone) Safari/604.1'
const DAY_MS = 86_400_000
const TYPES = ['admin', 'normal'] as const

/** A person, and a login as another browser of theirs. */
async function twoBrowsers(type: (typeof TYPES)[number]) {
  const { world, caller, email } = await onePerson(type)
  const me = world.as(caller)
  async function logInWith(userAgent: string) {
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/home/login',
      headers: { 'user-agent': userAgent },
      payload: { email, password: PASSWORD },
    })
    const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
    const isIn = async () =>
      (await world.app.inject({ url: '/api/sessions', headers: { cookie } })).statusCode === 200
    return { cookie, isIn }
  }
  const list = async () => (await me.GET('/api/sessions')).data ?? []
  const end = (sessionId: string) => me.POST(ONE, { params: { path: { sessionId } } })
  return { world, caller, me, logInWith, list, end }
}

describe('listSessions', () => {
  test.each(TYPES)(
    'lists those of type %s, this one first, with when they were used',
    async (type) => {
      const { world, logInWith, list } = await twoBrowsers(type)
      await list()
      world.clock.add(DAY_MS)
      await logInWith(PHONE)
      const sessions = await list()
      expect(sessions.map(({ userAgent, current }) => [userAgent, current])).toEqual([
        ['', true],
        [PHONE, false],
      ])
      expect(sessions[1]).toMatchObject({ createTime: world.clock.at, lastTime: world.clock.at })
      world.clock.add(7 * DAY_MS)
      expect(await list()).toHaveLength(1)
    },
  )

  test('cuts off what a browser says where it is long', async () => {
    const { logInWith, list } = await twoBrowsers('normal')
    await logInWith('x'.repeat(4_000))
    expect((await list())[1]?.userAgent).toBe('x'.repeat(300))
  })
})

describe('endSession', () => {
  test.each(TYPES)(
    'ends another one of type %s, once, by a name no cookie is made of',
    async (type) => {
      const { world, logInWith, list, end } = await twoBrowsers(type)
      const [phone, other] = [await logInWith(PHONE), await logInWith(PHONE)]
      const [own, { id } = { id: '' }] = await list()
      const stored = await world.db.selectFrom('session').select('id').execute()
      expect(stored.map((row) => row.id)).not.toContain(id)
      expect((await end(id)).data).toBe('success')
      expect([await phone.isIn(), await other.isIn()].filter(Boolean)).toHaveLength(1)
      expect((await end(id)).response.status).toBe(403)
      expect((await end(own!.id)).response.status).toBe(403)
    },
  )

  test('ends nobody else’s', async () => {
    const { world, end } = await twoBrowsers('normal')
    const stranger = world.as(await world.person())
    const [theirs] = (await stranger.GET('/api/sessions')).data ?? []
    expect((await end(theirs!.id)).response.status).toBe(403)
    expect((await stranger.GET('/api/sessions')).data).toHaveLength(1)
  })
})

describe('endOtherSessions', () => {
  test.each(TYPES)('ends all but this one of type %s, and nobody else’s', async (type) => {
    const { world, me, logInWith, list } = await twoBrowsers(type)
    const phone = await logInWith(PHONE)
    const stranger = world.as(await world.person({ type }))
    await stranger.GET('/api/sessions')
    expect((await me.POST('/api/sessions/end')).data).toBe('success')
    expect(await phone.isIn()).toBe(false)
    expect(await list()).toHaveLength(1)
    expect((await stranger.GET('/api/sessions')).data).toHaveLength(1)
  })
})

describe('endUserSessions', () => {
  test('logs a customer of the group out everywhere, who logs in again with the same password', async () => {
    const { world, caller, logInWith } = await twoBrowsers('normal')
    const [phone, other] = [await logInWith(PHONE), await logInWith('')]
    const stranger = world.as(await world.person())
    await stranger.GET('/api/sessions')
    const browser = { userId: caller.id, endpoint: 'https://push.example.com/1', createTime: 0 }
    await world.db
      .insertInto('pushClient')
      .values({ ...browser, auth: 'auth', p256dh: 'key', language: 'en-US' })
      .execute()
    const end = async (groupId: number) => {
      const admin = world.as(await world.person({ type: 'admin', groupId }))
      return admin.POST(OF_USER, { params: { path: { userId: caller.id } } })
    }
    expect((await end(4)).response.status).toBe(403)
    expect(await phone.isIn()).toBe(true)
    expect((await end(3)).data).toBe('success')
    expect([await phone.isIn(), await other.isIn()]).toEqual([false, false])
    expect(await world.db.selectFrom('pushClient').selectAll().execute()).toEqual([])
    expect((await stranger.GET('/api/sessions')).data).toHaveLength(1)
    expect(await (await logInWith(PHONE)).isIn()).toBe(true)
    const { data } = await world.as(mainAdmin).GET('/api/admin/audit')
    expect(data?.entries[0]).toMatchObject({ operation: 'endUserSessions', subjectId: caller.id })
  })

  test('never logs out an admin', async () => {
    const { world, caller, logInWith } = await twoBrowsers('admin')
    const phone = await logInWith(PHONE)
    const params = { path: { userId: caller.id } }
    expect((await world.as(mainAdmin).POST(OF_USER, { params })).response.status).toBe(403)
    expect(await phone.isIn()).toBe(true)
  })
})

describe('endAdminSessions', () => {
  test('logs another admin out everywhere, and neither a customer nor the caller', async () => {
    const { world, caller, logInWith } = await twoBrowsers('admin')
    const phone = await logInWith(PHONE)
    const main = world.as(mainAdmin)
    const customer = await world.person()
    const end = (userId: number) => main.POST(OF_ADMIN, { params: { path: { userId } } })
    expect((await end(customer.id)).response.status).toBe(403)
    expect((await end(mainAdmin.id)).response.status).toBe(403)
    expect((await main.GET('/api/sessions')).data).toHaveLength(1)
    expect((await end(caller.id)).data).toBe('success')
    expect(await phone.isIn()).toBe(false)
  })
})
