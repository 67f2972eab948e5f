import { describe, expect, test } from 'vitest'
import { noteAllowances } from '../../../server/notify/allowanceWatch.ts'
import { ingest } from '../../../server/accounts/metering/ingest.ts'
import { noteMove } from '../../../server/accounts/servers/store.ts'
import { anAccount, aNode, aServer } from '../../support/make.ts'
import { terms } from '../../support/traffic.ts'
import { makeWorld } from '../../support/world.ts'

const DAY = 86_400_000

async function aMachine(trafficLimit: number | null, env?: NodeJS.ProcessEnv) {
  const world = await makeWorld({ ...(env && { env }) })
  // The middle of a month, so that no day here leads out of it unmeant.
  world.clock.add(Date.parse('2027-03-15T12:00:00Z') - world.clock.at)
  const nodeId = await aNode(world, { name: 'tokyo-1', trafficLimit })
  const [one, two] = [
    await aServer(world, { plane: 'node', nodeId }),
    await aServer(world, { plane: 'node', nodeId }),
  ]
  const account = await anAccount(world)
  const carry = async (serverId: number, bytes: number, by = nodeId) => {
    const mark = { source: `node:${by}`, epoch: `${(world.clock.at += 1)}`, up: 0, down: bytes }
    const delta = { key: `${serverId}:${account}`, up: 0, down: bytes, at: world.clock.at, mark }
    await ingest(world.db, { id: mark.epoch, deltas: [delta] }, terms(world))
  }
  const noted = async () => {
    await noteAllowances(world.world)
    const rows = await world.db.selectFrom('event').select('data').orderBy('id').execute()
    return rows.map(({ data }) => (JSON.parse(data) as { percent: number }).percent)
  }
  return { world, nodeId, one, two, carry, noted }
}

describe('what a machine may carry in a month', () => {
  test('is notified of at 80 and at 100 percent, each once, over all of its servers', async () => {
    const { one, two, carry, noted } = await aMachine(1_000)
    await carry(one, 400)
    await carry(two, 399)
    expect(await noted()).toEqual([])
    await carry(two, 1)
    expect(await noted()).toEqual([80])
    expect(await noted()).toEqual([80])
    await carry(one, 199)
    expect(await noted()).toEqual([80])
    await carry(one, 1)
    expect(await noted()).toEqual([80, 100])
    expect(await noted()).toEqual([80, 100])
  })

  test('begins anew with the month where the site is', async () => {
    const { world, one, carry, noted } = await aMachine(1_000, { TZ: 'Asia/Tokyo' })
    const at = (time: string) => world.clock.set(Date.parse(time))
    at('2027-03-31T14:00:00Z')
    await carry(one, 800)
    expect(await noted()).toEqual([80])
    // In Tokyo it is April.
    at('2027-03-31T15:00:00Z')
    expect(await noted()).toEqual([80])
    await carry(one, 800)
    expect(await noted()).toEqual([80, 80])
    at('2027-04-01T00:00:00Z')
    expect(await noted()).toEqual([80, 80])
  })

  test('is what it carried itself, not what servers did before they came to it', async () => {
    const { world, nodeId, one, two, carry, noted } = await aMachine(1_000)
    const other = await aNode(world, { trafficLimit: 1_000 })
    await carry(one, 900)
    expect(await noted()).toEqual([80])
    const { db, clock } = world
    await noteMove(db, { id: one, plane: 'node', nodeId }, clock.at)
    await db.updateTable('server').set({ nodeId: other }).where('id', '=', one).execute()
    // Neither the old machine is rid of it nor has the new one got it.
    await carry(one, 700, other)
    await carry(two, 50)
    expect(await noted()).toEqual([80])
    // What was counted before the move may come after it.
    await carry(one, 50, nodeId)
    expect(await noted()).toEqual([80, 100])
    await carry(one, 100, other)
    expect(await noted()).toEqual([80, 100, 80])
  })

  test('begins again with the month', async () => {
    const { world, one, carry, noted } = await aMachine(1_000)
    await carry(one, 2_000)
    expect(await noted()).toEqual([100])
    world.clock.add(20 * DAY)
    expect(await noted()).toEqual([100])
    await carry(one, 800)
    expect(await noted()).toEqual([100, 80])
  })

  test('is not reported without an allowance, or when the machine is gone', async () => {
    const { world, one, carry, noted } = await aMachine(null)
    await carry(one, 2_000)
    expect(await noted()).toEqual([])
    await world.db.updateTable('node').set({ trafficLimit: 1_000, state: 'revoked' }).execute()
    expect(await noted()).toEqual([])
  })
})
