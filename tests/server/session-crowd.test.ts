import { availableParallelism } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changesOf } from '../../server/database/database.ts'
import { hashPassword } from '../../server/people/session/passwords.ts'
import { hashAsServersDo } from '../support/cheapPasswords.ts'
import { makeWorld } from '../support/world.ts'

const PASSWORD = 'correct horse'
const OFFICE = '192.0.2.1'

async function crowd(people: number) {
  const world = await makeWorld()
  const passwordHash = await hashPassword(PASSWORD)
  for (let one = 0; one < people; one++)
    await world.person({ email: `p${one}@example.com`, passwordHash })
  const logIn = async (one: number, password = PASSWORD, remoteAddress = OFFICE) => {
    const payload = { email: `p${one}@example.com`, password }
    const url = '/api/home/login'
    const reply = await world.app.inject({ method: 'POST', url, remoteAddress, payload })
    return reply.statusCode === 200 ? 'in' : reply.payload
  }
  const everybody = (...more: string[]) =>
    Promise.all(Array.from({ length: people }, (_, one) => logIn(one, ...more)))
  return { ...world, logIn, everybody }
}

test('fifty people with right passwords behind one address all get in, and again', async () => {
  const { everybody } = await crowd(50)
  expect(new Set(await everybody())).toEqual(new Set(['in']))
  expect(new Set(await everybody())).toEqual(new Set(['in']))
})

test('others can log in beside nineteen mistyped logins, and not after the twentieth', async () => {
  const { logIn, everybody, clock } = await crowd(30)
  for (let one = 0; one < 19; one++)
    expect(await logIn(one, 'wrong password')).toBe('invalid password')
  expect(new Set(await everybody())).toEqual(new Set(['in']))
  expect(await logIn(19, 'wrong password')).toBe('invalid password')
  const refused = new Set(['password retry out of limit'])
  for (let time = 0; time < 3; time++) expect(new Set(await everybody())).toEqual(refused)
  expect(await logIn(0, PASSWORD, '192.0.2.2')).toBe('in')
  // Those who were refused meanwhile have not made it longer.
  clock.add(60_000)
  expect(new Set(await everybody())).toEqual(new Set(['in']))
})

test('wrong ones at the same moment are counted before they are known to be wrong', async () => {
  const { everybody } = await crowd(40)
  const words = await everybody('wrong password')
  expect(words.filter((word) => word === 'invalid password')).toHaveLength(20)
})

test('five hundred log-ins that are refused cost no write', async () => {
  const { db, logIn, everybody } = await crowd(25)
  await everybody('wrong password')
  // Each of these is a write that waits for the disk.
  const writes = () => changesOf(db)!.of(['attempt', 'session', 'user', 'knownNetwork'])
  expect(await logIn(0)).toBe('password retry out of limit')
  const before = writes()
  const flood = await Promise.all(Array.from({ length: 500 }, (_, at) => logIn(at % 25)))
  expect(new Set(flood)).toEqual(new Set(['password retry out of limit']))
  expect(writes()).toBe(before)
})

test('hashes on one core fewer than there are, in turn', async () => {
  onTestFinished(hashAsServersDo())
  const done: number[] = []
  const most = Math.max(1, availableParallelism() - 1)
  const all = Array.from({ length: 4 * most }, async (_, at) => {
    await hashPassword(`${PASSWORD}${at}`)
    done.push(at)
  })
  await vi.waitFor(() => expect(done.length).toBeGreaterThan(0), { interval: 1 })
  // Were all begun at once, the first would end together with the rest.
  expect(done.length).toBeLessThanOrEqual(2 * most)
  await Promise.all(all)
  expect(done).toHaveLength(4 * most)
})
