import { expect, test } from 'vitest'
import { takeAttempt } from '../../server/session/attempts.ts'
import { takeDifferentTryOf } from '../../server/session/limits.ts'
import { makeWorld } from '../support/world.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test('a clock that jumped ahead shuts nobody out once it is right again', async () => {
  const { db, clock, now } = await makeWorld()
  const limit = { key: 'login:user:3', most: 2, window: MINUTE }
  const right = now()
  clock.add(HOUR)
  for (const isTaken of [true, true, false])
    expect(await takeAttempt(db, now(), limit)).toBe(isTaken)
  clock.set(right)
  for (const isTaken of [true, true, false])
    expect(await takeAttempt(db, now(), limit)).toBe(isTaken)
})

test('of many tries with one wrong value one counts, also at the same moment', async () => {
  const { db, world } = await makeWorld()
  const tries = { what: 'something', most: 2, window: MINUTE }
  const send = (value: string) =>
    takeDifferentTryOf({ ...world, address: '192.0.2.1' }, { ...tries, value })
  await Promise.all(Array.from({ length: 20 }, () => send('one')))
  await (await send('right')).giveBack()
  await send('two')
  await expect(send('right')).rejects.toThrow('403')
  await expect(send('one')).rejects.toThrow('403')
  for (let count = 0; count < 50; count += 1)
    await expect(send(`more ${count}`)).rejects.toThrow('403')
  const rows = await db.selectFrom('attempt').select('key').execute()
  expect(rows).toHaveLength(3)
  expect(JSON.stringify(rows)).not.toMatch(/one|two|right/)
})
