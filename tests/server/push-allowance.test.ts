import { describe, expect, test } from 'vitest'
import { noteAllowances } from '../../server/notify/allowanceWatch.ts'
import { aNode, aServer } from '../support/make.ts'
import { makeWorld } from '../support/world.ts'

const DAY = 86_400_000

async function aMachine(trafficLimit: number | null) {
  const world = await makeWorld()
  // The middle of a month, so that no day here leads out of it unmeant.
  world.clock.add(Date.parse('2027-03-15T12:00:00Z') - world.clock.at)
  const nodeId = await aNode(world, { name: 'tokyo-1', trafficLimit })
  const [one, two] = [
    await aServer(world, { plane: 'node', nodeId }),
    await aServer(world, { plane: 'node', nodeId }),
  ]
  const carry = async (serverId: number, bytes: number) =>
    world.db
      .insertInto('serverFlow')
      .values({ serverId, bucket: (world.clock.at += 1), up: 0, down: bytes })
      .execute()
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
