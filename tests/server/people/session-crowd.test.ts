import { availableParallelism } from 'node:os'
import { expect, onTestFinished, test, vi } from 'vitest'
import { changesOf } from '../../../server/database/database.ts'
import { hashPassword } from '../../../server/people/session/passwords.ts'
import { hashAsServersDo } from '../../support/cheapPasswords.ts'
import { makeWorld } from '../../support/world.ts'

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

test('thirty people who mistype once all get in, on a site where nobody has been before', async () => {
  const { everybody } = await crowd(30)
  expect(new Set(await everybody('wrong password'))).toEqual(new Set(['invalid password']))
  expect(new Set(await everybody())).toEqual(new Set(['in']))
})

test('the two hundred typos of one person shut nobody else out', async () => {
  const { logIn, everybody, clock } = await crowd(10)
  for (let time = 0; time < 200; time++) {
    await logIn(0, 'wrong password')
    await logIn(99, 'wrong password')
  }
  expect(await logIn(0)).toBe('password retry out of limit')
  const words = await everybody()
  expect(words.slice(1)).toEqual(Array.from({ length: 9 }, () => 'in'))
  clock.add(60_000)
  expect(await logIn(0)).toBe('in')
})

test('a hundred failures of many people close an address, but not to who has been there', async () => {
  const { logIn, clock } = await crowd(104)
  expect(await logIn(0)).toBe('in')
  for (let one = 1; one < 100; one++) expect(await logIn(one, 'wrong')).toBe('invalid password')
  expect(await logIn(100)).toBe('in')
  expect(await logIn(101, 'wrong')).toBe('invalid password')
  for (let time = 0; time < 3; time++) expect(await logIn(102)).toBe('password retry out of limit')
  expect([await logIn(0), await logIn(100)]).toEqual(['in', 'in'])
  expect(await logIn(102, PASSWORD, '192.0.2.2')).toBe('in')
  // Those who were refused meanwhile have not made it longer.
  clock.add(60_000)
  expect(await logIn(103)).toBe('in')
})

test('guessing is bounded in an hour, too', async () => {
  const { logIn, clock } = await crowd(1)
  let guesses = 0
  for (let minute = 0; minute < 20; minute++) {
    for (let time = 0; time < 101; time++)
      guesses += (await logIn(1000 + minute * 101 + time, 'x')) === 'user not exists' ? 1 : 0
    clock.add(60_000)
  }
  expect(guesses).toBe(1_200)
  expect(await logIn(0)).toBe('password retry out of limit')
})

test('an address from which many have logged in takes ten times as many', async () => {
  const { logIn } = await crowd(8)
  for (let one = 0; one < 5; one++) expect(await logIn(one)).toBe('in')
  for (let one = 0; one < 150; one++) expect(await logIn(1000 + one, 'x')).toBe('user not exists')
  expect(await logIn(6)).toBe('in')
})

test('wrong ones at the same moment are counted before they are known to be wrong', async () => {
  const { logIn } = await crowd(1)
  const words = await Promise.all(Array.from({ length: 20 }, () => logIn(0, 'wrong password')))
  expect(words.filter((word) => word === 'invalid password')).toHaveLength(5)
})

test('five hundred log-ins that are refused cost no write', async () => {
  const { db, logIn } = await crowd(2)
  for (let one = 0; one < 100; one++) await logIn(1000 + one, 'x')
  for (let time = 0; time < 5; time++) await logIn(0, 'wrong password', '192.0.2.3')
  // Each of these is a write that waits for the disk.
  const writes = () => changesOf(db)!.of(['attempt', 'session', 'user', 'knownNetwork'])
  expect(await logIn(1)).toBe('password retry out of limit')
  const before = writes()
  const flood = await Promise.all(
    Array.from({ length: 500 }, (_, at) => (at % 2 ? logIn(1) : logIn(0, PASSWORD, '192.0.2.3'))),
  )
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
