import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { makeWorld } from '../../support/world.ts'

const PASSWORD = 'correct horse'
const salted = (name: string) =>
  createHash('md5')
    .update(PASSWORD + name)
    .digest('hex')

describe('names that an earlier release or console stored', () => {
  test.each([
    ['with wide letters', 'ａｎｎ@example.com', 'ann@example.com'],
    ['with what nobody sees', 'ben\u200B@example.com', 'ben@example.com'],
    ['with capitals', 'Cleo@Example.com', 'cleo@example.com'],
  ])('%s log in as they are written today, or then', async (_what, stored, today) => {
    const world = await makeWorld()
    const { id } = await world.person({ email: stored, passwordHash: salted(stored) })
    const logIn = (email: string) =>
      world.as(null).POST('/api/home/login', { body: { email, password: PASSWORD } })
    expect((await logIn(today)).data).toMatchObject({ id })
    expect((await logIn(stored)).data).toMatchObject({ id })
    expect((await logIn(`x${today}`)).error).toBe('user not exists')
  })

  test('are nobody’s where two are written alike, and give way to who is called so', async () => {
    const world = await makeWorld()
    const passwordHash = await hashPassword(PASSWORD)
    await world.person({ email: 'ａnn@example.com', passwordHash })
    await world.person({ email: 'aｎn@example.com', passwordHash })
    const logIn = () =>
      world
        .as(null)
        .POST('/api/home/login', { body: { email: 'ann@example.com', password: PASSWORD } })
    expect((await logIn()).error).toBe('user not exists')
    const { id } = await world.person({ email: 'ann@example.com', passwordHash })
    expect((await logIn()).data).toMatchObject({ id })
  })
})
