import { describe, expect, test } from 'vitest'
import { type Action, begin, done, ended, type Selection, undone } from '../../support/jobs.ts'
import { anAccount, aServer } from '../../support/make.ts'
import { mainAdmin, makeWorld } from '../../support/world.ts'

const all: Selection = { of: 'account', query: {} }

/** One machine with a server that shifts ports by 2000, and two accounts that far apart. */
async function aShiftedWorld() {
  const world = await makeWorld()
  const plain = await aServer(world)
  const shifted = await aServer(world, { shift: 2_000 })
  const high = await anAccount(world, { port: 32_000, server: `[${plain}]` })
  const low = await anAccount(world, { port: 30_000, server: `[${plain}]` })
  const serverOf = async (id: number) =>
    (await world.db.selectFrom('account').select('server').where('id', '=', id).executeTakeFirst())
      ?.server
  return { world, plain, shifted, high, low, serverOf }
}

describe('setServers', () => {
  test('leaves an account where another has its port on the new server', async () => {
    const { world, plain, shifted, high, low, serverOf } = await aShiftedWorld()
    const only: Selection = { of: 'account', ids: [low] }
    const action: Action = { kind: 'setServers', server: [shifted] }
    const clash = { id: low, label: '30000', problem: 'port exists' }
    const preview = await world
      .as(mainAdmin)
      .POST('/api/admin/job/preview', { body: { selection: only, action } })
    expect(preview.data).toEqual({ total: 1, problems: 1, sample: [clash] })
    const job = await done(world, only, action)
    expect(job).toMatchObject({ done: 0, failed: 1, failures: [clash] })
    expect(await serverOf(low)).toBe(`[${plain}]`)

    // Both together no longer meet.
    const both = await done(world, all, action)
    expect(both).toMatchObject({ done: 2, failed: 0 })
    expect([await serverOf(high), await serverOf(low)]).toEqual([`[${shifted}]`, `[${shifted}]`])
  })

  test('leaves an account where its port would leave the range, or be the port of the console', async () => {
    const { world, shifted } = await aShiftedWorld()
    const last = await anAccount(world, { port: 65_000, server: '[]' })
    const own = await anAccount(world, { port: 6_080, server: '[]' })
    const selection: Selection = { of: 'account', ids: [last, own] }
    const { data } = await begin(world, selection, { kind: 'setServers', server: [shifted] })
    const { failures } = await ended(world, data!.id)
    expect(failures.map(({ problem }) => problem)).toEqual(['port exists', 'port exists'])
  })

  test('is not taken back onto a port that another account was given since', async () => {
    const { world, plain, shifted, high, low, serverOf } = await aShiftedWorld()
    await world.db.updateTable('account').set({ server: '[]' }).where('id', '=', high).execute()
    await world.db
      .updateTable('account')
      .set({ server: `[${shifted}]` })
      .where('id', '=', low)
      .execute()
    const only: Selection = { of: 'account', ids: [low] }
    const job = await done(world, only, { kind: 'setServers', server: [plain] })
    await world.db
      .updateTable('account')
      .set({ server: `[${plain}]` })
      .where('id', '=', high)
      .execute()
    const { failures } = await undone(world, job.id)
    expect(failures).toEqual([{ id: low, label: '30000', problem: 'port exists' }])
    expect(await serverOf(low)).toBe(`[${plain}]`)
  })
})

test('a deleted account is not restored to a port given to another since', async () => {
  const { world, plain, shifted, high, low } = await aShiftedWorld()
  const job = await done(world, { of: 'account', ids: [high] }, { kind: 'delete' })
  await world.db
    .updateTable('account')
    .set({ server: `[${plain},${shifted}]` })
    .where('id', '=', low)
    .execute()
  const { failures } = await undone(world, job.id)
  expect(failures).toEqual([{ id: high, label: '32000', problem: 'port taken' }])
})
