import { expect, test, vi } from 'vitest'
import { fillDemoOnRequest } from '../../../server/app/demo/request.ts'
import { everyRow } from '../../support/groups.ts'
import { makeWorld } from '../../support/world.ts'

/** What a start says while it fills the database, or does not. */
async function started(...words: string[]) {
  const world = await makeWorld()
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const before = await everyRow(world)
  await fillDemoOnRequest(world.db, { timeZone: 'UTC', engineHost: '::' }, words)
  const said = log.mock.calls.flat()
  log.mockRestore()
  return { said, before, after: await everyRow(world) }
}

test('a shop in use starts with --demo as without, and says that it was left out', async () => {
  for (const word of ['--demo', '--demo=5']) {
    const { said, before, after } = await started(word)
    expect(said).toEqual([expect.stringContaining('has users already')])
    expect(after).toEqual(before)
  }
})

test('a shop in use says nothing of a demo nobody asked for', async () => {
  for (const words of [[], ['--demos'], ['demo'], ['-demo=5']]) {
    const { said, before, after } = await started(...words)
    expect(said).toEqual([])
    expect(after).toEqual(before)
  }
})

test.each(['--demo=', '--demo=0', '--demo=-1', '--demo=1.5', '--demo=many'])(
  '%s names no number of accounts, which ends the start of any shop',
  async (word) => {
    await expect(started(word)).rejects.toThrow(word)
  },
)
