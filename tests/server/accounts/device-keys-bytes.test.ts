import { describe, expect, test } from 'vitest'
import { ingest } from '../../../server/accounts/metering/ingest.ts'
import { aCustomer, fetched, rowsOf } from '../../support/deviceKeys.ts'
import { openPlane } from '../../support/plane.ts'
import { listMine, MINE, OURS } from '../../support/wireguard.ts'
import { mainAdmin } from '../../support/world.ts'

describe('what devices have carried', () => {
  const epoch = 'life'
  const delta = (key: string, up: number, down: number) => ({
    key,
    up,
    down,
    at: 1,
    mark: { source: 'engine', epoch, up, down },
  })

  test('is the account’s to the byte, also of those that are gone, late and repeated', async () => {
    const { world, user, id, trojanId } = await aCustomer(3)
    await fetched(world, { hwid: 'phone' })
    await fetched(world, { hwid: 'laptop' })
    const [phone, laptop] = await rowsOf(world)
    const of = (device: number) => `${trojanId}:${id}:${device}`
    const terms = { now: world.clock.at, timeZone: 'UTC' }
    const first = [
      delta(`${trojanId}:${id}`, 111, 1_110),
      delta(of(0), 1, 10),
      delta(of(phone!.id), 10, 100),
      delta(of(laptop!.id), 100, 1_000),
    ]
    await ingest(world.db, { id: 'a', deltas: first }, terms)
    await ingest(world.db, { id: 'b', deltas: first }, terms)
    const path = { accountId: id, deviceId: phone!.id }
    await world.as(user).DELETE(`${MINE}/{deviceId}`, { params: { path } })
    // What it passed before it was cut off comes after it has gone.
    const late = [
      delta(`${trojanId}:${id}`, 116, 1_117),
      delta(of(phone!.id), 13, 103),
      delta(of(laptop!.id), 102, 1_004),
    ]
    await ingest(world.db, { id: 'c', deltas: late }, terms)
    await ingest(world.db, { id: 'd', deltas: [...late, ...first] }, terms)
    const flow = await world.db.selectFrom('deviceFlow').selectAll().orderBy('deviceId').execute()
    expect(flow.map(({ deviceId, up, down }) => [deviceId, up, down])).toEqual([
      [-1, 13, 103],
      [0, 1, 10],
      [laptop!.id, 102, 1_004],
    ])
    const account = await world.db.selectFrom('flowHour').selectAll().execute()
    const sum = (way: 'up' | 'down') => flow.reduce((all, row) => all + row[way], 0)
    expect([sum('up'), sum('down')]).toEqual([account[0]?.up, account[0]?.down])
    const shown = await listMine(world, user, id)
    expect(shown?.map((one) => [one.id, one.up, one.down])).toEqual([
      [0, 1, 10],
      [laptop!.id, 102, 1_004],
    ])
  })

  test('names how many networks a key is used from, and to admins where', async () => {
    const asked: string[] = []
    const plane = {
      ...openPlane(),
      clients: async (key: string) => {
        asked.push(key)
        return ['192.0.2.1', '192.0.2.1', '198.51.100.7', '2001:db8::1', '2001:db8::2']
      },
    }
    const { world, user, id, trojanId } = await aCustomer(2, { plane })
    await fetched(world, { hwid: 'phone' })
    const [, mine] = (await listMine(world, user, id)) ?? []
    expect(mine?.proxy).toMatchObject({ networks: 3, addresses: [] })
    expect(asked).toContain(`${trojanId}:${id}:${mine?.id}`)
    const { data } = await world.as(mainAdmin).GET(OURS, { params: { path: { accountId: id } } })
    expect(data?.[1]?.proxy?.addresses).toHaveLength(4)
  })
})
